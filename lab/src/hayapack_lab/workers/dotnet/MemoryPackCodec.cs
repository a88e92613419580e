#if MEMORYPACK
using Hayapack.Lab;
using MemoryPack;

namespace Shop.Model
{
    [MemoryPackable]
    public partial class Product;

    [MemoryPackable]
    public partial class Address;

    [MemoryPackable]
    public partial class Customer;

    [MemoryPackable]
    public partial class Line;

    [MemoryPackable]
    public partial class Order;

    [MemoryPackable]
    public partial class Export;
}

namespace Hayapack.Lab
{
    using Shop.Model;

    /// <summary>MemoryPack with its generated formatters: members by position, numbers as they lie in memory.</summary>
    internal sealed class Memory : Codec
    {
        private readonly ReusedBuffer buffer = new();

        internal override string Version => VersionOf(typeof(MemoryPackSerializer));

        internal override ReadOnlyMemory<byte> Write(Export value)
        {
            MemoryPackSerializer.Serialize(buffer.Cleared(), value);
            return buffer.Written;
        }

        internal override Export Read(ReadOnlyMemory<byte> bytes) => MemoryPackSerializer.Deserialize<Export>(bytes.Span)!;

        internal override byte[] WriteOnce(Export value) => MemoryPackSerializer.Serialize(value);
    }
}
#endif
