using System.Diagnostics.CodeAnalysis;
using Hayapack.Formatters;

namespace Hayapack.Reflection;

/// <summary>Makes formatters of unions from their attributes.</summary>
[RequiresDynamicCode("Builds generic types at run time.")]
[RequiresUnreferencedCode("Reads attributes by name.")]
internal static class AttributeUnions
{
    /// <summary>Makes the formatter of a union.</summary>
    /// <param name="union">The interface or class.</param>
    /// <param name="own">The formatter of the class as an object, if it is not abstract: then it lists itself.</param>
    internal static object Make(Type union, object? own)
    {
        var key = (string?)Attributes.Find<UnionKeyAttribute>(union)?[0];
        AttributeData[] listed = [.. Attributes.All<UnionAttribute>(union)];
        var cases = Array.CreateInstance(typeof(UnionCase<>).MakeGenericType(union), listed.Length);
        for (int i = 0; i < listed.Length; i++)
        {
            Type type = Close(listed[i][1] as Type ?? Named((string)listed[i][1]!, union), union);
            bool isItself = type == union;
            cases.SetValue(
                Activator.CreateInstance(
                    typeof(UnionCase<,>).MakeGenericType(union, type),
                    listed[i][0]!,
                    !isItself && ReflectionFormatters.IsUnion(type),
                    key is not null && HasFree(type, key),
                    isItself ? own : null),
                i);
        }

        return Activator.CreateInstance(typeof(UnionFormatter<>).MakeGenericType(union), key, cases)!;
    }

    /// <summary>Returns whether a class is known to have no member with a key.</summary>
    private static bool HasFree(Type type, string key)
    {
        if (CustomFormatters.OfType(type) is not null || ReflectionFormatters.IsUnion(type))
        {
            return false;
        }

        try
        {
            return ObjectContractReader.Read(type, contractless: false, allowPrivate: false) is { IsMap: true, Extra: null } contract
                && Array.TrueForAll(contract.Members, member => member.Key != key);
        }
        catch (MessagePackSerializationException)
        {
            return false;
        }
    }

    // A name without an assembly is one of the union's assembly.
    private static Type Named(string name, Type union) => Type.GetType(name) ?? union.Assembly.GetType(name)
        ?? throw new MessagePackSerializationException(MessagePackErrorNames.UnsupportedType, -1, $"{union} lists {name}, which is not found.");

    // typeof(Added<>) is listed for each type argument of a generic union.
    private static Type Close(Type type, Type union) => !type.IsGenericTypeDefinition ? type
        : type.GetGenericArguments().Length == union.GenericTypeArguments.Length ? type.MakeGenericType(union.GenericTypeArguments)
        : throw new MessagePackSerializationException(
            MessagePackErrorNames.UnsupportedType, -1, $"{union} lists {type}, which has another number of type arguments.");
}
