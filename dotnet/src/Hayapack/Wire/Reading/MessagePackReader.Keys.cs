using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Hayapack;

// Keys of maps that become objects, for generated code and formatters.
public ref partial struct MessagePackReader
{
    /// <summary>
    /// Reads a map key that must be a string as its bytes, without a check that they are UTF-8. For generated code.
    /// </summary>
    /// <returns>The bytes.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// <c>invalid_key</c> if the key is not a string, and the errors of all read methods.
    /// </exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> ReadKeySpan()
    {
        uint size = (uint)NextCode - MessagePackCode.MinFixStr;
        if (size <= 31 && length - position > (int)size)
        {
            ReadOnlySpan<byte> span = MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref first, position + 1), (int)size);
            position += 1 + (int)size;
            return span;
        }

        return ReadKeySpanSlow();
    }

    /// <summary>Reads an expected key of at most 8 bytes with its header, if it is the next value. For generated code.</summary>
    /// <param name="size">The number of bytes.</param>
    /// <param name="word">The bytes, little-endian, followed by zeros.</param>
    /// <returns>False if nothing was read: another value follows, or the key is not seen at the end of a window.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadKey(int size, ulong word)
    {
        if (length - position < 8 || (MessagePackPrimitives.Load64(ref first, position) & (ulong.MaxValue >> (64 - (8 * size)))) != word)
        {
            return false;
        }

        position += size;
        return true;
    }

    /// <summary>The same for a key of 9 to 16 bytes.</summary>
    /// <param name="size">The number of bytes.</param>
    /// <param name="head">The first 8 bytes.</param>
    /// <param name="tail">The last 8 bytes.</param>
    /// <returns>False if nothing was read.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadKey(int size, ulong head, ulong tail)
    {
        if (length - position < size || MessagePackPrimitives.Load64(ref first, position) != head
            || MessagePackPrimitives.Load64(ref first, position + size - 8) != tail)
        {
            return false;
        }

        position += size;
        return true;
    }

    /// <summary>The same for a key of 17 to 32 bytes.</summary>
    /// <param name="size">The number of bytes.</param>
    /// <param name="head">The first 8 bytes.</param>
    /// <param name="second">The next 8 bytes.</param>
    /// <param name="third">The 8 bytes from the 17th on, or the last ones if fewer follow.</param>
    /// <param name="tail">The last 8 bytes.</param>
    /// <returns>False if nothing was read.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadKey(int size, ulong head, ulong second, ulong third, ulong tail)
    {
        ref byte at = ref Unsafe.Add(ref first, position);
        if (length - position < size || MessagePackPrimitives.Load64(ref at, 0) != head || MessagePackPrimitives.Load64(ref at, 8) != second
            || MessagePackPrimitives.Load64(ref at, Math.Min(16, size - 8)) != third || MessagePackPrimitives.Load64(ref at, size - 8) != tail)
        {
            return false;
        }

        position += size;
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReadOnlySpan<byte> ReadKeySpanSlow()
    {
        byte code = NextCode;
        if (code != MessagePackCode.NeverUsed && MessagePackCode.ToMessagePackType(code) != MessagePackType.String)
        {
            throw Fault(MessagePackErrorNames.InvalidKey, Consumed, $"Expected a string as a key, found {Found()}.");
        }

        return ReadStringSpanSlow();
    }
}
