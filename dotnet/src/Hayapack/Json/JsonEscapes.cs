using System.Buffers;
using System.Text;

namespace Hayapack.Json;

/// <summary>
/// Escapes in JSON strings: those that JSON requires, and those of characters that control a terminal (DEL, C1 and
/// bidirectional controls), as in <c>hayapack cat</c>.
/// </summary>
internal static class JsonEscapes
{
    /// <summary>
    /// The bytes where an escape might be needed: controls, quote, backslash, DEL, and the first bytes of the characters
    /// above 0x7f that are escaped.
    /// </summary>
    internal static readonly SearchValues<byte> Suspicious = SearchValues.Create(
        [.. Enumerable.Range(0, 0x20).Select(one => (byte)one), (byte)'"', (byte)'\\', 0x7f, 0xc2, 0xd8, 0xe2]);

    /// <summary>Writes the first character of the text, escaped if needed.</summary>
    /// <param name="utf8">Valid UTF-8 that begins with a byte of <see cref="Suspicious"/>.</param>
    /// <param name="space">The output: at least 12 bytes.</param>
    /// <param name="written">The number of bytes written.</param>
    /// <returns>The number of bytes of the text that were used.</returns>
    internal static int Write(ReadOnlySpan<byte> utf8, Span<byte> space, out int written)
    {
        byte first = utf8[0];
        if (first >= 0x80 || first == 0x7f)
        {
            Rune.DecodeFromUtf8(utf8, out Rune rune, out int size);
            if (AsciiText.IsTerminalControl(rune.Value))
            {
                written = Unicode(rune.Value, space);
            }
            else
            {
                utf8[..size].CopyTo(space);
                written = size;
            }

            return size;
        }

        byte letter = first switch
        {
            (byte)'"' or (byte)'\\' => first,
            (byte)'\b' => (byte)'b',
            (byte)'\t' => (byte)'t',
            (byte)'\n' => (byte)'n',
            (byte)'\f' => (byte)'f',
            (byte)'\r' => (byte)'r',
            _ => 0,
        };
        if (letter == 0)
        {
            written = Unicode(first, space);
        }
        else
        {
            space[0] = (byte)'\\';
            space[1] = letter;
            written = 2;
        }

        return 1;
    }

    private static int Unicode(int code, Span<byte> space)
    {
        "\\u"u8.CopyTo(space);
        for (int i = 0; i < 4; i++)
        {
            space[2 + i] = "0123456789abcdef"u8[(code >> (12 - (4 * i))) & 15];
        }

        return 6;
    }
}
