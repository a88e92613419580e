using System.Buffers;
using System.Globalization;

namespace Hayapack.Tests;

/// <summary>Splits inputs into segments.</summary>
internal static class Segments
{
    private const int SmallSegment = 64;

    private static readonly string? Setting = Environment.GetEnvironmentVariable("HAYAPACK_EVERY_SPLIT");

    /// <summary>
    /// Inputs of up to this many bytes are split at every offset, which takes quadratic time. HAYAPACK_EVERY_SPLIT=N sets it;
    /// the default is 300.
    /// </summary>
    private static readonly int EverySplitUpTo = Setting is { Length: > 0 } text ? int.Parse(text, CultureInfo.InvariantCulture) : 300;

    /// <summary>Inputs of up to this many bytes are split into small segments at every phase; more with HAYAPACK_EVERY_SPLIT.</summary>
    private static readonly int LongestInSmallSegments = Setting is { Length: > 0 } ? 200_000 : 20_000;

    /// <summary>
    /// Returns the input as one segment, then split into two segments at every offset. A longer input is split only near its
    /// ends and at some offsets between. It is also split into segments of 64 bytes, once for each length of the first
    /// segment from 1 to 64, so that every offset ends a segment, in linear time.
    /// </summary>
    internal static IEnumerable<ReadOnlySequence<byte>> Splits(byte[] bytes)
    {
        yield return new ReadOnlySequence<byte>(bytes);
        foreach (int at in Offsets(bytes.Length))
        {
            yield return Split(bytes, at);
        }

        for (int first = 1; first <= SmallSegment && bytes.Length > EverySplitUpTo && bytes.Length <= LongestInSmallSegments; first++)
        {
            yield return Split(bytes, Enumerable.Range(0, (bytes.Length - first) / SmallSegment).Select(i => first + (i * SmallSegment)).ToArray());
        }
    }

    internal static ReadOnlySequence<byte> Split(byte[] bytes, params int[] offsets)
    {
        Segment? start = null, end = null;
        int from = 0;
        foreach (int to in offsets.Append(bytes.Length))
        {
            // Each segment is a separate copy, so that reading past its end does not find the next bytes.
            end = new Segment(bytes.AsMemory(from, to - from).ToArray(), end);
            start ??= end;
            from = to;
        }

        return new ReadOnlySequence<byte>(start!, 0, end!, end!.Memory.Length);
    }

    internal static ReadOnlySequence<byte> Each(byte[] bytes, int size) =>
        Split(bytes, Enumerable.Range(1, Math.Max(0, (bytes.Length - 1) / size)).Select(i => i * size).ToArray());

    /// <summary>
    /// Returns the lengths of the prefixes that vectors/README.md prescribes; for an input that is not split into small
    /// segments at every phase either, every 16th of them.
    /// </summary>
    internal static IEnumerable<int> PrefixLengths(int length) => length <= 64
        ? Enumerable.Range(0, length)
        : Enumerable.Range(0, 64).Concat(Enumerable.Range(Math.Max(64, length - 64), Math.Min(64, length - 64)))
            .Where((_, i) => length <= LongestInSmallSegments || i % 16 == 0);

    private static IEnumerable<int> Offsets(int length) => length <= EverySplitUpTo
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
