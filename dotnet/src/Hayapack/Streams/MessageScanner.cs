using Hayapack.Streams;

namespace Hayapack;

/// <summary>
/// Finds the end of a message while its bytes arrive. Each call continues where the last one stopped, so the work is linear in
/// the number of bytes, however they are split. Use it where the bytes come from something other than a stream or a pipe, for
/// which there is <see cref="MessagePackStreamReader"/>. Not thread-safe.
/// </summary>
/// <remarks>
/// It validates structure and limits, not UTF-8 and timestamps. It keeps nothing of the input, and about 16 bytes for each
/// container that is open.
/// </remarks>
/// <param name="limits">The limits of a message, or null for <see cref="MessagePackLimits.Default"/>.</param>
public sealed class MessageScanner(MessagePackLimits? limits = null)
{
    private MessageScan scan = new(limits ?? MessagePackLimits.Default);

    /// <summary>Continues until the message is complete or the bytes end.</summary>
    /// <param name="bytes">
    /// All bytes from the first one of the message that have arrived: those of the last call, at any address, and the new ones.
    /// Bytes after the message are ignored.
    /// </param>
    /// <param name="length">The length of the message in bytes; 0 if the result is false.</param>
    /// <returns>Whether the message is complete. Call <see cref="Reset"/> before the next one.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// <c>reserved_byte</c>, <c>too_deep</c>, <c>invalid_key</c>, <c>size_limit</c> or another limit, without a path; the offset is
    /// relative to the beginning of the message. Each further call throws it again.
    /// </exception>
    /// <exception cref="ArgumentException">There are fewer bytes than the last call has passed.</exception>
    public bool TryFindEnd(ReadOnlySpan<byte> bytes, out int length)
    {
        if (bytes.Length < scan.Cursor)
        {
            throw new ArgumentException($"{bytes.Length} bytes, fewer than the {scan.Cursor} of the last call.", nameof(bytes));
        }

        bool isComplete = scan.Continue(bytes);
        length = isComplete ? scan.Cursor : 0;
        return isComplete;
    }

    /// <summary>Prepares for the next message.</summary>
    public void Reset() => scan.Reset();
}
