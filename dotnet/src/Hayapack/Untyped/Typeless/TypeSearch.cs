using System.Diagnostics.CodeAnalysis;
using Hayapack.Reflection;
using Hayapack.Registry;

namespace Hayapack.Typeless;

/// <summary>
/// Finds the type with a given normal name (<see cref="AssemblyQualifiedNames.Normal"/>) among the registered and the framework's types.
/// The name of an array or a generic type is found by its parts. Never loads a type or an assembly by name.
/// </summary>
/// <param name="byName">The registered types by normal name.</param>
/// <param name="definitions">The registered generic type definitions by normal name.</param>
/// <param name="types">All registered types.</param>
/// <param name="mayMake">Returns whether one more array or generic type is allowed; called once for each.</param>
internal sealed class TypeSearch(
    Dictionary<string, Type> byName, Dictionary<string, Type> definitions, ICollection<Type> types, Func<bool> mayMake)
{
    /// <summary>The deepest nesting of generic arguments and arrays in a name.</summary>
    private const int MaxDepth = 8;

    internal Type? Find(string name, int depth)
    {
        if (byName.TryGetValue(name, out Type? registered))
        {
            return registered;
        }

        int comma = AssemblyQualifiedNames.AssemblyComma(name);
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
            // Each argument is written [name, assembly]; commas separate them.
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
            // An argument does not meet a constraint of the definition.
            return null;
        }
    }

    [RequiresDynamicCode("Makes an array type.")]
    private static Type Make(Type element, int rank) => rank == 1 ? element.MakeArrayType() : element.MakeArrayType(rank);

    /// <summary>Returns the index of the opening bracket that matches the last character, or -1.</summary>
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

    /// <summary>Returns the index of the closing bracket that matches the first character, or -1.</summary>
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
