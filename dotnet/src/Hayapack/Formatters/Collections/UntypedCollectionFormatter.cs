using System.Collections;

namespace Hayapack.Formatters;

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
