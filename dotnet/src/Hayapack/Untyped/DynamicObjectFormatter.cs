using Hayapack.Registry;
using Hayapack.Untyped;

namespace Hayapack.Formatters;

/// <summary>
/// Serializes an <see cref="object"/> by the type of the instance: scalars like <see cref="PrimitiveObjectFormatter"/>,
/// other values with the formatter of that type. Maps are read as dictionaries.
/// </summary>
internal sealed class DynamicObjectFormatter : IMessagePackFormatter<object?>
{
    public void Serialize(ref MessagePackWriter writer, object? value, MessagePackSerializerOptions options)
    {
        if (PrimitiveObjectFormatter.TryWriteScalar(ref writer, value))
        {
            return;
        }

        Type type = value!.GetType();
        if (type == typeof(object))
        {
            writer.WriteMapHeader(0);
            return;
        }

        TypedSerializer serializer = TypeAccess.FindWriter(type, value) ?? throw FormatterResolverExtensions.Missing(type, options.Resolver);
        serializer.Serialize(ref writer, value, options);
    }

    public object? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        UntypedReader.Read(ref reader, options);
}

/// <summary>
/// Like <see cref="DynamicObjectFormatter"/>, but reads maps as <see cref="System.Dynamic.ExpandoObject"/>.
/// </summary>
internal sealed class ExpandoMapFormatter : IMessagePackFormatter<object?>
{
    private readonly DynamicObjectFormatter writing = new();

    public void Serialize(ref MessagePackWriter writer, object? value, MessagePackSerializerOptions options) =>
        writing.Serialize(ref writer, value, options);

    public object? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        UntypedReader.Read(ref reader, options, expando: true);
}

/// <summary>
/// Serializes an <see cref="object"/> by the type of the instance, like <see cref="Resolvers.StandardResolver"/>. Thread-safe.
/// </summary>
public sealed class DynamicObjectTypeFallbackFormatter : NamedFormatter<object?>
{
    /// <summary>The shared instance.</summary>
    public static readonly DynamicObjectTypeFallbackFormatter Instance = new();

    private DynamicObjectTypeFallbackFormatter()
        : base(new DynamicObjectFormatter())
    {
    }
}
