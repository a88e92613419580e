using System.Buffers;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Hayapack;

/// <summary>
/// Writes MessagePack into an <see cref="IBufferWriter{T}"/>. What was written reaches it with <see cref="Flush"/>.
/// Not thread-safe.
/// </summary>
/// <remarks>
/// The buffer is <c>capacity</c> bytes from <c>first</c>, of which <c>position</c> are written. It is a span of the
/// output, or an array of <see cref="ScratchArray"/> when the result is to be an array.
/// </remarks>
public ref partial struct MessagePackWriter
{
    private readonly IBufferWriter<byte>? output;
    private ref byte first;
    private int position;
    private int capacity;
    private byte[]? scratch;
    private long flushed;
    private int depth;

    /// <summary>Initializes a new instance of the <see cref="MessagePackWriter"/> struct.</summary>
    /// <param name="writer">Takes what is written.</param>
    public MessagePackWriter(IBufferWriter<byte> writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        output = writer;
    }

    /// <summary>Initializes a new instance of the <see cref="MessagePackWriter"/> struct that collects in an array.</summary>
    /// <param name="scratch">The array, which <see cref="TakeScratch"/> gives back: it or a larger one.</param>
    internal MessagePackWriter(byte[] scratch)
    {
        this.scratch = scratch;
        first = ref MemoryMarshal.GetArrayDataReference(scratch);
        capacity = scratch.Length;
    }

    /// <summary>Gets or sets a token that long writes look at.</summary>
    public CancellationToken CancellationToken { get; set; }

    /// <summary>
    /// Gets or sets a value indicating whether to write the format before 2013: str for bytes, no str of 8 bits' length, no
    /// timestamps. To be set before <see cref="MessagePackSerializer"/> is called with the writer.
    /// </summary>
    public bool OldSpec { get; set; }

    /// <summary>Gets the number of bytes written so far.</summary>
    public readonly long Written => flushed + position;

    /// <summary>
    /// Gives a reference to at least as many free bytes, to be followed by <see cref="Commit"/>. For generated code.
    /// </summary>
    /// <param name="worst">The most bytes that will be written.</param>
    /// <returns>The first free byte.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte Reserve(int worst)
    {
        if (capacity - position < worst)
        {
            Grow(worst);
        }

        return ref Unsafe.Add(ref first, position);
    }

    /// <summary>Counts bytes as written. For generated code.</summary>
    /// <param name="count">Not more than was reserved.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Commit(int count) => position += count;

    /// <summary>Enters an object, before its header is written. For generated code.</summary>
    /// <param name="options">The options with the limit.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EnterDepth(MessagePackSerializerOptions options)
    {
        int entered = depth + 1;
        if (entered > options.MaximumDepth || (entered & StackProbe.Mask) == 0)
        {
            CheckDepth(entered, options.MaximumDepth);
        }

        depth = entered;
    }

    /// <summary>Leaves an object, after its last member. For generated code.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void LeaveDepth() => depth--;

    /// <summary>Gives room for at least as many bytes; follow it with <see cref="Advance"/>.</summary>
    /// <param name="length">At least so many.</param>
    /// <returns>The room.</returns>
    public Span<byte> GetSpan(int length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        ref byte start = ref Reserve(Math.Max(length, 1));
        return MemoryMarshal.CreateSpan(ref start, capacity - position);
    }

    /// <summary>Counts bytes as written that went into <see cref="GetSpan"/>'s.</summary>
    /// <param name="length">Their number.</param>
    public void Advance(int length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(length, capacity - position);
        position += length;
    }

    /// <summary>Hands all that was written to the output.</summary>
    public void Flush()
    {
        if (output is not null && position > 0)
        {
            int count = position;
            position = 0;
            capacity = 0;
            first = ref Unsafe.NullRef<byte>();
            flushed += count;
            output.Advance(count);
        }
    }

    /// <summary>Gives what was collected in the array.</summary>
    internal readonly ReadOnlySpan<byte> Collected => MemoryMarshal.CreateReadOnlySpan(ref first, position);

    /// <summary>Copies what was collected into an array of its length, which is not cleared before.</summary>
    internal readonly byte[] ToArray()
    {
        byte[] copy = GC.AllocateUninitializedArray<byte>(position);
        Collected.CopyTo(copy);
        return copy;
    }

    /// <summary>Gives a writer that collects a value of this one's message elsewhere, with the same token and depth.</summary>
    internal readonly MessagePackWriter Collector(byte[] array) => new(array) { CancellationToken = CancellationToken, OldSpec = OldSpec, depth = depth };

    /// <summary>Gives the array to its owner.</summary>
    internal byte[] TakeScratch()
    {
        byte[] taken = scratch!;
        scratch = null;
        first = ref Unsafe.NullRef<byte>();
        capacity = 0;
        return taken;
    }

    /// <summary>Takes <see cref="OldSpec"/> from the options, or gives options that have the writer's.</summary>
    internal MessagePackSerializerOptions Adopt(MessagePackSerializerOptions options)
    {
        OldSpec = options.OldSpec ?? OldSpec;
        return OldSpec ? options.WithOldSpec() : options;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(int worst)
    {
        if (output is null)
        {
            if (scratch is null)
            {
                throw new InvalidOperationException("This MessagePackWriter was created without an output.");
            }

            scratch = ScratchArray.Grow(scratch, position, worst);
            first = ref MemoryMarshal.GetArrayDataReference(scratch);
            capacity = scratch.Length;
            return;
        }

        Flush();
        Span<byte> room = output.GetSpan(Math.Max(worst, 256));
        if (room.Length < worst)
        {
            throw new InvalidOperationException($"The IBufferWriter<byte> returned {room.Length} bytes when {worst} were requested.");
        }

        first = ref MemoryMarshal.GetReference(room);
        capacity = room.Length;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly void CheckDepth(int entered, int limit)
    {
        if (entered > limit)
        {
            throw new MessagePackSerializationException(
                MessagePackErrorNames.TooDeep, Written, $"The objects are nested deeper than the limit of {limit}, or form a cycle.");
        }

        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            throw new MessagePackSerializationException(
                MessagePackErrorNames.TooDeep, Written, $"The thread's stack has no space for more than {entered} levels of objects.");
        }
    }
}
