using System.Buffers;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Hayapack;

// The bytes that are written, and space for more: in the output, or in an array of ScratchArray.
public ref partial struct MessagePackWriter
{
    /// <summary>Gets the number of bytes written into the buffer.</summary>
    private readonly int Position => (int)Unsafe.ByteOffset(ref first, ref cursor);

    /// <summary>Gets the number of free bytes of the buffer.</summary>
    private readonly int Free => (int)Unsafe.ByteOffset(ref cursor, ref end);

    /// <summary>
    /// Returns a reference to free bytes. The caller writes them and then calls <see cref="Commit"/>. For generated
    /// code.
    /// </summary>
    /// <param name="worst">The most bytes that the caller will write.</param>
    /// <returns>The first free byte; at least <paramref name="worst"/> bytes from there are free.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte Reserve(int worst)
    {
        if (Free < worst)
        {
            Grow(worst);
        }

        return ref cursor;
    }

    /// <summary>Marks reserved bytes as written. Not checked. For generated code.</summary>
    /// <param name="count">The number of bytes, at most what <see cref="Reserve(int)"/> was called with.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Commit(int count) => cursor = ref Unsafe.Add(ref cursor, count);

    /// <summary>
    /// Returns the free part of the buffer, to be written directly. Call <see cref="Advance"/> afterwards.
    /// </summary>
    /// <param name="length">The least number of bytes, not negative; 0 means at least 1.</param>
    /// <returns>
    /// At least <paramref name="length"/> bytes. Valid until the next call of a method of the writer.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    /// <exception cref="InvalidOperationException">The output returned a shorter span than requested.</exception>
    public Span<byte> GetSpan(int length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        ref byte start = ref Reserve(Math.Max(length, 1));
        return MemoryMarshal.CreateSpan(ref start, Free);
    }

    /// <summary>Marks bytes of the span returned by <see cref="GetSpan"/> as written.</summary>
    /// <param name="length">The number of bytes written, not negative and not more than the span has.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative or larger than the free part.</exception>
    public void Advance(int length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(length, Free);
        Commit(length);
    }

    /// <summary>Passes all bytes written so far to the <see cref="IBufferWriter{T}"/>.</summary>
    public void Flush()
    {
        int count = Position;
        if (output is not null && count > 0)
        {
            DropBuffer();
            flushed += count;
            output.Advance(count);
        }
    }

    /// <summary>Gets the bytes written into the buffer.</summary>
    internal readonly ReadOnlySpan<byte> Collected => MemoryMarshal.CreateReadOnlySpan(ref first, Position);

    /// <summary>
    /// Prepares for a value of known length. If it begins the message, and the result is to be an array, the value is written
    /// into an array of this length, which <see cref="ToArray"/> returns unless more values follow. Short ones are copied.
    /// </summary>
    /// <param name="count">The number of items after the header: of an array, a bin or a str.</param>
    /// <param name="size">The size of an item in bytes.</param>
    internal void ExpectWhole(int count, int size)
    {
        const int Least = 256; // of more than 255 items, the length of a header is that of all three formats
        if (count < Least || !growsIntoThreadArray || scratch is not null || Position > 0)
        {
            return;
        }

        long length = ((long)count * size) + (count <= ushort.MaxValue ? 3 : 5);
        if (length <= Array.MaxLength)
        {
            whole = GC.AllocateUninitializedArray<byte>((int)length);
            SetBuffer(whole, 0);
        }
    }

    /// <summary>Returns the bytes written as an array of their length, which the writer does not keep.</summary>
    internal readonly byte[] ToArray()
    {
        int length = Position;
        if (whole is not null && whole.Length == length)
        {
            return whole;
        }

        byte[] copy = GC.AllocateUninitializedArray<byte>(length);

        // Results of 16 to 64 bytes: two vectors that overlap, without a call.
        ref byte target = ref MemoryMarshal.GetArrayDataReference(copy);
        if (length - Vector128<byte>.Count is >= 0 and <= 16 && Vector128.IsHardwareAccelerated)
        {
            int last = length - Vector128<byte>.Count;
            Vector128<byte> tail = Vector128.LoadUnsafe(ref first, (nuint)last);
            Vector128.LoadUnsafe(ref first).StoreUnsafe(ref target);
            tail.StoreUnsafe(ref target, (nuint)last);
        }
        else if (length - Vector256<byte>.Count is >= 0 and <= 32 && Vector256.IsHardwareAccelerated)
        {
            int last = length - Vector256<byte>.Count;
            Vector256<byte> tail = Vector256.LoadUnsafe(ref first, (nuint)last);
            Vector256.LoadUnsafe(ref first).StoreUnsafe(ref target);
            tail.StoreUnsafe(ref target, (nuint)last);
        }
        else
        {
            Collected.CopyTo(copy);
        }

        return copy;
    }

    /// <summary>Ends the writer and returns its array.</summary>
    internal byte[] TakeScratch()
    {
        byte[] taken = scratch!;
        scratch = null;
        DropBuffer();
        return taken;
    }

    /// <summary>Ends a writer that began on the stack.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void ReleaseScratch()
    {
        if (threadArray is not null)
        {
            ReleaseThreadArray();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReleaseThreadArray()
    {
        threadArray!.Release(TakeScratch());
        threadArray = null;
    }

    private void SetBuffer(byte[] array, int written)
    {
        first = ref MemoryMarshal.GetArrayDataReference(array);
        cursor = ref Unsafe.Add(ref first, written);
        end = ref Unsafe.Add(ref first, array.Length);
    }

    private void DropBuffer()
    {
        first = ref Unsafe.NullRef<byte>();
        cursor = ref Unsafe.NullRef<byte>();
        end = ref Unsafe.NullRef<byte>();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(int worst)
    {
        if (output is null)
        {
            if (Unsafe.IsNullRef(ref first))
            {
                throw new InvalidOperationException("This MessagePackWriter was created without an output.");
            }

            int written = Position;
            if (growsIntoThreadArray && scratch is null)
            {
                threadArray = ScratchArray.Take();
                scratch = threadArray.Array;
                if (scratch.Length < written)
                {
                    scratch = ScratchArray.Grow(scratch, used: 0, more: written);
                }

                Collected.CopyTo(scratch);
                SetBuffer(scratch, written);
                whole = null;
                if (Free >= worst)
                {
                    return;
                }
            }

            scratch = scratch is null ? ScratchArray.Copy(Collected, worst) : ScratchArray.Grow(scratch, written, worst);
            SetBuffer(scratch, written);
            return;
        }

        Flush();
        Span<byte> space = output.GetSpan(Math.Max(worst, 256));
        if (space.Length < worst)
        {
            throw new InvalidOperationException($"The IBufferWriter<byte> returned {space.Length} bytes when {worst} were requested.");
        }

        first = ref MemoryMarshal.GetReference(space);
        cursor = ref first;
        end = ref Unsafe.Add(ref first, space.Length);
    }
}
