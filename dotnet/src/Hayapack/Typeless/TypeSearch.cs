using System.Diagnostics.CodeAnalysis;
using Hayapack.Reflection;
using Hayapack.Registry;

namespace Hayapack.Typeless;

/// <summary>
/// Finds the type that a normal name stands for, among those given and the framework's: the whole name, or the parts of an
/// array's or a generic type's name. Nothing is loaded.
/// </summary>
/// <param name="byName">Registered types by their normal names.</param>
/// <param name="definitions">Registered definitions of generic types by their normal names.</param>
/// <param name="types">All registered types.</param>
/// <param name="mayMake">Whether one more type may be made; called once for each.</param>
internal sealed class TypeSearch(
    Dictionary<string, Type> byName, Dictionary<string, Type> definitions, ICollection<Type> types, Func<bool> mayMake)
{
    /// <summary>Generic arguments and arrays inside each other, at most.</summary>
    private const int MaxDepth = 8;

    internal Type? Find(string name, int depth)
    {
        if (byName.TryGetValue(name, out Type? registered))
        {
            return registered;
        }

        int comma = TypeNames.AssemblyComma(name);
        ReadOnlySpan<char> type = comma < 0 ? name : name.AsSpan(0, comma);
        ReadOnlySpan<char> assembly = comma < 0 ? default : name.AsSpan(comma + 1);
        if (type.IsEmpty || depth > MaxDepth)
        {
            return null;
        }

        if (type[^1] != ']')
        {
            return FrameworkTypes.Find(type, assembly) is { IsGenericTypeDefinition: false } found ? found : null;
        }

        int open = LastOpen(type);
        if (open <= 0)
        {
            return null;
        }

        ReadOnlySpan<char> inside = type[(open + 1)..^1];
        string rest = string.Concat(type[..open], comma < 0 ? default : name.AsSpan(comma));
        return inside.IndexOfAnyExcept(',') < 0
            ? Array(Find(rest, depth + 1), inside.Length + 1)
            : Generic(rest, type[..open], assembly, inside, depth);
    }

    private Type? Generic(string definitionName, ReadOnlySpan<char> type, ReadOnlySpan<char> assembly, ReadOnlySpan<char> inside, int depth)
    {
        Type? definition = definitions.TryGetValue(definitionName, out Type? registered) ? registered : FrameworkTypes.Find(type, assembly);
        if (definition is not { IsGenericTypeDefinition: true })
        {
            return null;
        }

        var arguments = new Type[definition.GetGenericArguments().Length];
        for (int i = 0; i < arguments.Length; i++)
        {
            // [name, assembly], with a comma between two of them.
            int end = inside.IsEmpty || inside[0] != '[' ? -1 : Close(inside);
            if (end < 0 || Find(inside[1..end].ToString(), depth + 1) is not { } argument)
            {
                return null;
            }

            arguments[i] = argument;
            inside = inside[(end + 1)..];
            if (i + 1 < arguments.Length)
            {
                if (inside.IsEmpty || inside[0] != ',')
                {
                    return null;
                }

                inside = inside[1..];
            }
        }

        return inside.IsEmpty ? Close(definition, arguments) : null;
    }

    private Type? Close(Type definition, Type[] arguments)
    {
        Type? known = Known(type => type.IsConstructedGenericType && type.GetGenericTypeDefinition() == definition
            && type.GenericTypeArguments.AsSpan().SequenceEqual(arguments));
        return known ?? (ReflectionSupport.IsEnabled && mayMake() ? Make(definition, arguments) : null);
    }

    private Type? Array(Type? element, int rank)
    {
        if (element is null || rank > 4)
        {
            return null;
        }

        Type? known = Known(type => type.IsArray && type.GetArrayRank() == rank && type.GetElementType() == element && type.IsSZArray == (rank == 1));
        return known ?? (ReflectionSupport.IsEnabled && mayMake() ? Make(element, rank) : null);
    }

    private Type? Known(Func<Type, bool> isWanted) => types.FirstOrDefault(isWanted) ?? TypeRegistry.Types.FirstOrDefault(isWanted);

    [RequiresDynamicCode("Closes a generic type.")]
    [RequiresUnreferencedCode("Closes a generic type.")]
    private static Type? Make(Type definition, Type[] arguments)
    {
        try
        {
            return definition.MakeGenericType(arguments);
        }
        catch (ArgumentException)
        {
            // An argument that the definition does not take.
            return null;
        }
    }

    [RequiresDynamicCode("Makes an array type.")]
    private static Type Make(Type element, int rank) => rank == 1 ? element.MakeArrayType() : element.MakeArrayType(rank);

    /// <summary>Gives the index of the bracket that the last one closes, or -1.</summary>
    private static int LastOpen(ReadOnlySpan<char> type)
    {
        int depth = 0;
        for (int i = type.Length - 1; i >= 0; i--)
        {
            depth += type[i] switch { ']' => 1, '[' => -1, _ => 0 };
            if (depth == 0)
            {
                return i;
            }
        }

        return -1;
    }

    /// <summary>Gives the index of the bracket that closes the first one, or -1.</summary>
    private static int Close(ReadOnlySpan<char> text)
    {
        int depth = 0;
        for (int i = 0; i < text.Length; i++)
        {
            depth += text[i] switch { '[' => 1, ']' => -1, _ => 0 };
            if (depth == 0)
            {
                return i;
            }
        }

        return -1;
    }
}
