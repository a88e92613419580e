using System.Collections;
using System.Dynamic;

namespace Hayapack.Formatters;

/// <summary>
/// Serializes a non-generic dictionary as a map. Reading fails with <c>duplicate_key</c> for a repeated key.
/// </summary>
/// <typeparam name="T">The dictionary type, or <see cref="IDictionary"/>.</typeparam>
/// <param name="create">Creates an empty dictionary.</param>
internal sealed class UntypedDictionaryFormatter<T>(Func<MessagePackSerializerOptions, T> create) : IMessagePackFormatter<T?>
    where T : class, IDictionary
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, T? value, MessagePackSerializerOptions options)
    {
        if (writer.TryWriteNil(value))
        {
            return;
        }

        writer.EnterDepth(options);
        int count = value.Count, written = 0;
        writer.WriteMapHeader(count);
        IMessagePackFormatter<object?> formatter = options.GetFormatter<object?>();
        foreach (DictionaryEntry entry in value)
        {
            formatter.Serialize(ref writer, entry.Key, options);
            formatter.Serialize(ref writer, entry.Value, options);
            written++;
        }

        CollectionGuard.Same(written, count, writer.Written);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public T? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        reader.EnterDepth(options);
        T map = create(options);
        int count = reader.ReadMapHeader();
        IMessagePackFormatter<object?> formatter = options.GetFormatter<object?>();
        for (int i = 0; i < count; i++)
        {
            long start = reader.Consumed;
            object? key = formatter.Deserialize(ref reader, options);
            object? value = formatter.Deserialize(ref reader, options);
            if (key is null or object?[] or IDictionary)
            {
                throw MessagePackReader.Fault(MessagePackErrorNames.InvalidKey, start, "A map key cannot be nil or a container.");
            }

            if (map.Contains(key))
            {
                MessagePackReader.ThrowDuplicateKey(start);
            }

            map.Add(key, value);
        }

        reader.LeaveDepth();
        return map;
    }
}

/// <summary>Serializes a non-generic collection as an array.</summary>
/// <typeparam name="T">The collection type, or an interface it implements.</typeparam>
/// <param name="create">Creates the collection from its elements; it may keep the array.</param>
internal sealed class UntypedCollectionFormatter<T>(Func<object?[], T> create) : IMessagePackFormatter<T?>
    where T : class, IEnumerable
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, T? value, MessagePackSerializerOptions options)
    {
        if (writer.TryWriteNil(value))
        {
            return;
        }

        // Not Cast, which takes an IEnumerable<T> of any class, one of several perhaps, instead of the interface without a type.
        var items = new List<object?>();
        foreach (object? item in value)
        {
            items.Add(item);
        }

        GrowingArray.Write<object?>(ref writer, items.ToArray(), options);
    }

    /// <inheritdoc/>
    public T? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? null : create(GrowingArray.Read<object?>(ref reader, options));
}

/// <summary>
/// Serializes an <see cref="ExpandoObject"/> as a map. It searches its members linearly, so for untrusted data their
/// number is limited.
/// </summary>
public sealed class ExpandoObjectFormatter : IMessagePackFormatter<ExpandoObject?>
{
    /// <summary>The shared instance.</summary>
    public static readonly ExpandoObjectFormatter Instance = new();

    private const int MostMembers = 1024;

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, ExpandoObject? value, MessagePackSerializerOptions options)
    {
        if (writer.TryWriteNil(value))
        {
            return;
        }

        writer.EnterDepth(options);
        IDictionary<string, object?> map = value;
        int count = map.Count, written = 0;
        writer.WriteMapHeader(count);
        IMessagePackFormatter<object?> formatter = options.GetFormatter<object?>();
        foreach ((string key, object? item) in map)
        {
            writer.Write(key);
            formatter.Serialize(ref writer, item, options);
            written++;
        }

        CollectionGuard.Same(written, count, writer.Written);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public ExpandoObject? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        long start = reader.Consumed;
        reader.EnterDepth(options);
        int count = reader.ReadMapHeader();
        CheckCount(count, start, options);
        IMessagePackFormatter<object?> formatter = options.GetFormatter<object?>();
        var value = new ExpandoObject();
        IDictionary<string, object?> map = value;
        for (int i = 0; i < count; i++)
        {
            long keyStart = reader.Consumed;
            string? key = reader.ReadString();
            if (key is null)
            {
                throw MessagePackReader.Fault(MessagePackErrorNames.InvalidKey, keyStart, "The name of a member cannot be nil.");
            }

            if (!map.TryAdd(key, formatter.Deserialize(ref reader, options)))
            {
                MessagePackReader.ThrowDuplicateKey(keyStart);
            }
        }

        reader.LeaveDepth();
        return value;
    }

    /// <summary>
    /// Throws <c>map_limit</c> if a map of untrusted data has more members than an ExpandoObject may have.
    /// </summary>
    internal static void CheckCount(int count, long start, MessagePackSerializerOptions options)
    {
        if (count > MostMembers && options.Security.HashCollisionResistant)
        {
            throw MessagePackReader.Fault(
                MessagePackErrorNames.MapLimit, start, $"An ExpandoObject has at most {MostMembers} members in untrusted data, not {count}.");
        }
    }
}
