namespace Hayapack.Registry;

/// <summary>Serializes values of a type that is known only at run time, by calling the generic serializer.</summary>
internal abstract class TypedSerializer
{
    /// <summary>Writes a whole message.</summary>
    internal abstract void SerializeRoot(ref MessagePackWriter writer, object? value, MessagePackSerializerOptions options);

    /// <summary>Reads a whole message.</summary>
    internal abstract object? DeserializeRoot(ref MessagePackReader reader, MessagePackSerializerOptions options);

    /// <summary>Writes a value within a message.</summary>
    internal abstract void Serialize(ref MessagePackWriter writer, object? value, MessagePackSerializerOptions options);

    /// <summary>Reads a value within a message.</summary>
    internal abstract object? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options);

    /// <summary>Returns the formatter of the type, or null if the resolver has none.</summary>
    internal abstract object? FormatterOf(IFormatterResolver resolver);
}

/// <inheritdoc/>
internal sealed partial class TypedSerializer<T> : TypedSerializer
{
    internal static readonly TypedSerializer<T> Instance = new();

    // TypelessContractlessStandardResolver's: a field of an object is found faster than a static one of a generic type.
    private Formatters.IMessagePackFormatter<T>? typeless;

    // The serializer of the type as which TypeAccess.FindCollection has T written, or null.
    private TypedSerializer? collection;
    private volatile bool hasSearched;

    internal override void Serialize(ref MessagePackWriter writer, object? value, MessagePackSerializerOptions options)
    {
        if (Collection(options) is { } other)
        {
            other.Serialize(ref writer, value, options);
            return;
        }

        Formatter(options).Serialize(ref writer, (T)value!, options);
    }

    internal override object? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        Formatter(options).Deserialize(ref reader, options);

    private Formatters.IMessagePackFormatter<T> Formatter(MessagePackSerializerOptions options)
    {
        if (!options.IsTypeless)
        {
            return options.GetFormatter<T>();
        }

        return typeless ??= options.GetFormatter<T>();
    }

    internal override object? FormatterOf(IFormatterResolver resolver) => resolver.GetFormatter<T>();

    /// <summary>
    /// Returns the serializer that writes a collection whose own type has no formatter, by an interface or base class; null
    /// for all other types.
    /// </summary>
    private TypedSerializer? Collection(MessagePackSerializerOptions options)
    {
        if (!hasSearched)
        {
            Search();
        }

        return collection is not null && options.Resolver.GetFormatter<T>() is null && collection.FormatterOf(options.Resolver) is not null
            ? collection
            : null;
    }

    private void Search()
    {
        if (TypeRegistry.FindRegistered(typeof(T)) is null && TypeAccess.FindCollection(typeof(T)) is { } found)
        {
            collection = TypeAccess.Find(found);
        }

        hasSearched = true;
    }
}

/// <summary>Serializes values with one formatter, independent of the resolver.</summary>
/// <typeparam name="T">The type.</typeparam>
internal sealed class FormatterSerializer<T>(Formatters.IMessagePackFormatter<T> formatter) : TypedSerializer
{
    internal override void SerializeRoot(ref MessagePackWriter writer, object? value, MessagePackSerializerOptions options) =>
        throw new NotSupportedException();

    internal override object? DeserializeRoot(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        throw new NotSupportedException();

    internal override void Serialize(ref MessagePackWriter writer, object? value, MessagePackSerializerOptions options) =>
        formatter.Serialize(ref writer, (T)value!, options);

    internal override object? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        formatter.Deserialize(ref reader, options);

    internal override object? FormatterOf(IFormatterResolver resolver) => formatter;
}
