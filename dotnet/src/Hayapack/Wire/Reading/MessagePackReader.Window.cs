using System.Buffers;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Hayapack;

// The bytes in reach: a segment of the input, or a copy of a value that spans segments.
public ref partial struct MessagePackReader
{
    /// <summary>
    /// Returns a reference to the next byte, if the window contains the given number of bytes from there. Generated
    /// code reads a run of values through it and then calls <see cref="Advance"/>.
    /// </summary>
    /// <param name="count">The number of bytes that the run can take at most.</param>
    /// <returns>The reference, or a null reference if the window has fewer bytes.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly ref byte TryPeek(int count) =>
        ref length - position >= count ? ref Unsafe.Add(ref first, position) : ref Unsafe.NullRef<byte>();

    /// <summary>
    /// Returns a reference to the next byte for a run of values, if the window contains all of the run or is the whole input.
    /// In the second case the run might end after the input: the Take methods compare with <paramref name="left"/>.
    /// </summary>
    /// <param name="count">The number of bytes that the run can take at most.</param>
    /// <param name="left">The number of bytes of the window from the reference on, at least 0.</param>
    /// <returns>The reference, or a null reference if the values must be read one by one.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly ref byte PeekRun(int count, out int left)
    {
        left = length - position;
        return ref left >= count || segments is null ? ref Unsafe.Add(ref first, position) : ref Unsafe.NullRef<byte>();
    }

    /// <summary>
    /// Moves the position forward after reading through <see cref="TryPeek"/>. Not checked. For generated code.
    /// </summary>
    /// <param name="count">The number of bytes read, at most what <see cref="TryPeek"/> was called with.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Advance(int count) => position += count;

    /// <summary>Gets the number of unread bytes in the window.</summary>
    internal readonly int WindowLeft => length - position;

    /// <summary>Gets the segment of the window or one before it; null if the input is one piece of memory.</summary>
    internal readonly ReadOnlySequenceSegment<byte>? Segment => segment;

    /// <summary>Makes the window have as many unread bytes; returns false if the input has fewer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool Ensure(int count) => length - position >= count || MoveWindow(count);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool MoveWindow(int count)
    {
        long at = Consumed;
        if (segments is null || total - at < count)
        {
            return false;
        }

        ReadOnlySpan<byte> span = segments.Window(ref segment, at, count);
        first = ref MemoryMarshal.GetReference(span);
        length = span.Length;
        position = 0;
        windowOffset = at;
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void NeedNext()
    {
        if (!MoveWindow(1))
        {
            ThrowTruncated(Consumed);
        }
    }

    /// <summary>Moves the position back to an offset of the input, without passing all segments before it.</summary>
    /// <param name="offset">The offset.</param>
    /// <param name="from"><see cref="Segment"/> as it was at the offset.</param>
    internal void MoveBackTo(long offset, ReadOnlySequenceSegment<byte>? from)
    {
        segment = from;
        MoveTo(offset);
    }

    /// <summary>Moves the position forward to an offset that is known to lie within the input.</summary>
    internal void MoveTo(long offset)
    {
        windowOffset = offset;
        if (segments is null)
        {
            windowOffset = 0;
            position = (int)offset;
            return;
        }

        position = 0;
        length = 0;
    }

    private readonly byte[] WindowCopy() => MemoryMarshal.CreateReadOnlySpan(ref first, length).ToArray();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly ReadOnlySpan<byte> Span(int from, int count) =>
        MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref first, position + from), count);
}
