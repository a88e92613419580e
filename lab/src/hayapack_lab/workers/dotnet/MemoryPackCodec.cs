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
    internal static class MemoryPackCodec
    {
        internal static Codec Make() => new BufferedCodec(
            Codec.VersionOf(typeof(MemoryPackSerializer)),
            (buffer, value) => MemoryPackSerializer.Serialize(buffer, value),
            bytes => MemoryPackSerializer.Deserialize<Export>(bytes.Span),
            value => MemoryPackSerializer.Serialize(value));
    }
}
#endif
