global using Ours = Hayapack.MessagePackSerializer;
#if MESSAGEPACK
global using V3 = MessagePack.MessagePackSerializer;
#endif
#if MESSAGEPACK4
global using V4 = UltraMessagePack.MessagePackSerializer;
#endif
#if NERDBANK
global using NerdbankSerializer = Nerdbank.MessagePack.MessagePackSerializer;
#endif
#if MEMORYPACK
global using MemoryPackBytes = MemoryPack.MemoryPackSerializer;
#endif
#if NEWTONSOFT
global using NewtonsoftJson = Newtonsoft.Json.JsonConvert;
#endif
#if UTF8JSON
global using Utf8 = Utf8Json.JsonSerializer;
#endif
global using SystemJson = System.Text.Json.JsonSerializer;
