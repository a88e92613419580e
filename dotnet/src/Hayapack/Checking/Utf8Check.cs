using System.Buffers;
using System.Text.Unicode;

namespace Hayapack.Checking;

/// <summary>Checks UTF-8 that spans several segments, without copying it into one.</summary>
internal static class Utf8Check
{
    internal static bool IsValid(in ReadOnlySequence<byte> text)
    {
        // The first bytes of a character that the end of a segment cuts off: up to 3.
        Span<byte> cut = stackalloc byte[8];
        int held = 0;
        foreach (ReadOnlyMemory<byte> part in text)
        {
            ReadOnlySpan<byte> span = part.Span;
            while (held > 0 && span.Length > 0)
            {
                cut[held++] = span[0];
                span = span[1..];
                if (held == SizeOf(cut[0]))
                {
                    if (!Utf8.IsValid(cut[..held]))
                    {
                        return false;
                    }

                    held = 0;
                }
            }

            int tail = CutOff(span);
            if (!Utf8.IsValid(span[..^tail]))
            {
                return false;
            }

            if (tail > 0)
            {
                span[^tail..].CopyTo(cut);
                held = tail;
            }
        }

        return held == 0;
    }

    /// <summary>Returns the number of bytes at the end that are the incomplete start of a character.</summary>
    private static int CutOff(ReadOnlySpan<byte> span)
    {
        for (int back = 1; back <= Math.Min(3, span.Length); back++)
        {
            byte first = span[^back];
            if (first >= 0xc0)
            {
                return SizeOf(first) > back ? back : 0;
            }

            if (first < 0x80)
            {
                return 0;
            }
        }

        return 0;
    }

    private static int SizeOf(byte first) => first switch
    {
        < 0xc0 => 1,
        < 0xe0 => 2,
        < 0xf0 => 3,
        _ => 4,
    };
}
