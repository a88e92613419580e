namespace Hayapack.Formatters;

/// <summary>
/// Integers in a collection type of the application that is not generic, such as <c>class Ids : List&lt;int&gt;</c>.
/// MessagePack-CSharp writes them as objects, in the width of their type, and can't read shorter ones. All widths are
/// read here. Enums stay as short as in other lists: as objects they would have the name of their type in typeless data.
/// </summary>
internal static class UntypedElements
{
    /// <summary>Returns the formatter that writes such elements; null if the collection type has none.</summary>
    /// <typeparam name="TCollection">The collection type.</typeparam>
    /// <typeparam name="TUntyped">The interface by which MessagePack-CSharp uses it.</typeparam>
    /// <typeparam name="T">The element's type.</typeparam>
    internal static IMessagePackFormatter<T>? Writer<TCollection, TUntyped, T>()
    {
        Type element = Nullable.GetUnderlyingType(typeof(T)) ?? typeof(T);
        return !typeof(TCollection).IsGenericType && typeof(TUntyped).IsAssignableFrom(typeof(TCollection))
            && !element.IsEnum && Type.GetTypeCode(element) is >= TypeCode.Char and <= TypeCode.UInt64
            ? new ElementFormatter<T>()
            : null;
    }

    private sealed class ElementFormatter<T> : IMessagePackFormatter<T>
    {
        public void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options) =>
            options.GetFormatter<object?>().Serialize(ref writer, value, options);

        public T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
            options.GetFormatter<T>().Deserialize(ref reader, options);
    }
}
