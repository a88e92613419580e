using System.Text.Json.Nodes;
using Hayapack.Schema;

namespace Hayapack;

/// <summary>Tells what is read and written of a type, as plain data. Thread-safe.</summary>
public static class MessagePackSchema
{
    /// <summary>
    /// Describes a type with the words of Python's and PHP's <c>describe()</c>: an object with <c>kind</c> and <c>name</c>;
    /// <c>nullable</c> if nil is a value; by kind <c>items</c>, <c>keys</c>, <c>values</c>, <c>fields</c>, <c>members</c>, <c>types</c>, <c>tags</c>,
    /// <c>tag</c> and <c>limits</c>.
    /// </summary>
    /// <remarks>
    /// The fields of a class are described once, where it is least deep inside of others: elsewhere an object of that name has no
    /// <c>fields</c>. Classes of one name have their full names. What a formatter of the program writes, or one that the resolver
    /// replaces a built-in one by, has the kind <c>custom</c>.
    /// </remarks>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="options">The options, or null for <see cref="MessagePackSerializer.DefaultOptions"/>.</param>
    /// <returns>A new object.</returns>
    /// <exception cref="MessagePackSerializationException"><c>unsupported_type</c>: the type has no formatter, or more than 10,000 parts.</exception>
    public static JsonObject Describe<T>(MessagePackSerializerOptions? options = null) => Describe(typeof(T), options);

    /// <inheritdoc cref="Describe{T}"/>
    /// <param name="type">The type.</param>
    /// <param name="options">The options, or null for <see cref="MessagePackSerializer.DefaultOptions"/>.</param>
    public static JsonObject Describe(Type type, MessagePackSerializerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(type);
        return new TypeDescriber(options ?? MessagePackSerializer.DefaultOptions).Describe(type);
    }

    /// <summary>
    /// Returns the JSON Schema (draft 2020-12) of the JSON that <c>ConvertToJson</c> makes of a type in its plain form, and that
    /// <c>DeserializeFromJson</c> reads.
    /// </summary>
    /// <remarks>Classes are in <c>$defs</c>, so a class may contain itself. What is <c>custom</c> in a description is any value.
    /// NaN and infinities, which <c>ConvertToJson</c> writes as text, are not in it.</remarks>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="options">The options, or null for <see cref="MessagePackSerializer.DefaultOptions"/>.</param>
    /// <returns>A new node.</returns>
    /// <exception cref="MessagePackSerializationException"><c>unsupported_type</c>: the type has no formatter, or more than 10,000 parts.</exception>
    public static JsonNode GetJsonSchemaAsNode<T>(MessagePackSerializerOptions? options = null) => GetJsonSchemaAsNode(typeof(T), options);

    /// <inheritdoc cref="GetJsonSchemaAsNode{T}"/>
    /// <param name="type">The type.</param>
    /// <param name="options">The options, or null for <see cref="MessagePackSerializer.DefaultOptions"/>.</param>
    public static JsonNode GetJsonSchemaAsNode(Type type, MessagePackSerializerOptions? options = null) =>
        new JsonSchemaBuilder(Describe(type, options)).Build();
}
