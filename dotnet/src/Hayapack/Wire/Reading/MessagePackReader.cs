using System.Buffers;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Hayapack;

/// <summary>
/// Reads MessagePack from memory or from a <see cref="ReadOnlySequence{T}"/> of any number of segments. A copy of a
/// reader has its own position and depth. Not thread-safe.
/// </summary>
/// <remarks>
/// <para>
/// Read methods throw <see cref="MessagePackSerializationException"/> with an error name, the byte offset and a
/// message: <c>truncated</c> if the input ends within the value or a container declares more values than bytes remain,
/// <c>reserved_byte</c> for the byte c1, <c>unexpected_type</c> if the next value has another type, <c>int_range</c> if
/// a number does not fit. Others are named at the method.
/// </para>
/// </remarks>
public ref partial struct MessagePackReader
{
    // The window: `length` bytes from `first`, which begin at `windowOffset` of the input and of which `position` are read.
    // It is a whole segment, or an array with a copy of a value that spans segments. Only MoveWindow fills it.
    private ref byte first;
    private int position;
    private int length;
    private long windowOffset;
    private readonly long total;
    private readonly ReadOnlyMemory<byte> memory;
    private readonly SegmentedInput? segments;
    private ReadOnlySequenceSegment<byte>? segment;

    /// <summary>The only segment of an input of one segment, and the index in it at which the input begins.</summary>
    private readonly ReadOnlySequenceSegment<byte>? only;
    private readonly int onlyStart;

    private int depth;
    private int depthLimit;

    /// <summary>See <see cref="ReadsJsonForms"/>.</summary>
    private bool readsJsonForms;

    // See ReadNumbersFromText.
    private bool readsTextNumbers;
    private bool readsNamedFloats;

    /// <summary>See <see cref="StackProbe.Mark"/>.</summary>
    private nuint stackMark;

    /// <summary>The sum of the declared counts; see <see cref="Declare"/>.</summary>
    private long declared;

    /// <summary>See <see cref="CountSearched"/>.</summary>
    private long searched;

    /// <summary>1 more than the offset of <see cref="TagKey"/>.</summary>
    private long tagKey;

    /// <summary>Initializes a new instance of the <see cref="MessagePackReader"/> struct.</summary>
    /// <param name="memory">The input.</param>
    public MessagePackReader(ReadOnlyMemory<byte> memory)
        : this(memory.Span) => this.memory = memory;

    /// <summary>Initializes a new instance of the <see cref="MessagePackReader"/> struct.</summary>
    /// <param name="span">The input. Methods that return a <see cref="ReadOnlySequence{T}"/> copy it.</param>
    [OverloadResolutionPriority(-1)] // so that an array is taken as ReadOnlyMemory, which is not copied
    public MessagePackReader(ReadOnlySpan<byte> span)
    {
        first = ref MemoryMarshal.GetReference(span);
        length = span.Length;
        total = span.Length;
        depthLimit = DefaultDepthLimit;
        stackMark = StackProbe.Mark();
    }

    /// <summary>Initializes a new instance of the <see cref="MessagePackReader"/> struct.</summary>
    /// <param name="readOnlySequence">The input.</param>
    [OverloadResolutionPriority(1)] // for `new MessagePackReader(default)`, as with MessagePack-CSharp
    public MessagePackReader(scoped in ReadOnlySequence<byte> readOnlySequence)
    {
        depthLimit = DefaultDepthLimit;
        stackMark = StackProbe.Mark();
        total = readOnlySequence.Length;
        if (readOnlySequence.IsSingleSegment)
        {
            only = readOnlySequence.Start.GetObject() as ReadOnlySequenceSegment<byte>;
            onlyStart = readOnlySequence.Start.GetInteger();
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

    /// <summary>The depth limit of a reader that was used without options.</summary>
    internal const int DefaultDepthLimit = 1024;

    /// <summary>Gets or sets a token for formatters. The reader itself does not check it.</summary>
    public CancellationToken CancellationToken { get; set; }

    /// <summary>Gets or sets the number of open containers; see <see cref="MessagePackSecurity.DepthStep"/>.</summary>
    public int Depth
    {
        readonly get => depth;
        set => depth = value;
    }

    /// <summary>Gets the number of bytes read.</summary>
    public readonly long Consumed => windowOffset + position;

    /// <summary>Gets a value indicating whether the whole input is read.</summary>
    public readonly bool End => Consumed == total;

    /// <summary>Gets the number of bytes not yet read.</summary>
    public readonly long Remaining => total - Consumed;

    /// <summary>
    /// Gets a value indicating whether the next value is nil. Throws <c>truncated</c> at the end of the input.
    /// </summary>
    public bool IsNil => NextCode == MessagePackCode.Nil;

    /// <summary>Gets the type of the next value. Throws <c>truncated</c> at the end of the input.</summary>
    public MessagePackType NextMessagePackType => MessagePackCode.ToMessagePackType(NextCode);

    /// <summary>Gets a value indicating whether the next value is a str: the name of an enum. For generated code.</summary>
    /// <exception cref="MessagePackSerializationException"><c>truncated</c> at the end of the input.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public bool IsNextText
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => NextCode is var code && code > MessagePackCode.MaxFixInt && MessagePackCode.ToMessagePackType(code) == MessagePackType.String;
    }

    /// <summary>Gets the format byte of the next value. Throws <c>truncated</c> at the end of the input.</summary>
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

    /// <summary>Gets the whole input.</summary>
    public readonly ReadOnlySequence<byte> Sequence =>
        segments?.Sequence ?? (only is not null ? new ReadOnlySequence<byte>(only, onlyStart, only, onlyStart + (int)total) : OnePiece);

    private readonly ReadOnlySequence<byte> OnePiece => new ReadOnlySequence<byte>(memory.Length == total ? memory : WindowCopy());

    /// <summary>Gets the current position in <see cref="Sequence"/>, and in the sequence that the reader was created with.</summary>
    public readonly SequencePosition Position => Sequence.GetPosition(Consumed);

    /// <summary>Returns a copy of this reader, to look ahead.</summary>
    /// <returns>The reader.</returns>
    public readonly MessagePackReader CreatePeekReader() => this;

    /// <summary>Returns a reader for other input, with the same token, depth and depth limit.</summary>
    /// <param name="readOnlySequence">The input.</param>
    /// <returns>The reader.</returns>
    public readonly MessagePackReader Clone(scoped in ReadOnlySequence<byte> readOnlySequence) => new(readOnlySequence)
    {
        CancellationToken = CancellationToken,
        depth = depth,
        depthLimit = depthLimit,
    };

    /// <summary>Reads nil.</summary>
    /// <returns><see cref="Nil"/>.</returns>
    public Nil ReadNil()
    {
        if (NextCode != MessagePackCode.Nil)
        {
            ThrowUnexpected("nil");
        }

        position++;
        return Nil.Default;
    }

    /// <summary>Reads nil if the next value is nil; otherwise reads nothing.</summary>
    /// <returns>True if nil was read.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadNil()
    {
        if (NextCode != MessagePackCode.Nil)
        {
            return false;
        }

        position++;
        return true;
    }

    /// <summary>Reads a boolean.</summary>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool ReadBoolean()
    {
        uint value = (uint)NextCode - MessagePackCode.False;
        if (value > 1)
        {
            ThrowUnexpected("a bool");
        }

        position++;
        return value != 0;
    }

    /// <summary>Leaves a container, after its last value was read. For generated code.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void LeaveDepth() => depth--;

    /// <summary>Gets the number of containers that may be opened before the depth limit.</summary>
    internal readonly int DepthLeft => depthLimit - depth;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void EnterDepth(int limit)
    {
        int entered = depth + 1;
        if (entered > limit || StackProbe.IsBelow(stackMark))
        {
            CheckDepth(entered, limit);
        }

        depth = entered;
    }

    /// <summary>Returns a reader for the same input at an offset that this one has already passed.</summary>
    internal readonly MessagePackReader BackAt(long offset, int depthThere)
    {
        MessagePackReader back = this;
        back.segment = segments?.Start;
        back.depth = depthThere;
        back.declared = 0;
        back.searched = 0;
        back.tagKey = 0;
        back.MoveTo(offset);
        return back;
    }

    /// <summary>Sets the depth limit of <see cref="Skip"/>.</summary>
    internal void LimitDepth(int limit) => depthLimit = limit;

    /// <summary>
    /// Counts the values that a container declares, after its header was read and before memory is reserved for them. Each
    /// value takes at least one byte, so all containers of the input together declare at most as many values as it has
    /// bytes: throws <c>truncated</c> if they declare more. So the memory reserved for all open containers is bounded by the
    /// input. Headers of one byte, which declare at most 15 elements or entries, are not counted: the fast paths
    /// read them without this call.
    /// </summary>
    /// <param name="values">The number of values; each entry of a map counts as two.</param>
    /// <param name="start">The offset of the container.</param>
    internal void Declare(long values, long start)
    {
        if (Consumed - start == 1)
        {
            return;
        }

        declared += values;
        if (declared > total)
        {
            throw Fault(
                MessagePackErrorNames.Truncated, start, $"The containers up to here need {Counted(declared, "value")}, the input has {Counted(total, "byte")}.");
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void CheckDepth(int entered, int limit)
    {
        if (entered > limit)
        {
            ThrowTooDeep(Consumed, limit);
        }

        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            ThrowTooDeep(Consumed, $"The thread's stack has no space for more than {entered} levels of containers.");
        }

        stackMark = StackProbe.Mark();
    }
}
