using Microsoft.Win32.SafeHandles;

namespace Hayapack.Tool;

/// <summary>Opens inputs: files, pipes, and those compressed with gzip.</summary>
internal static class Input
{
    private const int LongestMagic = 10;

    private static readonly (byte[] Magic, string Name)[] Compressions =
    [
        ([0x1f, 0x8b, 0x08], "gzip"), ([0x28, 0xb5, 0x2f, 0xfd], "zstd"), ([0x04, 0x22, 0x4d, 0x18], "LZ4"), ([0xfd, .. "7zXZ\0"u8], "xz"),
        ("BZh"u8.ToArray(), "bzip2"),
    ];

    /// <summary>Opens an input; "-" is standard input.</summary>
    /// <exception cref="StopException">It cannot be read, or is compressed with another method than gzip.</exception>
    internal static Source Open(string path, string name)
    {
        try
        {
            if (path != "-" && Directory.Exists(path))
            {
                throw new StopException("Is a directory");
            }

            SafeFileHandle file = path == "-" ? new SafeFileHandle(0, ownsHandle: false) : File.OpenHandle(path);
            var stream = new FileStream(file, FileAccess.Read, 0);
            byte[] window = new byte[Source.Window];
            if (stream.CanSeek)
            {
                long start = stream.Position;
                int size = RandomAccess.Read(file, window.AsSpan(0, LongestMagic), start);
                return CompressionOf(window.AsSpan(0, size)) is { } kind ? Compressed(name, kind, new RawBytes(stream, [])) : new FileSource(name, file, start);
            }

            // A pipe might deliver its first bytes one by one.
            var raw = new RawBytes(stream, []);
            var begin = new List<byte>();
            while (begin.Count < LongestMagic && (begin.Count == 0 || MightBeCompressed([.. begin])))
            {
                int size = raw.Read(window);
                if (size == 0)
                {
                    break;
                }

                begin.AddRange(window.AsSpan(0, size));
            }

            raw = new RawBytes(stream, [.. begin]);
            return CompressionOf([.. begin]) is { } found ? Compressed(name, found, raw) : new PipeSource(name, raw.Read, raw.Dispose);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new StopException(Texts.OfSystem(error));
        }
    }

    /// <summary>Throws if an input looks like another format than MessagePack.</summary>
    /// <exception cref="StopException">It does.</exception>
    internal static void CheckMessagePack(Source source)
    {
        byte[] window = new byte[Source.Window];
        if (Contents.NotMessagePack(window.AsSpan(0, source.Fetch(0, window))) is { } found)
        {
            throw new StopException(found == "JSON"
                ? "this is JSON, not MessagePack: `hayapack convert` converts it to MessagePack (--from msgpack reads it as MessagePack anyway)"
                : $"this is {found}, not MessagePack (--from msgpack reads it anyway)");
        }
    }

    private static string? CompressionOf(ReadOnlySpan<byte> start)
    {
        foreach ((byte[] magic, string name) in Compressions)
        {
            if (start.StartsWith(magic) && (name != "bzip2" || IsBzip2(start)))
            {
                return name;
            }
        }

        return null;
    }

    /// <summary>"BZh" might be three integers: the block size and the marker of a block or of the end must follow.</summary>
    private static bool IsBzip2(ReadOnlySpan<byte> start) => start.Length >= LongestMagic && start[3] is >= (byte)'1' and <= (byte)'9'
        && (start[4..].StartsWith("1AY&SY"u8) || start[4..].StartsWith((ReadOnlySpan<byte>)[0x17, 0x72, 0x45, 0x38, 0x50, 0x90]));

    private static bool MightBeCompressed(byte[] start) =>
        Compressions.Any(one => one.Magic.AsSpan().StartsWith(start.AsSpan(0, Math.Min(start.Length, one.Magic.Length))));

    private static PipeSource Compressed(string name, string kind, RawBytes raw)
    {
        if (kind != "gzip")
        {
            raw.Dispose();
            throw new StopException($"this is compressed with {kind}, which haya does not unpack", Status.Usage);
        }

        var gzip = new Gzip(raw.Read);
        return new PipeSource(name, gzip.Read, () =>
        {
            gzip.Dispose();
            raw.Dispose();
        });
    }

    /// <summary>The bytes of a file or pipe.</summary>
    /// <param name="stream">The file.</param>
    /// <param name="first">The bytes that were read before.</param>
    private sealed class RawBytes(FileStream stream, byte[] first) : IDisposable
    {
        private int taken;
        private long total = first.Length;

        /// <inheritdoc/>
        public void Dispose() => stream.Dispose();

        internal int Read(Span<byte> into)
        {
            int size = Math.Min(first.Length - taken, into.Length);
            if (size > 0)
            {
                first.AsSpan(taken, size).CopyTo(into);
                taken += size;
                return size;
            }

            try
            {
                size = stream.Read(into);
                total += size;
                return size;
            }
            catch (Exception error) when (error is IOException or UnauthorizedAccessException)
            {
                throw Source.Unreadable(error, total);
            }
        }
    }
}
