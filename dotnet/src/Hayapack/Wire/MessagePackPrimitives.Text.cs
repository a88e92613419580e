using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text.Unicode;

namespace Hayapack;

public static partial class MessagePackPrimitives
{
    /// <summary>Text of up to this many characters can be written by <see cref="WriteString"/>.</summary>
    public const int MaxShortString = 4096;

    /// <summary>Bytes besides 3 for each character that writing text may touch: the header, and a block of 16 bytes.</summary>
    internal const int TextSlack = MaxHeaderSize + 16;

    /// <summary>Gives the capacity that <see cref="WriteString"/> needs.</summary>
    /// <param name="value">The text, or null.</param>
    /// <returns>In bytes.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int MaxStringSize(string? value) =>
        value is null ? 1 : value.Length > MaxShortString ? TextSlack : (value.Length * 3) + TextSlack;

    /// <summary>Writes text or nil. Needs <see cref="MaxStringSize"/> bytes.</summary>
    /// <param name="destination">Where to.</param>
    /// <param name="value">The text, or null.</param>
    /// <returns>
    /// The number of bytes written; 0 where the text has a lone surrogate or more than <see cref="MaxShortString"/>
    /// characters, and nothing counts as written.
    /// </returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int WriteString(ref byte destination, string? value) =>
        value is null ? WriteNil(ref destination)
        : value.Length > MaxShortString ? 0
        : WriteText(ref destination, value);

    /// <summary>
    /// Writes text of at most <see cref="MaxShortString"/> characters. Needs 3 bytes for each and <see cref="TextSlack"/>.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int WriteText(ref byte destination, ReadOnlySpan<char> value)
    {
        // Guess that all is ASCII; move the text when its header comes out longer.
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

    /// <summary>Goes on behind the ASCII at the front, which is written already behind a header of the length given.</summary>
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
