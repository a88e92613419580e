using System.Diagnostics.CodeAnalysis;
using Hayapack.Formatters;
using Hayapack.Registry;

namespace Hayapack.Reflection;

/// <summary>
/// Serializes an interface or a base class as <c>[key, value]</c>. An instance of a class that is not listed is written
/// as nil; a key that is not listed is read as null.
/// </summary>
[RequiresDynamicCode("Finds formatters of classes at run time.")]
[RequiresUnreferencedCode("Finds formatters of classes at run time.")]
internal sealed class UnionFormatter<T> : IMessagePackFormatter<T?>
    where T : class
{
    private readonly Dictionary<Type, int> keys = [];
    private readonly Dictionary<int, Type> types = [];

    public UnionFormatter()
    {
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
        if (value is null || !keys.TryGetValue(value.GetType(), out int key))
        {
            writer.WriteNil();
            return;
        }

        writer.EnterDepth(options);
        writer.WriteArrayHeader(2);
        writer.Write(key);
        TypeAccess.Find(value.GetType())!.Serialize(ref writer, value, options);
        writer.LeaveDepth();
    }

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

            value = (T?)TypeAccess.Find(type)!.Deserialize(ref reader, options);
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
