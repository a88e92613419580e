using System.Collections.Concurrent;

namespace Hayapack.Registry;

/// <summary>The types that can be reached by a <see cref="Type"/> without building generic code at run time.</summary>
internal static class TypeRegistry
{
    private static readonly ConcurrentDictionary<Type, TypedSerializer> Known = new();

    internal static void Add<T>() => Known.TryAdd(typeof(T), TypedSerializer<T>.Instance);

    internal static TypedSerializer? Find(Type type) => Known.TryGetValue(type, out TypedSerializer? found) ? found : null;
}

/// <summary>Calls the generic serializer for a type known only at run time.</summary>
internal abstract class TypedSerializer
{
    internal abstract void Serialize(ref MessagePackWriter writer, object? value, MessagePackSerializerOptions options);

    internal abstract object? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options);

    internal abstract object? FormatterFrom(IFormatterResolver resolver);
}

/// <inheritdoc/>
internal sealed class TypedSerializer<T> : TypedSerializer
{
    internal static readonly TypedSerializer<T> Instance = new();

    internal override void Serialize(ref MessagePackWriter writer, object? value, MessagePackSerializerOptions options) =>
        options.GetFormatter<T>().Serialize(ref writer, (T)value!, options);

    internal override object? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        options.GetFormatter<T>().Deserialize(ref reader, options);

    internal override object? FormatterFrom(IFormatterResolver resolver) => resolver.GetFormatter<T>();
}
