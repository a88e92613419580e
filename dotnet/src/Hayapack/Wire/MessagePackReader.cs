using System.Buffers;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Hayapack;

/// <summary>
/// Reads MessagePack from memory or from a <see cref="ReadOnlySequence{T}"/> in any number of segments.
/// A copy of a reader reads on its own. Not thread-safe.
/// </summary>
/// <remarks>
/// The reader looks through a window: <c>length</c> bytes from <c>first</c>, which begin at <c>windowOffset</c> of the
/// input, and of which <c>position</c> are read. The window is a whole segment, or an array into which a value was
/// gathered that lies across segments. All but <see cref="MoveWindow"/> works on the window alone.
/// </remarks>
public ref partial struct MessagePackReader
{
    private ref byte first;
    private int position;
    private int length;
    private long windowOffset;
    private readonly long total;
    private readonly ReadOnlyMemory<byte> memory;
    private readonly SegmentedInput? segments;
    private ReadOnlySequenceSegment<byte>? segment;
    private int depth;
    private int depthLimit;

    /// <summary>Initializes a new instance of the <see cref="MessagePackReader"/> struct.</summary>
    /// <param name="memory">The input.</param>
    public MessagePackReader(ReadOnlyMemory<byte> memory)
        : this(memory.Span) => this.memory = memory;

    /// <summary>Initializes a new instance of the <see cref="MessagePackReader"/> struct.</summary>
    /// <param name="span">The input.</param>
    public MessagePackReader(ReadOnlySpan<byte> span)
    {
        first = ref MemoryMarshal.GetReference(span);
        length = span.Length;
        total = span.Length;
        depthLimit = DefaultDepthLimit;
    }

    /// <summary>Initializes a new instance of the <see cref="MessagePackReader"/> struct.</summary>
    /// <param name="readOnlySequence">The input.</param>
    public MessagePackReader(scoped in ReadOnlySequence<byte> readOnlySequence)
    {
        depthLimit = DefaultDepthLimit;
        total = readOnlySequence.Length;
        if (readOnlySequence.IsSingleSegment)
        {
            memory = readOnlySequence.First;
            ReadOnlySpan<byte> span = memory.Span;
            first = ref MemoryMarshal.GetReference(span);
            length = span.Length;
        }
        else
        {
            segments = new SegmentedInput(readOnlySequence);
            segment = segments.Start;
        }
    }

    /// <summary>The depth limit of a reader that was given no options.</summary>
    internal const int DefaultDepthLimit = 1024;

    /// <summary>Gets or sets a token that long reads look at.</summary>
    public CancellationToken CancellationToken { get; set; }

    /// <summary>Gets or sets how many containers are open; see <see cref="MessagePackSecurity.DepthStep"/>.</summary>
    public int Depth
    {
        readonly get => depth;
        set => depth = value;
    }

    /// <summary>Gets the number of bytes read.</summary>
    public readonly long Consumed => windowOffset + position;

    /// <summary>Gets a value indicating whether all is read.</summary>
    public readonly bool End => Consumed == total;

    /// <summary>Gets the number of bytes that are left.</summary>
    public readonly long Remaining => total - Consumed;

    /// <summary>Gets a value indicating whether the next value is nil.</summary>
    public bool IsNil => NextCode == MessagePackCode.Nil;

    /// <summary>Gets the type of the next value.</summary>
    public MessagePackType NextMessagePackType => MessagePackCode.ToMessagePackType(NextCode);

    /// <summary>Gets the format byte of the next value.</summary>
    public byte NextCode
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            if (position >= length)
            {
                NeedNext();
            }

            return Unsafe.Add(ref first, position);
        }
    }

    /// <summary>Gets the input.</summary>
    public readonly ReadOnlySequence<byte> Sequence =>
        segments?.Sequence ?? new ReadOnlySequence<byte>(memory.Length == total ? memory : WindowCopy());

    /// <summary>Gets the position in <see cref="Sequence"/>.</summary>
    public readonly SequencePosition Position => Sequence.GetPosition(Consumed);

    /// <summary>Gives a reader for the same input that begins where this one is.</summary>
    /// <returns>The reader.</returns>
    public readonly MessagePackReader CreatePeekReader() => this;

    /// <summary>Gives a reader for other input, with the same token, depth and limit.</summary>
    /// <param name="readOnlySequence">The input.</param>
    /// <returns>The reader.</returns>
    public readonly MessagePackReader Clone(scoped in ReadOnlySequence<byte> readOnlySequence) => new(readOnlySequence)
    {
        CancellationToken = CancellationToken,
        depth = depth,
        depthLimit = depthLimit,
    };

    /// <summary>Enters a container, before its header is read. For generated code.</summary>
    /// <param name="options">The options with the limit.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EnterDepth(MessagePackSerializerOptions options) => EnterDepth(options.MaximumDepth);

    /// <summary>Leaves a container, after its last value. For generated code.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void LeaveDepth() => depth--;

    /// <summary>
    /// Gives a reference to the next bytes where so many are there in one piece. For generated code, to read a run of
    /// values and then <see cref="Advance"/>.
    /// </summary>
    /// <param name="count">How many bytes are looked at.</param>
    /// <returns>The next byte, or a null reference.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly ref byte TryPeek(int count) =>
        ref length - position >= count ? ref Unsafe.Add(ref first, position) : ref Unsafe.NullRef<byte>();

    /// <summary>Counts bytes of <see cref="TryPeek"/> as read. For generated code.</summary>
    /// <param name="count">How many; not more than were looked at.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Advance(int count) => position += count;

    /// <summary>Gets how many bytes are left in the window.</summary>
    internal readonly int WindowLeft => length - position;

    /// <summary>Gets how many containers may still be opened.</summary>
    internal readonly int DepthLeft => depthLimit - depth;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void EnterDepth(int limit)
    {
        int entered = depth + 1;
        if (entered > limit || (entered & StackProbe.Mask) == 0)
        {
            CheckDepth(entered, limit);
        }

        depth = entered;
    }

    /// <summary>Gives a reader for the same input that begins at an offset that was read before.</summary>
    internal readonly MessagePackReader BackAt(long offset, int depthThere)
    {
        MessagePackReader back = this;
        back.segment = segments?.Start;
        back.depth = depthThere;
        back.MoveTo(offset);
        return back;
    }

    /// <summary>Sets the limit for what is skipped.</summary>
    internal void LimitDepth(int limit) => depthLimit = limit;

    /// <summary>Makes the window begin at the next byte and hold at least as many; false where the input ends before.</summary>
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

    private readonly byte[] WindowCopy() => MemoryMarshal.CreateReadOnlySpan(ref first, length).ToArray();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly void CheckDepth(int entered, int limit)
    {
        if (entered > limit)
        {
            ThrowTooDeep(Consumed, $"The containers are nested deeper than the limit of {limit}.");
        }

        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            ThrowTooDeep(Consumed, $"The thread's stack has no space for more than {entered} levels of containers.");
        }
    }
}
