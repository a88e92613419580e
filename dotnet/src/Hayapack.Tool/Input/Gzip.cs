using System.Buffers.Binary;
using System.IO.Compression;

namespace Hayapack.Tool;

/// <summary>
/// Decompresses gzip. <see cref="GZipStream"/> accepts truncated data and ignores what follows a member, so the headers and
/// checksums are read here and only the deflate data is left to the framework.
/// </summary>
/// <param name="read">Reads compressed bytes; returns 0 at their end.</param>
internal sealed class Gzip(PipeSource.Reading read) : IDisposable
{
    private const int TrailerSize = 8;
    private const byte HasChecksum = 2;
    private const byte HasExtra = 4;
    private const byte HasName = 8;
    private const byte HasComment = 16;

    private static readonly uint[] Table = MakeTable();

    private readonly Tail raw = new(read);
    private DeflateStream? member;
    private uint checksum;
    private uint size;
    private bool isLater;

    /// <inheritdoc/>
    public void Dispose() => member?.Dispose();

    /// <summary>Reads decompressed bytes; returns 0 at the end.</summary>
    /// <exception cref="UnreadableException">The data is truncated or damaged.</exception>
    internal int Read(Span<byte> into)
    {
        while (true)
        {
            if (member is null && !Begin())
            {
                return 0;
            }

            int count;
            try
            {
                count = member!.Read(into);
            }
            catch (InvalidDataException)
            {
                throw new UnreadableException("gzip: the compressed data is damaged");
            }

            if (count > 0)
            {
                Add(into[..count]);
                return count;
            }

            End();
        }
    }

    private static uint[] MakeTable()
    {
        uint[] table = new uint[256];
        for (uint i = 0; i < table.Length; i++)
        {
            uint value = i;
            for (int bit = 0; bit < 8; bit++)
            {
                value = (value & 1) != 0 ? 0xedb88320 ^ (value >> 1) : value >> 1;
            }

            table[i] = value;
        }

        return table;
    }

    private void Add(ReadOnlySpan<byte> bytes)
    {
        uint[] table = Table;
        uint value = ~checksum;
        foreach (byte one in bytes)
        {
            value = table[(byte)(value ^ one)] ^ (value >> 8);
        }

        checksum = ~value;
        size += (uint)bytes.Length;
    }

    /// <summary>Reads a member's header. Returns false at the end of the input.</summary>
    private bool Begin()
    {
        if (isLater)
        {
            if (raw.SkipZeros())
            {
                return false;
            }

            if (!raw.IsMember())
            {
                throw new UnreadableException("gzip: bytes that are not gzip follow a complete frame");
            }
        }

        byte flags = raw.Take(10)[3];
        if ((flags & HasExtra) != 0)
        {
            raw.Take(BinaryPrimitives.ReadUInt16LittleEndian(raw.Take(2)));
        }

        for (int texts = ((flags & HasName) != 0 ? 1 : 0) + ((flags & HasComment) != 0 ? 1 : 0); texts > 0; texts--)
        {
            while (raw.Take(1)[0] != 0)
            {
            }
        }

        raw.Take((flags & HasChecksum) != 0 ? 2 : 0);
        member = new DeflateStream(raw, CompressionMode.Decompress, leaveOpen: true);
        (checksum, size, isLater) = (0, 0, true);
        return true;
    }

    /// <summary>
    /// Finds the trailer of a member. The framework does not tell where the deflate data ended, only that it was in the last
    /// piece that it read.
    /// </summary>
    private void End()
    {
        member!.Dispose();
        member = null;
        byte[] trailer = new byte[TrailerSize];
        BinaryPrimitives.WriteUInt32LittleEndian(trailer, checksum);
        BinaryPrimitives.WriteUInt32LittleEndian(trailer.AsSpan(4), size);
        if (!raw.ContinueAfter(trailer))
        {
            throw new UnreadableException(raw.IsAtEnd ? "gzip: the compressed data is truncated" : "gzip: Error -3 while decompressing data: incorrect data check");
        }
    }

    /// <summary>The compressed bytes. Keeps the last piece that was read.</summary>
    private sealed class Tail(PipeSource.Reading read) : Stream
    {
        private readonly byte[] window = new byte[8192 + TrailerSize];
        private int begin;
        private int lastBegin;
        private int end;

        internal bool IsAtEnd { get; private set; }

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

        public override int Read(Span<byte> buffer)
        {
            if (begin == end && !More(end))
            {
                return 0;
            }

            int size = Math.Min(buffer.Length, end - begin);
            window.AsSpan(begin, size).CopyTo(buffer);
            lastBegin = begin;
            begin += size;
            return size;
        }

        /// <summary>Takes bytes; the result is valid until the next call.</summary>
        internal ReadOnlySpan<byte> Take(int count)
        {
            while (count > TrailerSize + 2)
            {
                Take(TrailerSize);
                count -= TrailerSize;
            }

            if (!Has(count))
            {
                throw new UnreadableException("gzip: the compressed data is truncated");
            }

            begin += count;
            return window.AsSpan(begin - count, count);
        }

        /// <summary>Returns whether the bytes begin as gzip does.</summary>
        internal bool IsMember()
        {
            Has(Input.LongestMagic);
            return Input.IsGzip(window.AsSpan(begin, end - begin));
        }

        /// <summary>Skips zeros; returns whether the input ended with them. Otherwise they stay, as other bytes would.</summary>
        internal bool SkipZeros()
        {
            while (Has(1) && window[begin] == 0)
            {
                begin++;
            }

            return begin == end;
        }

        /// <summary>Continues after the first such bytes in or after the last piece. Returns false if there are none.</summary>
        internal bool ContinueAfter(ReadOnlySpan<byte> bytes)
        {
            // The piece may end inside the bytes, or before them.
            while (end - begin < bytes.Length && More(lastBegin))
            {
            }

            int at = window.AsSpan(lastBegin, end - lastBegin).IndexOf(bytes);
            begin = at < 0 ? begin : lastBegin + at + bytes.Length;
            return at >= 0;
        }

        public override void Flush()
        {
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        private bool Has(int count)
        {
            while (end - begin < count && More(begin))
            {
            }

            return end - begin >= count;
        }

        /// <summary>Reads more bytes after moving those from an offset on to the beginning.</summary>
        private bool More(int kept)
        {
            window.AsSpan(kept, end - kept).CopyTo(window);
            (begin, lastBegin, end) = (begin - kept, Math.Max(lastBegin - kept, 0), end - kept);
            int size = read(window.AsSpan(end, end == 0 ? window.Length - TrailerSize : window.Length - end));
            end += size;
            IsAtEnd = size == 0;
            return size > 0;
        }
    }
}
