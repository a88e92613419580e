using System.IO.Compression;
using System.Text;
using System.Text.RegularExpressions;
using Microsoft.Win32.SafeHandles;

namespace Hayapack.Tool;

/// <summary>An input in memory. Decompresses gzip, and rejects files that are not MessagePack.</summary>
internal sealed partial class Input
{
    private const int Sniffed = 4096;
    private const int LeastText = 16;

    private static readonly (byte[] Magic, string Name)[] Foreign =
    [
        ("PK\u0003\u0004"u8.ToArray(), "a ZIP archive"), ("PAR1"u8.ToArray(), "Parquet"), ("ARROW1"u8.ToArray(), "Arrow"),
        ("Obj\u0001"u8.ToArray(), "Avro"), ("SQLite format 3\0"u8.ToArray(), "an SQLite database"),
        ([(byte)'7', (byte)'z', 0xbc, 0xaf, 0x27, 0x1c], "a 7z archive"), ("%PDF-"u8.ToArray(), "PDF"),
        ([0x89, .. "PNG"u8], "a PNG image"), ([0x89, .. "HDF"u8], "HDF5"),
    ];

    private static readonly (byte[] Magic, string Name)[] Compressed =
    [
        ([0x28, 0xb5, 0x2f, 0xfd], "zstd"), ([0x04, 0x22, 0x4d, 0x18], "LZ4"), ([0xfd, .. "7zXZ\0"u8], "xz"), ("BZh"u8.ToArray(), "bzip2"),
    ];

    internal Input(string path, string name, Arguments given)
    {
        Name = name;
        Bytes = Read(path);
        foreach ((byte[] magic, string format) in Compressed)
        {
            if (Bytes.AsSpan().StartsWith(magic))
            {
                throw new StopException($"this is compressed with {format}, which haya does not unpack", Status.Usage);
            }
        }

        if (!given.IsMessagePack && NotMessagePack(Bytes) is { } found)
        {
            throw new StopException(found == "JSON"
                ? "this is JSON, not MessagePack: `hayapack convert` converts it to MessagePack (--from msgpack reads it as MessagePack anyway)"
                : $"this is {found}, not MessagePack (--from msgpack reads it anyway)");
        }
    }

    internal string Name { get; }

    internal byte[] Bytes { get; }

    private static byte[] Read(string path)
    {
        try
        {
            if (path != "-" && Directory.Exists(path))
            {
                throw new StopException("Is a directory");
            }

            using FileStream file = path == "-"
                ? new FileStream(new SafeFileHandle(0, ownsHandle: false), FileAccess.Read, 0)
                : File.OpenRead(path);
            var held = new MemoryStream();
            file.CopyTo(held);
            byte[] bytes = held.ToArray();
            if (!bytes.AsSpan().StartsWith((ReadOnlySpan<byte>)[0x1f, 0x8b]))
            {
                return bytes;
            }

            var unpacked = new MemoryStream();
            new GZipStream(new MemoryStream(bytes), CompressionMode.Decompress).CopyTo(unpacked);
            return unpacked.ToArray();
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            throw new StopException(Texts.OfSystem(error));
        }
    }

    /// <summary>Returns the format of an input that cannot be MessagePack; null if it might be MessagePack.</summary>
    private static string? NotMessagePack(byte[] data)
    {
        ReadOnlySpan<byte> start = data.AsSpan(0, Math.Min(Sniffed, data.Length));
        foreach ((byte[] magic, string name) in Foreign)
        {
            if (start.StartsWith(magic))
            {
                return name;
            }
        }

        string latin = Encoding.Latin1.GetString(start);
        bool isText = !NotText().IsMatch(latin);
        if (start.StartsWith((ReadOnlySpan<byte>)[0xef, 0xbb, 0xbf]) || (isText && SurelyJson().IsMatch(latin)))
        {
            return "JSON";
        }

        return start.Length >= LeastText && isText && IsUtf8(start, data.Length > Sniffed) ? "text" : null;
    }

    private static bool IsUtf8(ReadOnlySpan<byte> start, bool isCut)
    {
        for (int at = 0; at < start.Length;)
        {
            if (Rune.DecodeFromUtf8(start[at..], out _, out int size) != System.Buffers.OperationStatus.Done)
            {
                return isCut && at > start.Length - 4;
            }

            at += size;
        }

        return true;
    }

    [GeneratedRegex("""^[ \t\r\n]*(?:\{[ \t\r\n]*(?:"|\})|\[[ \t\r\n]*(?:["{\[\]]|-?[0-9.eE+-]+[ \t\r\n]*[,\]]|true|false|null))""")]
    private static partial Regex SurelyJson();

    [GeneratedRegex("[^\t\r\n\u0020-\u007e\u0080-\u00ff]")]
    private static partial Regex NotText();
}
