using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Hayapack;

// Generated code passes the first free byte, its cursor, from method to method by value: in a register. The writer does not
// know how far it is until SetCursor, which must precede every other call of the writer but the ones of this file.
public ref partial struct MessagePackWriter
{
    /// <summary>Returns the first free byte. For generated code.</summary>
    /// <returns>The first free byte. No byte is reserved.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly ref byte GetCursor() => ref cursor;

    /// <summary>Marks all bytes before a cursor as written. Not checked. For generated code.</summary>
    /// <param name="at">The first free byte, in the writer's buffer.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetCursor(scoped ref byte at) => cursor = ref Unsafe.AsRef(in at);

    /// <summary>Returns a cursor before free bytes. For generated code.</summary>
    /// <param name="at">The first free byte, in the writer's buffer.</param>
    /// <param name="worst">The most bytes that the caller will write.</param>
    /// <returns>The first free byte; at least <paramref name="worst"/> bytes from there are free.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte Reserve(ref byte at, int worst)
    {
        if (Unsafe.ByteOffset(ref at, ref end) < worst)
        {
            return ref ReserveMore(ref at, worst);
        }

        return ref at;
    }

    /// <summary>Writes nil. For generated code.</summary>
    /// <param name="at">The first free byte, in the writer's buffer.</param>
    /// <returns>The first free byte after nil.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte WriteNil(ref byte at)
    {
        at = ref Reserve(ref at, 1);
        at = MessagePackCode.Nil;
        return ref Unsafe.Add(ref at, 1);
    }

    /// <summary>Writes a string, or nil for null. For generated code.</summary>
    /// <param name="at">The first free byte, in the writer's buffer.</param>
    /// <param name="value">The string, or null.</param>
    /// <returns>The first free byte after the string.</returns>
    /// <exception cref="MessagePackSerializationException"><c>lone_surrogate</c>.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public ref byte Write(ref byte at, string? value)
    {
        at = ref Reserve(ref at, MessagePackPrimitives.MaxStringSize(value));
        int written = MessagePackPrimitives.WriteString(ref at, value);
        if (written == 0)
        {
            return ref WriteUncommonText(ref at, value!, 0);
        }

        return ref Unsafe.Add(ref at, written);
    }

    /// <summary>
    /// Writes text that <see cref="MessagePackPrimitives.WriteString"/> did not, because it is long or has a lone
    /// surrogate. For generated code.
    /// </summary>
    /// <param name="at">The first free byte, in the writer's buffer.</param>
    /// <param name="value">The text.</param>
    /// <param name="worst">The number of bytes to reserve after the text.</param>
    /// <returns>The first free byte after the text.</returns>
    /// <exception cref="MessagePackSerializationException"><c>lone_surrogate</c>.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public ref byte WriteUncommonText(ref byte at, string value, int worst)
    {
        SetCursor(ref at);
        Write(value);
        return ref Reserve(worst);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref byte ReserveMore(ref byte at, int worst)
    {
        SetCursor(ref at);
        Grow(worst);
        return ref cursor;
    }
}
