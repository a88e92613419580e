using System.Buffers;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Hayapack;

/// <summary>
/// Writes MessagePack into an <see cref="IBufferWriter{T}"/>. Call <see cref="Flush"/> at the end; before that, the
/// last values might not have reached it. Not thread-safe.
/// </summary>
/// <remarks>
/// Pass it by reference: a copy does not see what the other one writes. A failed write throws
/// <see cref="MessagePackSerializationException"/>; the bytes of earlier values may have reached the output by then.
/// </remarks>
public ref partial struct MessagePackWriter
{
    private readonly IBufferWriter<byte>? output;

    // The buffer begins at `first` and is written up to `cursor`; from there to `end` it is free. It is a span of the output
    // or, if the result is to be an array, one of ScratchArray or the result itself. For BeginPart it is a part of another
    // writer's buffer, and an array once that is full. Before the first value and after Flush all three are null references:
    // no free bytes.
    private ref byte first;
    private ref byte cursor;
    private ref byte end;
    private byte[]? scratch;

    /// <summary>The buffer, if it was allocated for the whole message; see <see cref="ExpectWhole"/>.</summary>
    private byte[]? whole;
    private ScratchArray? threadArray;
    private readonly bool growsIntoThreadArray;
    private long flushed;
    private int depth;

    /// <summary>See <see cref="StackProbe.Mark"/>.</summary>
    private nuint stackMark;

    /// <summary>Initializes a new instance of the <see cref="MessagePackWriter"/> struct.</summary>
    /// <param name="writer">The output.</param>
    /// <exception cref="ArgumentNullException">The output is null.</exception>
    public MessagePackWriter(IBufferWriter<byte> writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        output = writer;
        stackMark = StackProbe.Mark();
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="MessagePackWriter"/> struct that writes into an array, and then into what
    /// the output returns.
    /// </summary>
    /// <param name="writer">The output. It counts the bytes of the array as its own: <see cref="Flush"/> tells it their number.</param>
    /// <param name="first">The array.</param>
    internal MessagePackWriter(IBufferWriter<byte> writer, byte[] first)
    {
        output = writer;
        SetBuffer(first, 0);
        stackMark = StackProbe.Mark();
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="MessagePackWriter"/> struct that writes into an array.
    /// </summary>
    /// <param name="scratch">The array; <see cref="TakeScratch"/> returns it or a larger one.</param>
    internal MessagePackWriter(byte[] scratch)
    {
        this.scratch = scratch;
        SetBuffer(scratch, 0);
        stackMark = StackProbe.Mark();
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="MessagePackWriter"/> struct that writes into a buffer on the stack, and
    /// into the thread's array once that is full. End it with <see cref="ReleaseScratch"/>.
    /// </summary>
    internal MessagePackWriter(ref StackBuffer buffer)
    {
        first = ref Unsafe.As<StackBuffer, byte>(ref buffer);
        cursor = ref first;
        end = ref Unsafe.Add(ref first, StackBuffer.Size);
        growsIntoThreadArray = true;
        stackMark = StackProbe.Mark();
    }

    private MessagePackWriter(ref byte free, int count, nuint stackMark)
    {
        first = ref free;
        cursor = ref free;
        end = ref Unsafe.Add(ref free, count);
        this.stackMark = stackMark;
    }

    /// <summary>Gets or sets a token for formatters. The writer itself does not check it.</summary>
    public CancellationToken CancellationToken { get; set; }

    /// <summary>
    /// Gets or sets a value indicating whether to write the MessagePack format from before 2013: str instead of bin, no
    /// str 8, no timestamps. Set it before <see cref="MessagePackSerializer"/> is called with the writer.
    /// </summary>
    public bool OldSpec { get; set; }

    /// <summary>Returns a writer for another output, with the same format and token.</summary>
    /// <param name="writer">The output.</param>
    /// <returns>The writer.</returns>
    /// <exception cref="ArgumentNullException">The output is null.</exception>
    public readonly MessagePackWriter Clone(IBufferWriter<byte> writer) => new(writer) { OldSpec = OldSpec, CancellationToken = CancellationToken };

    /// <summary>Gets the number of bytes written so far.</summary>
    public readonly long Written => flushed + Position;

    /// <summary>Gets the number of open objects.</summary>
    internal readonly int Depth => depth;

    /// <summary>Gets a value indicating whether the buffer has all that was written.</summary>
    internal readonly bool IsWhole => flushed == 0;

    /// <summary>Writes nil.</summary>
    public void WriteNil() => Commit(MessagePackPrimitives.WriteNil(ref Reserve(1)));

    /// <summary>Writes nil if the value is null, and returns whether it is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryWriteNil<T>([NotNullWhen(false)] T? value)
    {
        if (value is not null)
        {
            return false;
        }

        WriteNil();
        return true;
    }

    /// <summary>Leaves an object, after its last member was written. For generated code.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void LeaveDepth() => depth--;

    /// <summary>
    /// Returns a writer into another array with the same token, depth and <see cref="OldSpec"/>, for a value of this
    /// message that is not written here yet.
    /// </summary>
    internal readonly MessagePackWriter Collector(byte[] array) => new(array) { CancellationToken = CancellationToken, OldSpec = OldSpec, depth = depth, stackMark = stackMark };

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void CheckDepth(int entered, int limit)
    {
        if (entered > limit)
        {
            throw new MessagePackSerializationException(
                MessagePackErrorNames.TooDeep,
                Written,
                $"The objects are nested deeper than the limit of {limit}, or form a cycle. Security.WithMaximumObjectGraphDepth changes the limit.");
        }

        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            throw new MessagePackSerializationException(
                MessagePackErrorNames.TooDeep, Written, $"The thread's stack has no space for more than {entered} levels of objects.");
        }

        stackMark = StackProbe.Mark();
    }
}
