using System.Collections;

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
