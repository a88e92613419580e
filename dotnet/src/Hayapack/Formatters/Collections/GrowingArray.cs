using System.Runtime.CompilerServices;

namespace Hayapack.Formatters;

/// <summary>
/// Reads the elements of an array. At most 64 KiB are allocated for a declared count before the elements are seen: one
/// container inside another could otherwise each have memory for what the input can hold but once.
/// </summary>
internal static class GrowingArray
{
    private const int FirstBytes = 64 * 1024;

    /// <summary>How many items to make room for at first.</summary>
    internal static int Capacity<T>(int count) => Math.Min(count, Math.Max(4, FirstBytes / Unsafe.SizeOf<T>()));

    /// <summary>Reads an array: its header and its elements.</summary>
    internal static T[] Read<T>(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        reader.EnterDepth(options);
        int count = reader.ReadArrayHeader();
        T[] items = ReadItems<T>(ref reader, count, options);
        reader.LeaveDepth();
        return items;
    }

    internal static T[] ReadItems<T>(ref MessagePackReader reader, int count, MessagePackSerializerOptions options)
    {
        if (count == 0)
        {
            return [];
        }

        IMessagePackFormatter<T> formatter = options.GetFormatter<T>();
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

    /// <summary>Writes an array: its header and its elements.</summary>
    internal static void Write<T>(ref MessagePackWriter writer, ReadOnlySpan<T> items, MessagePackSerializerOptions options)
    {
        writer.EnterDepth(options);
        writer.WriteArrayHeader(items.Length);
        if (items.Length > 0)
        {
            IMessagePackFormatter<T> formatter = options.GetFormatter<T>();
            foreach (T item in items)
            {
                formatter.Serialize(ref writer, item, options);
            }
        }

        writer.LeaveDepth();
    }
}
