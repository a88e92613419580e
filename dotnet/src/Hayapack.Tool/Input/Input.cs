using Microsoft.Win32.SafeHandles;

namespace Hayapack.Tool;

/// <summary>Opens inputs: files, pipes, and those compressed with gzip.</summary>
internal static class Input
{
    internal const int LongestMagic = 10;

    /// <summary>The bytes that decide whether a pipe is compressed if it begins with one of <see cref="Halves"/>.</summary>
    private const int HalfNeeds = 4;

    /// <summary>
    /// The first bytes of gzip and zstd that are an integer and the header of an incomplete value: only after these does a pipe
    /// have to deliver more before it is recognized. Python's module gzip writes these two bytes by themselves.
    /// </summary>
    private static readonly byte[][] Halves = [[0x1f, 0x8b], [0x28, 0xb5]];

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
            if (path.Length == 0)
            {
                throw new StopException("No such file or directory");
            }

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
                int count = RandomAccess.Read(file, window.AsSpan(0, LongestMagic), start);
                return CompressionOf(window.AsSpan(0, count)) is { } kind ? Compressed(name, kind, new RawBytes(stream, [])) : new FileSource(name, file, start);
            }

            var raw = new RawBytes(stream, []);
            var begin = new List<byte>();
            int size;
            do
            {
                size = raw.Read(window);
                begin.AddRange(window.AsSpan(0, size));
            }
            while (size > 0 && begin.Count < HalfNeeds && Array.Exists(Halves, half => begin.Take(half.Length).SequenceEqual(half)));

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
            string advice = found.Advice.Length > 0 ? $": {found.Advice}" : "";
            throw new StopException($"this is {found.Name}, not MessagePack{advice} (--from msgpack reads it anyway)");
        }
    }

    private static string? CompressionOf(ReadOnlySpan<byte> start)
    {
        foreach ((byte[] magic, string name) in Compressions)
        {
            if (start.StartsWith(magic) && name switch { "gzip" => IsGzip(start), "bzip2" => IsBzip2(start), _ => true })
            {
                return name;
            }
        }

        return null;
    }

    /// <summary>1f 8b 08 might be the integer 31 and a map whose first key is 8: gzip's flags must follow, or nothing.</summary>
    internal static bool IsGzip(ReadOnlySpan<byte> start) =>
        start.StartsWith((ReadOnlySpan<byte>)[0x1f, 0x8b, 0x08]) && (start.Length == 3 || start[3] <= 0x1f);

    /// <summary>"BZh" might be three integers: the block size and the marker of a block or of the end must follow.</summary>
    private static bool IsBzip2(ReadOnlySpan<byte> start) => start.Length >= LongestMagic && start[3] is >= (byte)'1' and <= (byte)'9'
        && (start[4..].StartsWith("1AY&SY"u8) || start[4..].StartsWith((ReadOnlySpan<byte>)[0x17, 0x72, 0x45, 0x38, 0x50, 0x90]));

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
        })
        {
            IsDecompressed = true,
        };
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
