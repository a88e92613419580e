using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Hayapack.Formatters;

/// <summary>
/// Reads and writes the elements of arrays of primitives. The whole array is allocated from the declared count; that is
/// safe, because each element takes at least 1 byte of input and at most 8 bytes of memory.
/// </summary>
internal static class PrimitiveRun<T, TCodec>
    where TCodec : struct, IPrimitiveCodec<T>
{
    /// <summary>The least number of values that codecs read or write at once.</summary>
    internal const int Block = 16;

    /// <summary>The bytes for which capacity is reserved at once: a part of the usual buffers of pipes, of 4 KiB.</summary>
    private const int BatchBytes = 2304;

    /// <summary>The bytes from a value's format byte on that reading it may load.</summary>
    private const int Ahead = 16;

    internal static void Write(ref MessagePackWriter writer, ReadOnlySpan<T> values)
    {
        if (TCodec.IsFixed)
        {
            writer.ExpectWhole(values.Length, TCodec.Size);
        }

        writer.WriteArrayHeader(values.Length);
        WriteItems(ref writer, values);
    }

    internal static void WriteItems(ref MessagePackWriter writer, ReadOnlySpan<T> values)
    {
        while (values.Length > 0)
        {
            int count = Math.Min(values.Length, BatchBytes / TCodec.Size);
            ref byte start = ref writer.Reserve(count * TCodec.Size);
            writer.Commit(WriteBatch(values[..count], ref start));
            values = values[count..];
        }
    }

    internal static void Read(ref MessagePackReader reader, Span<T> values)
    {
        int read = 0;
        while (read < values.Length)
        {
            int singles = 1;
            if (TCodec.IsFixed)
            {
                int done = TCodec.ReadAll(ref reader.TryPeek(0), reader.WindowLeft, ref values[read], values.Length - read);
                reader.Advance(done * TCodec.Size);
                read += done;
                singles = Block;
            }
            else if (TCodec.CanTake)
            {
                read += ReadWindow(ref reader, values[read..]);
            }

            // The next value is near the end of the window, has another format, or the codec reads only single values.
            for (int stop = Math.Min(values.Length, read + singles); read < stop; read++)
            {
                values[read] = TCodec.Read(ref reader);
            }
        }
    }

    private static int WriteBatch(ReadOnlySpan<T> values, ref byte start)
    {
        ref T first = ref MemoryMarshal.GetReference(values);
        if (TCodec.IsFixed)
        {
            TCodec.WriteAll(ref first, values.Length, ref start);
            return values.Length * TCodec.Size;
        }

        int size = 0;
        int done = 0;
        while (done < values.Length)
        {
            int stop = values.Length;
            while (stop - done >= Block && TCodec.TryWriteSmall(ref Unsafe.Add(ref first, done), ref Unsafe.Add(ref start, size)))
            {
                done += Block;
                size += Block;
            }

            if (stop - done >= Block)
            {
                int written = TCodec.WriteSome(ref Unsafe.Add(ref first, done), stop - done, ref Unsafe.Add(ref start, size), ref size);
                if (written > 0)
                {
                    done += written;
                    continue;
                }

                stop = done + Block;
            }

            for (; done < stop; done++)
            {
                size += TCodec.Write(ref Unsafe.Add(ref start, size), Unsafe.Add(ref first, done));
            }
        }

        return size;
    }

    /// <summary>
    /// Reads values while at least <see cref="Ahead"/> bytes of the window remain; returns their number.
    /// </summary>
    private static int ReadWindow(ref MessagePackReader reader, Span<T> values)
    {
        ref T first = ref MemoryMarshal.GetReference(values);
        ref byte start = ref reader.TryPeek(0);
        int last = reader.WindowLeft - Ahead;
        int offset = 0;
        int done = 0;
        while (done < values.Length && offset <= last)
        {
            int stop = values.Length;
            while (stop - done >= Block && offset <= last && TCodec.TryReadSmall(ref Unsafe.Add(ref start, offset), ref Unsafe.Add(ref first, done)))
            {
                done += Block;
                offset += Block;
            }

            if (stop - done >= Block && offset <= last)
            {
                int read = TCodec.ReadSome(
                    ref Unsafe.Add(ref start, offset), last - offset + Ahead, ref Unsafe.Add(ref first, done), stop - done, ref offset);
                if (read > 0)
                {
                    done += read;
                    continue;
                }

                stop = done + Block;
            }

            for (; done < stop && offset <= last; done++)
            {
                offset = TCodec.Take(ref reader, ref start, offset, out Unsafe.Add(ref first, done));
            }
        }

        reader.Advance(offset);
        return done;
    }
}
