using System.Buffers;
using System.Buffers.Binary;
using System.Text;

namespace Hayapack.Tool;

/// <summary>Decodes text whose last character may be cut off. The results are null for what is not such text.</summary>
internal static class Decoded
{
    private delegate OperationStatus Decoder(ReadOnlySpan<byte> bytes, out Rune rune, out int size);

    /// <summary>The byte order mark of UTF-32 is first: it begins as that of UTF-16 does.</summary>
    private static readonly (byte[] Mark, Decoder Decode, string Name)[] Marks =
    [
        ([0xff, 0xfe, 0, 0], LittleUtf32, "UTF-32"), ([0, 0, 0xfe, 0xff], BigUtf32, "UTF-32"),
        ([0xff, 0xfe], LittleUtf16, "UTF-16"), ([0xfe, 0xff], BigUtf16, "UTF-16"),
    ];

    internal static List<Rune>? FromUtf8(ReadOnlySpan<byte> bytes) => From(bytes, Rune.DecodeFromUtf8);

    /// <summary>Returns the text in each encoding whose byte order mark the bytes begin with, and the encoding's name.</summary>
    internal static List<(List<Rune>? Text, string Encoding)> FromMark(ReadOnlySpan<byte> bytes)
    {
        var found = new List<(List<Rune>?, string)>();
        foreach ((byte[] mark, Decoder decode, string name) in Marks)
        {
            if (bytes.StartsWith(mark))
            {
                found.Add((From(bytes[mark.Length..], decode), name));
            }
        }

        return found;
    }

    private static List<Rune>? From(ReadOnlySpan<byte> bytes, Decoder decode)
    {
        var text = new List<Rune>(bytes.Length);
        while (!bytes.IsEmpty)
        {
            switch (decode(bytes, out Rune rune, out int size))
            {
                case OperationStatus.Done:
                    text.Add(rune);
                    bytes = bytes[size..];
                    break;
                case OperationStatus.NeedMoreData:
                    return text;
                default:
                    return null;
            }
        }

        return text;
    }

    private static OperationStatus LittleUtf32(ReadOnlySpan<byte> bytes, out Rune rune, out int size) => Utf32(bytes, isBig: false, out rune, out size);

    private static OperationStatus BigUtf32(ReadOnlySpan<byte> bytes, out Rune rune, out int size) => Utf32(bytes, isBig: true, out rune, out size);

    private static OperationStatus LittleUtf16(ReadOnlySpan<byte> bytes, out Rune rune, out int size) => Utf16(bytes, isBig: false, out rune, out size);

    private static OperationStatus BigUtf16(ReadOnlySpan<byte> bytes, out Rune rune, out int size) => Utf16(bytes, isBig: true, out rune, out size);

    private static OperationStatus Utf32(ReadOnlySpan<byte> bytes, bool isBig, out Rune rune, out int size)
    {
        (rune, size) = (default, sizeof(uint));
        if (bytes.Length < size)
        {
            return OperationStatus.NeedMoreData;
        }

        uint value = isBig ? BinaryPrimitives.ReadUInt32BigEndian(bytes) : BinaryPrimitives.ReadUInt32LittleEndian(bytes);
        return Rune.TryCreate(value, out rune) ? OperationStatus.Done : OperationStatus.InvalidData;
    }

    private static OperationStatus Utf16(ReadOnlySpan<byte> bytes, bool isBig, out Rune rune, out int size)
    {
        Span<char> units = stackalloc char[2];
        int count = Math.Min(bytes.Length / sizeof(char), units.Length);
        for (int i = 0; i < count; i++)
        {
            ReadOnlySpan<byte> unit = bytes[(i * sizeof(char))..];
            units[i] = (char)(isBig ? BinaryPrimitives.ReadUInt16BigEndian(unit) : BinaryPrimitives.ReadUInt16LittleEndian(unit));
        }

        OperationStatus status = Rune.DecodeFromUtf16(units[..count], out rune, out int used);
        size = used * sizeof(char);
        return status;
    }
}
