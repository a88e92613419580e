using System.Buffers.Binary;
using System.ComponentModel;

namespace Hayapack.Internal;

/// <summary>
/// Takes the name of a member apart into integers of eight bytes, as formatters do that MessagePack-CSharp's
/// tools once generated, and formatters written after them. Thread-safe.
/// </summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class AutomataKeyGen
{
    /// <summary>
    /// Gets the first eight bytes as a little-endian integer, or all that are left if there are fewer, with
    /// zeros above them; <paramref name="span"/> then begins behind them.
    /// </summary>
    /// <param name="span">The rest of a name in UTF-8.</param>
    /// <exception cref="MessagePackSerializationException"><paramref name="span"/> is empty.</exception>
    public static ulong GetKey(ref ReadOnlySpan<byte> span)
    {
        if (span.Length >= sizeof(ulong))
        {
            ulong whole = BinaryPrimitives.ReadUInt64LittleEndian(span);
            span = span[sizeof(ulong)..];
            return whole;
        }
        if (span.IsEmpty)
        {
            throw new MessagePackSerializationException("The name has no bytes left.");
        }
        ulong key = 0;
        for (int i = span.Length - 1; i >= 0; i--)
        {
            key = key << 8 | span[i];
        }
        span = default;
        return key;
    }
}
