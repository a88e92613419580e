using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Hayapack.Formatters;

/// <summary>
/// Reads the elements of an array. At most 64 KiB are allocated from the declared count alone; beyond that, the array
/// grows with the elements read. Otherwise each of many nested arrays could allocate memory for as many elements as
/// there are bytes in the input.
/// </summary>
internal static class GrowingArray
{
    private const int FirstBytes = 64 * 1024;

    /// <summary>Returns the initial capacity for a declared count, in items.</summary>
    internal static int Capacity<T>(int count) => Math.Min(count, Math.Max(4, FirstBytes / Unsafe.SizeOf<T>()));

    /// <summary>Reads the header and the elements of an array.</summary>
    internal static T[] Read<T>(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        reader.EnterDepth(options);
        int count = reader.ReadArrayHeader();
        T[] items = ReadItems<T>(ref reader, count, options);
        reader.LeaveDepth();
        return items;
    }

    /// <summary>Reads the header and the elements of an array with a given formatter.</summary>
    internal static T[] Read<T>(ref MessagePackReader reader, IMessagePackFormatter<T> formatter, MessagePackSerializerOptions options)
    {
        reader.EnterDepth(options);
        int count = reader.ReadArrayHeader();
        T[] items = count == 0 ? [] : ReadItems(ref reader, count, formatter, options);
        reader.LeaveDepth();
        return items;
    }

    internal static T[] ReadItems<T>(ref MessagePackReader reader, int count, MessagePackSerializerOptions options) =>
        count == 0 ? [] : ReadItems(ref reader, count, options.GetFormatter<T>(), options);

    private static T[] ReadItems<T>(
        ref MessagePackReader reader, int count, IMessagePackFormatter<T> formatter, MessagePackSerializerOptions options)
    {
        if (typeof(T) == typeof(DateTime) && formatter is DateTimeFormatter { IsTimestamp: true })
        {
            // As long as a primitive in memory, so the same bound holds as in PrimitiveRun.
            DateTime[] times = GC.AllocateUninitializedArray<DateTime>(count);
            PrimitiveRun<DateTime, DateTimeCodec>.Read(ref reader, times);
            return (T[])(object)times;
        }

        var items = new T[Capacity<T>(count)];
        for (int i = 0; i < count; i++)
        {
            if (i == items.Length)
            {
                Array.Resize(ref items, (int)Math.Min(count, items.Length * 2L));
            }

            items[i] = formatter.Deserialize(ref reader, options);
        }

        return items;
    }

    /// <summary>Writes the header and the elements of an array.</summary>
    internal static void Write<T>(ref MessagePackWriter writer, ReadOnlySpan<T> items, MessagePackSerializerOptions options)
    {
        writer.EnterDepth(options);
        writer.WriteArrayHeader(items.Length);
        if (items.Length > 0)
        {
            IMessagePackFormatter<T> formatter = options.GetFormatter<T>();
            if (typeof(T) == typeof(DateTime) && formatter is DateTimeFormatter { IsTimestamp: true } && !writer.OldSpec)
            {
                ref DateTime first = ref Unsafe.As<T, DateTime>(ref MemoryMarshal.GetReference(items));
                PrimitiveRun<DateTime, DateTimeCodec>.WriteItems(ref writer, MemoryMarshal.CreateReadOnlySpan(ref first, items.Length));
            }
            else
            {
                foreach (T item in items)
                {
                    formatter.Serialize(ref writer, item, options);
                }
            }
        }

        writer.LeaveDepth();
    }

    /// <summary>Writes the header and the elements of an array with a given formatter.</summary>
    internal static void Write<T>(
        ref MessagePackWriter writer, ReadOnlySpan<T> items, IMessagePackFormatter<T> formatter, MessagePackSerializerOptions options)
    {
        writer.EnterDepth(options);
        writer.WriteArrayHeader(items.Length);
        foreach (T item in items)
        {
            formatter.Serialize(ref writer, item, options);
        }

        writer.LeaveDepth();
    }
}
