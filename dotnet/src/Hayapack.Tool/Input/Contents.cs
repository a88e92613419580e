using System.Text;
using System.Text.RegularExpressions;

namespace Hayapack.Tool;

/// <summary>Recognizes the format of an input by its first bytes.</summary>
internal static partial class Contents
{
    private const int Sniffed = 4096;
    private const int LeastText = 16;

    private static readonly (byte[] Magic, string Name)[] Foreign =
    [
        ("PK\u0003\u0004"u8.ToArray(), "a ZIP archive"), ("PAR1"u8.ToArray(), "Parquet"), ("ARROW1"u8.ToArray(), "Arrow"),
        ("Obj\u0001"u8.ToArray(), "Avro"), ("SQLite format 3\0"u8.ToArray(), "an SQLite database"),
        ([(byte)'7', (byte)'z', 0xbc, 0xaf, 0x27, 0x1c], "a 7z archive"), ("%PDF-"u8.ToArray(), "PDF"),
        ([0x89, .. "PNG"u8], "a PNG image"), ([0x89, .. "HDF"u8], "HDF5"),
        ("GIF87a"u8.ToArray(), "a GIF image"), ("GIF89a"u8.ToArray(), "a GIF image"), ([0xff, 0xd8, 0xff], "a JPEG image"),
        ("RIFF"u8.ToArray(), "a RIFF file (such as WAV or WebP)"), ("Rar!\u001a\u0007"u8.ToArray(), "a RAR archive"),
        ("!<arch>\n"u8.ToArray(), "an ar archive"), ("\u007fELF"u8.ToArray(), "an ELF file"),
        ([(byte)'M', (byte)'Z', 0x90, 0, 3, 0, 0, 0], "a Windows program"),
        ("\0asm\u0001\0\0\0"u8.ToArray(), "a WebAssembly module"),
    ];

    /// <summary>Returns the format of an input that cannot be MessagePack; null if it might be MessagePack.</summary>
    internal static string? NotMessagePack(ReadOnlySpan<byte> data)
    {
        ReadOnlySpan<byte> start = data[..Math.Min(Sniffed, data.Length)];
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

        bool isLikelyText = start.Length >= LeastText ? isText && IsUtf8(start, data.Length > Sniffed) : ShortText().IsMatch(latin);
        return isLikelyText ? "text" : null;
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

    /// <summary>A line with a word or a number. Without the line's end, it may be a few small integers.</summary>
    [GeneratedRegex("""\A(?=.*[A-Za-z0-9]{2})[\t\r\n\x20-\x7e]*\n\z""", RegexOptions.Singleline)]
    private static partial Regex ShortText();

    [GeneratedRegex("[^\t\r\n\u0020-\u007e\u0080-\u00ff]")]
    private static partial Regex NotText();
}
