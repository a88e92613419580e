using System.Buffers;

namespace Hayapack.SignalR;

/// <summary>
/// The frame of a message: its length, least significant 7 bits first, with the high bit set in all bytes but the last;
/// then the message.
/// </summary>
internal static class HubFrame
{
    /// <summary>The most bytes that a length has: lengths are below 2 GiB.</summary>
    internal const int MaxPrefix = 5;

    /// <summary>A larger buffer is not kept for the next message of a thread.</summary>
    private const int MaxKept = 256 * 1024;

    [ThreadStatic]
    private static ArrayBufferWriter<byte>? kept;

    /// <summary>Takes the first message out of the input, if it is there whole.</summary>
    /// <exception cref="InvalidDataException">The length is malformed or over the limit; known before the message is there.</exception>
    internal static bool TryRead(ref ReadOnlySequence<byte> input, int maximumLength, out ReadOnlySequence<byte> payload)
    {
        payload = default;
        Span<byte> prefix = stackalloc byte[MaxPrefix];
        prefix = prefix[..(int)Math.Min(MaxPrefix, input.Length)];
        input.Slice(0, prefix.Length).CopyTo(prefix);
        long length = 0;
        int count = 0;
        bool more = true;
        while (more && count < prefix.Length)
        {
            length |= (long)(prefix[count] & 0x7f) << (7 * count);
            more = (prefix[count] & 0x80) != 0;
            count++;
        }

        if (more && count < MaxPrefix)
        {
            return false;
        }

        if (more || length > maximumLength)
        {
            throw new InvalidDataException(more
                ? $"The length of a message has more than {MaxPrefix} bytes."
                : $"A message has {length} bytes; the limit is {maximumLength}.");
        }

        if (input.Length - count < length)
        {
            return false;
        }

        payload = input.Slice(count, length);
        input = input.Slice(payload.End);
        return true;
    }

    /// <summary>Writes the length of a message and returns the number of bytes.</summary>
    internal static int WritePrefix(Span<byte> output, int length)
    {
        uint rest = (uint)length;
        int count = 0;
        while (rest > 0x7f)
        {
            output[count++] = (byte)(rest | 0x80);
            rest >>= 7;
        }

        output[count++] = (byte)rest;
        return count;
    }

    /// <summary>Returns an empty buffer. A formatter that writes another message meanwhile gets another one.</summary>
    internal static ArrayBufferWriter<byte> TakeScratch()
    {
        ArrayBufferWriter<byte>? scratch = kept;
        kept = null;
        return scratch ?? new ArrayBufferWriter<byte>(1024);
    }

    /// <summary>Keeps a buffer for the next message of this thread.</summary>
    internal static void ReturnScratch(ArrayBufferWriter<byte> scratch)
    {
        if (scratch.Capacity <= MaxKept)
        {
            scratch.ResetWrittenCount();
            kept = scratch;
        }
    }
}
