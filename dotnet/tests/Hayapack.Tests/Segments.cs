using System.Buffers;
using System.Globalization;

namespace Hayapack.Tests;

/// <summary>Input in several segments.</summary>
internal static class Segments
{
    private const int SmallSegment = 64;
    private const int LongestInSmallSegments = 200_000;

    /// <summary>
    /// Inputs of up to so many bytes are cut at every offset. HAYAPACK_EVERY_SPLIT=N says how many (300): a run takes
    /// quadratic time in it.
    /// </summary>
    private static readonly int EverySplitUpTo =
        Environment.GetEnvironmentVariable("HAYAPACK_EVERY_SPLIT") is { Length: > 0 } text ? int.Parse(text, CultureInfo.InvariantCulture) : 300;

    /// <summary>
    /// The input in one piece, then at every split into two. Longer input is cut near its ends and at some offsets between,
    /// and into segments of 64 bytes, the first of them of each length up to 64: so that every offset is an end of a
    /// segment in linear time.
    /// </summary>
    internal static IEnumerable<ReadOnlySequence<byte>> Splits(byte[] bytes)
    {
        yield return new ReadOnlySequence<byte>(bytes);
        foreach (int at in Places(bytes.Length))
        {
            yield return Split(bytes, at);
        }

        for (int first = 1; first <= SmallSegment && bytes.Length > EverySplitUpTo && bytes.Length <= LongestInSmallSegments; first++)
        {
            yield return Split(bytes, Enumerable.Range(0, (bytes.Length - first) / SmallSegment).Select(i => first + (i * SmallSegment)).ToArray());
        }
    }

    internal static ReadOnlySequence<byte> Split(byte[] bytes, params int[] places)
    {
        Segment? start = null, end = null;
        int from = 0;
        foreach (int to in places.Append(bytes.Length))
        {
            // A copy of its own, so that reading past a segment's end is not rewarded.
            end = new Segment(bytes.AsMemory(from, to - from).ToArray(), end);
            start ??= end;
            from = to;
        }

        return new ReadOnlySequence<byte>(start!, 0, end!, end!.Memory.Length);
    }

    internal static ReadOnlySequence<byte> Each(byte[] bytes, int size) =>
        Split(bytes, Enumerable.Range(1, Math.Max(0, (bytes.Length - 1) / size)).Select(i => i * size).ToArray());

    /// <summary>The lengths of the prefixes that vectors/README.md names.</summary>
    internal static IEnumerable<int> PrefixLengths(int length) => length <= 64
        ? Enumerable.Range(0, length)
        : Enumerable.Range(0, 64).Concat(Enumerable.Range(Math.Max(64, length - 64), Math.Min(64, length - 64)));

    private static IEnumerable<int> Places(int length) => length <= EverySplitUpTo
        ? Enumerable.Range(0, length + 1)
        : length > 20_000 ? [1, 2, 5, length / 3, length / 2, length - 2, length - 1]
        : Enumerable.Range(0, 20).Concat(Enumerable.Range(1, 9).Select(i => (int)((long)length * i / 10)))
            .Concat(Enumerable.Range(length - 20, 21)).Distinct();

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        internal Segment(ReadOnlyMemory<byte> memory, Segment? before)
        {
            Memory = memory;
            if (before is not null)
            {
                RunningIndex = before.RunningIndex + before.Memory.Length;
                before.Next = this;
            }
        }
    }
}
