using System.Diagnostics.CodeAnalysis;
using Hayapack.Formatters;
using Hayapack.Registry;

namespace Hayapack.Reflection;

/// <summary>
/// Serializes an interface or a base class as <c>[key, value]</c>. An instance of a class that is not listed is written as
/// the union that is listed and lists it, if there is one; a key that is not listed is read as null.
/// </summary>
[RequiresDynamicCode("Finds formatters of classes at run time.")]
[RequiresUnreferencedCode("Finds formatters of classes at run time.")]
internal sealed class UnionFormatter<T> : IMessagePackFormatter<T?>
    where T : class
{
    private readonly Dictionary<Type, int> keys = [];
    private readonly Dictionary<int, Type> types = [];
    private readonly IMessagePackFormatter<T?>? own;

    /// <param name="own">The formatter of the class as an object, if it is not abstract: then it lists itself.</param>
    public UnionFormatter(IMessagePackFormatter<T?>? own)
    {
        this.own = own;
        foreach (AttributeData union in Attributes.All<UnionAttribute>(typeof(T)))
        {
            Type type = Close(union[1] as Type ?? Named((string)union[1]!));
            int key = (int)union[0]!;
            if (!keys.TryAdd(type, key) || !types.TryAdd(key, type))
            {
                throw new MessagePackSerializationException(
                    MessagePackErrorNames.UnsupportedType, -1, $"{typeof(T)} lists the union key {key} or {type} twice.");
            }
        }
    }

    public void Serialize(ref MessagePackWriter writer, T? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        if (Listed(value.GetType()) is not { } type)
        {
            GeneratedUnions.WriteUnlisted(ref writer, typeof(T), value.GetType(), options);
            return;
        }

        writer.EnterDepth(options);
        writer.WriteArrayHeader(2);
        writer.Write(keys[type]);
        if (own is not null && type == typeof(T))
        {
            own.Serialize(ref writer, value, options);
        }
        else
        {
            TypeAccess.Find(type)!.Serialize(ref writer, value, options);
        }

        writer.LeaveDepth();
    }

    /// <summary>Returns the listed type as which an object is written: its class, or the first union that it belongs to; or null.</summary>
    private Type? Listed(Type type) => keys.ContainsKey(type) ? type
        : keys.OrderBy(pair => pair.Value).FirstOrDefault(pair => pair.Key != typeof(T) && pair.Key.IsAssignableFrom(type) && ReflectionFormatters.IsUnion(pair.Key)).Key;

    public T? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 2, "a union");
        T? value = null;
        if (types.TryGetValue(reader.ReadInt32(), out Type? type))
        {
            if (!typeof(T).IsAssignableFrom(type))
            {
                reader.ThrowUnexpected($"a class of {typeof(T)}");
            }

            value = own is not null && type == typeof(T) ? own.Deserialize(ref reader, options)
                : (T?)TypeAccess.Find(type)!.Deserialize(ref reader, options);
        }
        else
        {
            reader.Skip();
        }

        reader.LeaveDepth();
        return value;
    }

    // A name without an assembly is one of the union's assembly.
    private static Type Named(string name) => Type.GetType(name) ?? typeof(T).Assembly.GetType(name)
        ?? throw new MessagePackSerializationException(MessagePackErrorNames.UnsupportedType, -1, $"{typeof(T)} lists {name}, which is not found.");

    // typeof(Added<>) is listed for each type argument of a generic union.
    private static Type Close(Type type) => !type.IsGenericTypeDefinition ? type
        : type.GetGenericArguments().Length == typeof(T).GenericTypeArguments.Length ? type.MakeGenericType(typeof(T).GenericTypeArguments)
        : throw new MessagePackSerializationException(
            MessagePackErrorNames.UnsupportedType, -1, $"{typeof(T)} lists {type}, which has another number of type arguments.");
}
