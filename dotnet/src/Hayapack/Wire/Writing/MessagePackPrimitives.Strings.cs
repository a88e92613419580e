using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text.Unicode;

namespace Hayapack;

public static partial class MessagePackPrimitives
{
    /// <summary>The longest string, in characters (UTF-16), that <see cref="WriteString"/> accepts.</summary>
    public const int MaxShortString = 4096;

    /// <summary>
    /// The bytes that writing text may overwrite besides 3 per character: a header, and what <see cref="Utf8Blocks"/> needs.
    /// </summary>
    internal const int TextSlack = MaxHeaderSize + Utf8Blocks.Slack;

    /// <summary>Returns the number of free bytes that <see cref="WriteString"/> needs for a string.</summary>
    /// <param name="value">The string, or null.</param>
    /// <returns>The number of bytes, at least 1.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int MaxStringSize(string? value) =>
        value is null ? 1 : value.Length > MaxShortString ? TextSlack : (value.Length * 3) + TextSlack;

    /// <summary>Writes a string, or nil for null. Needs <see cref="MaxStringSize"/> free bytes.</summary>
    /// <param name="destination">The first byte to write.</param>
    /// <param name="value">The string, or null.</param>
    /// <returns>
    /// The number of bytes written, or 0 if the string has a lone surrogate or more than <see cref="MaxShortString"/>
    /// characters. Bytes may then have been overwritten, but none of them counts as written.
    /// </returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int WriteString(ref byte destination, string? value) =>
        value is null ? WriteNil(ref destination)
        : value.Length > MaxShortString ? 0
        : WriteText(ref destination, value);

    /// <summary>
    /// Writes text of at most <see cref="MaxShortString"/> characters. Needs 3 free bytes per character and
    /// <see cref="TextSlack"/> more.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int WriteText(ref byte destination, ReadOnlySpan<char> value)
    {
        // Assume that all characters are ASCII; if not, and the header is longer than assumed, move the text.
        int length = value.Length;
        int header = HeaderSize(length);
        ref byte first = ref Unsafe.Add(ref destination, header);
        int ascii = AsciiText.Narrow(value, ref first);
        if (ascii == length)
        {
            WriteStringHeader(ref destination, (uint)length);
            return header + length;
        }

        return WriteOtherText(ref destination, value, header, ascii);
    }

    /// <summary>
    /// Writes text that is not all ASCII. Its leading ASCII is already written after a header of the given size.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int WriteOtherText(ref byte destination, ReadOnlySpan<char> value, int header, int ascii)
    {
        int length = value.Length;
        if (HeaderSize(length * 3) != header)
        {
            // Three characters show how long the text becomes. If the estimate is wrong, the text is moved.
            int guessed = HeaderSize(length * (Size(value[0]) + Size(value[length >> 1]) + Size(value[length - 1])) / 3);
            if (guessed != header)
            {
                header = guessed;
                ascii = 0;
            }
        }

        Span<byte> target = MemoryMarshal.CreateSpan(ref Unsafe.Add(ref destination, header), (length * 3) + Utf8Blocks.Slack);
        int read = ascii + Utf8Blocks.Convert(value[ascii..], ref target[ascii], out int written);
        written += ascii;
        if (read < length)
        {
            if (Utf8.FromUtf16(value[read..], target[written..], out _, out int rest, replaceInvalidSequences: false) != OperationStatus.Done)
            {
                return 0;
            }

            written += rest;
        }

        int needed = HeaderSize(written);
        if (needed != header)
        {
            target[..written].CopyTo(MemoryMarshal.CreateSpan(ref Unsafe.Add(ref destination, needed), written));
        }

        WriteStringHeader(ref destination, (uint)written);
        return needed + written;
    }

    /// <summary>Returns the size in bytes of the header of a string of up to 3 * <see cref="MaxShortString"/> bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int HeaderSize(int length) => length <= 31 ? 1 : length <= byte.MaxValue ? 2 : 3;

    /// <summary>Returns the size in bytes of a character of the Basic Multilingual Plane in UTF-8.</summary>
    private static int Size(char character) => character < 0x80 ? 1 : character < 0x800 ? 2 : 3;
}
