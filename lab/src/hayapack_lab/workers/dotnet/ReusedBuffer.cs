using System.Buffers;

namespace Hayapack.Lab;

/// <summary>A buffer that reuses its array for the next message.</summary>
internal sealed class ReusedBuffer : Stream, IBufferWriter<byte>
{
    private byte[] bytes = new byte[1 << 16];
    private int used;

    internal ReadOnlyMemory<byte> Written => bytes.AsMemory(0, used);

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => used;

    public override long Position
    {
        get => used;
        set => throw new NotSupportedException();
    }

    public void Advance(int count) => used += count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Grow(Math.Max(sizeHint, 1));
        return bytes.AsMemory(used);
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        Grow(buffer.Length);
        buffer.CopyTo(bytes.AsSpan(used));
        used += buffer.Length;
    }

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    internal IBufferWriter<byte> Cleared()
    {
        used = 0;
        return this;
    }

    internal Stream ClearedStream()
    {
        used = 0;
        return this;
    }

    private void Grow(int more)
    {
        if (bytes.Length - used < more)
        {
            Array.Resize(ref bytes, (int)Math.Min(Array.MaxLength, Math.Max(2L * bytes.Length, (long)used + more)));
        }
    }
}
