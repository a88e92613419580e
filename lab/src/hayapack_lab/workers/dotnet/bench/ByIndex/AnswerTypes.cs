#if BYNAME
using System.Text.Json.Serialization;

namespace Bench.ByIndex;

[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Default)]
[JsonSerializable(typeof(Answer))]
[JsonSerializable(typeof(Reading))]
[JsonSerializable(typeof(int[]))]
[JsonSerializable(typeof(double[]))]
internal sealed partial class AnswerTypes : JsonSerializerContext;
#endif
