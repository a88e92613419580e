using System.Buffers;

namespace Cases;

/// <summary>Returns buffers of the size hint, but at least of a given small size.</summary>
internal sealed class SmallBufferWriter(int size) : IBufferWriter<byte>
{
    private readonly MemoryStream stream = new();
    private byte[] buffer = [];

    public byte[] Written => stream.ToArray();

    public void Advance(int count) => stream.Write(buffer, 0, count);

    public Memory<byte> GetMemory(int sizeHint = 0) => buffer = new byte[Math.Max(size, sizeHint)];

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
}
