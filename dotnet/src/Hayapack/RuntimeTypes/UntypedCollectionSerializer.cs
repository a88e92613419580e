using System.Collections;

namespace Hayapack.Registry;

/// <summary>
/// Writes a collection without a formatter, each element by its own type, and reads none: for programs without reflection.
/// </summary>
internal sealed partial class UntypedCollectionSerializer : TypedSerializer
{
    private static readonly UntypedCollectionSerializer Instance = new();

    /// <summary>Returns the serializer if a value is a collection, else null.</summary>
    internal static TypedSerializer? For(object? value) => value is IEnumerable and not string ? Instance : null;

    internal override void Serialize(ref MessagePackWriter writer, object? value, MessagePackSerializerOptions options)
    {
        if (value is IDictionary map)
        {
            options.GetFormatter<IDictionary>().Serialize(ref writer, map, options);
        }
        else
        {
            options.GetFormatter<IEnumerable>().Serialize(ref writer, (IEnumerable)value!, options);
        }
    }

    internal override object? DeserializeRoot(ref MessagePackReader reader, MessagePackSerializerOptions options) => throw new NotSupportedException();

    internal override object? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => throw new NotSupportedException();

    internal override object? FormatterOf(IFormatterResolver resolver) => resolver.GetFormatter<IEnumerable>();
}
