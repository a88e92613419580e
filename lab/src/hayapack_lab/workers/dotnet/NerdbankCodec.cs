#if NERDBANK
using Nerdbank.MessagePack;
using PolyType;

namespace Shop.Model
{
    [GenerateShape]
    public partial class Export;
}

namespace Hayapack.Lab
{
    using Shop.Model;

    /// <summary>Nerdbank.MessagePack with generated shapes: members by name, also those that have their default values.</summary>
    internal static class NerdbankCodec
    {
        internal static Codec Make()
        {
            var serializer = new NerdbankSerializer { SerializeDefaultValues = SerializeDefaultValuesPolicy.Always };
            return new BufferedCodec(
                Codec.VersionOf(serializer.GetType()),
                (buffer, value) => serializer.Serialize(buffer, value),
                bytes => serializer.Deserialize<Export>(bytes),
                value => serializer.Serialize(value));
        }
    }
}
#endif
