using System.ComponentModel;
using Hayapack.Formatters;

namespace Hayapack.Registry;

/// <summary>
/// Helpers for arrays, lists and dictionaries that generated code reads and writes without a formatter. For generated code.
/// </summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class GeneratedCollections
{
    /// <summary>
    /// Returns the initial capacity of an array or list. It is bounded, whatever count a header declares.
    /// </summary>
    /// <typeparam name="T">The item's type.</typeparam>
    /// <param name="count">The declared count, in items.</param>
    /// <returns>The initial capacity in items, at most <paramref name="count"/>.</returns>
    public static int Capacity<T>(int count) => GrowingArray.Capacity<T>(count);

    /// <summary>Grows an array to twice its length, but at most to the declared count.</summary>
    /// <typeparam name="T">The item's type.</typeparam>
    /// <param name="items">The array, all of whose elements are read.</param>
    /// <param name="count">The declared count, in items; more than the array's length.</param>
    public static void Grow<T>(ref T[] items, int count) => Array.Resize(ref items, (int)Math.Min(count, items.Length * 2L));

    /// <summary>Reads the header of a map, and creates the dictionary for it, whose capacity is bounded.</summary>
    /// <typeparam name="T">The value's type.</typeparam>
    /// <param name="reader">The reader, at the header.</param>
    /// <param name="options">The options.</param>
    /// <param name="count">The declared count, in entries.</param>
    /// <returns>An empty dictionary, with the comparer of <see cref="MessagePackSerializerOptions.Security"/>.</returns>
    public static Dictionary<string, T> BeginMap<T>(ref MessagePackReader reader, MessagePackSerializerOptions options, out int count)
    {
        long header = reader.Consumed;
        count = reader.ReadMapHeader();
        return options.Security.IsBuiltIn
            ? new Dictionary<string, T>(DictionaryFormatter<string, T>.Capacity(count))
            : new DictionaryFormatter<string, T>().BeginAt(header, count, options);
    }

    /// <summary>Adds an entry.</summary>
    /// <typeparam name="T">The value's type.</typeparam>
    /// <param name="map">The dictionary.</param>
    /// <param name="key">The key.</param>
    /// <param name="value">The value.</param>
    /// <param name="offset">The offset of the key.</param>
    /// <exception cref="MessagePackSerializationException"><c>duplicate_key</c>.</exception>
    public static void Add<T>(Dictionary<string, T> map, string key, T value, long offset)
    {
        if (!map.TryAdd(key, value))
        {
            MessagePackReader.ThrowDuplicateKey(offset);
        }
    }

    /// <summary>Throws <c>mutated</c> if the number of items of a collection is not the declared count.</summary>
    /// <param name="writer">The writer, for the offset of the error.</param>
    /// <param name="actual">The number of items now.</param>
    /// <param name="declared">The declared count, in the header.</param>
    /// <exception cref="MessagePackSerializationException"><c>mutated</c>.</exception>
    public static void Same(ref MessagePackWriter writer, int actual, int declared)
    {
        if (actual != declared)
        {
            CollectionGuard.Same(actual, declared, writer.Written);
        }
    }
}
