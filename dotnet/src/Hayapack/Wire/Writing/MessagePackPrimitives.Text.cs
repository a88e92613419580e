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
    /// The bytes that writing text may overwrite besides 3 per character: a header and one block of 16 bytes.
    /// </summary>
    internal const int TextSlack = MaxHeaderSize + 16;

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
        int header = length <= 31 ? 1 : length <= byte.MaxValue ? 2 : 3;
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
    /// Writes the characters after the leading ASCII, which is already written after a header of the given size.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int WriteOtherText(ref byte destination, ReadOnlySpan<char> value, int header, int ascii)
    {
        Span<byte> target = MemoryMarshal.CreateSpan(ref Unsafe.Add(ref destination, header), value.Length * 3);
        if (Utf8.FromUtf16(value[ascii..], target[ascii..], out _, out int written, replaceInvalidSequences: false) != OperationStatus.Done)
        {
            return 0;
        }

        written += ascii;
        int needed = written <= 31 ? 1 : written <= byte.MaxValue ? 2 : 3;
        if (needed != header)
        {
            target[..written].CopyTo(MemoryMarshal.CreateSpan(ref Unsafe.Add(ref destination, needed), written));
        }

        WriteStringHeader(ref destination, (uint)written);
        return needed + written;
    }
}
