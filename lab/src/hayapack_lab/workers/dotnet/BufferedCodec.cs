using System.Buffers;
using Shop.Model;

namespace Hayapack.Lab;

/// <summary>A codec of three functions; the fair method writes into a buffer that is used again.</summary>
internal sealed class BufferedCodec(
    string version, Action<IBufferWriter<byte>, Export> write, Func<ReadOnlyMemory<byte>, Export?> read, Func<Export, byte[]> writeOnce)
    : Codec
{
    private readonly ReusedBuffer buffer = new();

    internal override string Version => version;

    internal override ReadOnlyMemory<byte> Write(Export value)
    {
        write(buffer.Cleared(), value);
        return buffer.Written;
    }

    internal override Export Read(ReadOnlyMemory<byte> bytes) => read(bytes)!;

    internal override byte[] WriteOnce(Export value) => writeOnce(value);
}
