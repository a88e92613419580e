using System.Text.RegularExpressions;

namespace Hayapack.Tool;

/// <summary>Formats whose first bytes are a signature.</summary>
/// <remarks>
/// As MessagePack these would be a few integers, a str that is not UTF-8, a timestamp of the wrong size, or a map that repeats a
/// key. Short signatures have more of the header behind them. The bytes are those of strings in Latin-1.
/// </remarks>
internal static partial class Signatures
{
    private const string Extract = "extract it first";
    private const string PyArrow = "pyarrow reads it";
    private const string Decompress = "decompress it first";

    private static readonly (Func<string, bool> Matches, Contents.Foreign Format)[] Table =
    [
        (Numpy().IsMatch, new("NumPy's .npy", "numpy.load reads it")),
        (Begins("SQLite format 3\0"), new("an SQLite database", "sqlite3 reads it")),
        (Begins("PAR1", "PARE"), new("Parquet", PyArrow)),
        (Begins("ARROW1", "FEA1"), new("Arrow", PyArrow)),
        (Begins("Obj\u0001"), new("Avro", "fastavro reads it")),
        (Begins("\u00d9\u00d9\u00f7"), new("CBOR", "cbor2 reads it")),
        (Begins("\u0089HDF"), new("HDF5", "h5py reads it")),
        (Begins("\u00ac\u00ed\0\u0005"), new("a serialized Java object")),
        (Php().IsMatch, new("PHP's serialize()", "unserialize it in PHP")),
        (Begins("PK\u0003\u0004", "PK\u0005\u0006", "PK\u0007\u0008"), new("a ZIP archive", Extract)),
        (Begins("7z\u00bc\u00af\u0027\u001c"), new("a 7z archive", Extract)),
        (Begins("Rar!\u001a\u0007"), new("a RAR archive", Extract)),
        (Tar().IsMatch, new("a tar archive", Extract)),
        (Begins("!<arch>\n"), new("an ar archive", Extract)),
        (Begins("LZIP\u0001"), new("compressed with lzip", Decompress)),
        (Begins("\u00ff\u0006\0\0sNaPpY"), new("compressed with Snappy", Decompress)),
        (Pdf().IsMatch, new("PDF")),
        (Begins("\u0089PNG"), new("a PNG image")),
        (Begins("GIF87a", "GIF89a"), new("a GIF image")),
        (Begins("\u00ff\u00d8\u00ff"), new("a JPEG image")),
        (Begins("II*\0", "MM\0*"), new("a TIFF image")),
        (Bmp().IsMatch, new("a BMP image")),
        (Mp4().IsMatch, new("an MP4 or HEIF file")),
        (Riff().IsMatch, new("a RIFF file (such as WAV or WebP)")),
        (Elf().IsMatch, new("an ELF file")),
        (Begins("MZ\u0090\0\u0003\0\0\0"), new("a Windows program")),
        (Begins("\0asm\u0001\0\0\0"), new("a WebAssembly module")),
    ];

    /// <summary>Returns the format whose signature the bytes begin with, or null.</summary>
    internal static Contents.Foreign? Find(string start) => Array.Find(Table, row => row.Matches(start)).Format;

    private static Func<string, bool> Begins(params string[] signatures) =>
        start => Array.Exists(signatures, signature => start.StartsWith(signature, StringComparison.Ordinal));

    [GeneratedRegex("""\A\x93NUMPY[\x01-\x03]\x00""")]
    private static partial Regex Numpy();

    [GeneratedRegex("""\A(?:[aO]:[0-9]+:[{"]|s:[0-9]+:")""")]
    private static partial Regex Php();

    [GeneratedRegex("""\A.{100}[0-7 \x00]{8}.{149}ustar""", RegexOptions.Singleline)]
    private static partial Regex Tar();

    [GeneratedRegex("""\A%PDF-[0-9]""")]
    private static partial Regex Pdf();

    [GeneratedRegex("""\ABM.{4}\x00{4}..\x00\x00[\x0c\x28\x34\x38\x40\x6c\x7c]\x00\x00\x00""", RegexOptions.Singleline)]
    private static partial Regex Bmp();

    [GeneratedRegex("""\A\x00\x00\x00.ftyp""", RegexOptions.Singleline)]
    private static partial Regex Mp4();

    [GeneratedRegex("""\ARIFF.{4}[A-Z]{3}""", RegexOptions.Singleline)]
    private static partial Regex Riff();

    [GeneratedRegex("""\A\x7fELF[\x01\x02][\x01\x02]\x01""")]
    private static partial Regex Elf();
}
