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
    internal sealed class Nerdbank : Codec
    {
        private readonly global::Nerdbank.MessagePack.MessagePackSerializer serializer = new()
        {
            SerializeDefaultValues = SerializeDefaultValuesPolicy.Always,
        };

        private readonly ReusedBuffer buffer = new();

        internal override string Version => VersionOf(serializer.GetType());

        internal override ReadOnlyMemory<byte> Write(Export value)
        {
            serializer.Serialize(buffer.Cleared(), value);
            return buffer.Written;
        }

        internal override Export Read(ReadOnlyMemory<byte> bytes) => serializer.Deserialize<Export>(bytes)!;

        internal override byte[] WriteOnce(Export value) => serializer.Serialize(value);
    }
}
#endif
