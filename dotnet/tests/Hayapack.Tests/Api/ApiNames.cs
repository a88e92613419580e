using System.Reflection;

namespace Hayapack.Tests.Api;

/// <summary>
/// The public names of assemblies: a type, or a type, a tab, and one of its public or protected members with the names of its
/// parameters' types. Inherited members are rows of the derived type too. Left out: members of System's classes, overrides of
/// Object's methods, operators, and the accessors' names; a property has a row with "get" and one with "set".
/// </summary>
public static class ApiNames
{
    private const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static;

    /// <summary>Returns the rows, sorted by their UTF-16 code units.</summary>
    public static SortedSet<string> Of(params Assembly[] assemblies)
    {
        var rows = new SortedSet<string>(StringComparer.Ordinal);
        foreach (Type type in assemblies.SelectMany(assembly => assembly.GetTypes()).Where(IsVisible))
        {
            string name = type.FullName!.Replace('+', '.');
            rows.Add(name);
            foreach (string member in Members(type))
            {
                rows.Add($"{name}\t{member}");
            }
        }

        return rows;
    }

    private static bool IsVisible(Type type) =>
        type.IsPublic || (type.IsNested && (type.IsNestedPublic || type.IsNestedFamily || type.IsNestedFamORAssem) && IsVisible(type.DeclaringType!));

    private static IEnumerable<string> Members(Type type)
    {
        if (type.IsSubclassOf(typeof(Delegate)))
        {
            yield break;
        }

        foreach (FieldInfo field in type.GetFields(All).Where(f => (f.IsPublic || f.IsFamily || f.IsFamilyOrAssembly) && !f.IsSpecialName && IsOurs(f)))
        {
            // A constant or static field and a static property are used alike.
            yield return field.Name + " get";
        }

        foreach (ConstructorInfo made in type.GetConstructors(All).Where(c => !c.IsStatic && IsReachable(c)))
        {
            foreach (string parameters in Parameters(made))
            {
                yield return "new" + parameters;
            }
        }

        foreach (MethodInfo method in type.GetMethods(All).Where(m => IsReachable(m) && IsOurs(m) && m.GetBaseDefinition().DeclaringType != typeof(object)))
        {
            if (!method.IsSpecialName)
            {
                string arity = method.IsGenericMethod ? "`" + method.GetGenericArguments().Length : "";
                foreach (string parameters in Parameters(method))
                {
                    yield return method.Name + arity + parameters;
                }
            }
            else if (method.Name.StartsWith("get_", StringComparison.Ordinal) || method.Name.StartsWith("set_", StringComparison.Ordinal))
            {
                yield return $"{method.Name[4..]} {method.Name[..3]}";
            }
        }
    }

    private static bool IsReachable(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;

    private static bool IsOurs(MemberInfo member) => member.DeclaringType!.Namespace?.StartsWith("System", StringComparison.Ordinal) != true;

    /// <summary>The parameter lists that a call can have: also those without optional parameters at the end.</summary>
    private static IEnumerable<string> Parameters(MethodBase method)
    {
        ParameterInfo[] parameters = method.GetParameters();
        for (int count = parameters.Length; count >= 0; count--)
        {
            yield return $"({string.Join(", ", parameters.Take(count).Select(p => Name(p.ParameterType)))})";
            if (count > 0 && !parameters[count - 1].IsOptional)
            {
                break;
            }
        }
    }

    /// <summary>The name without namespace, or the position of a type parameter. A reference parameter is named by its type.</summary>
    private static string Name(Type type)
    {
        if (type.IsByRef)
        {
            return Name(type.GetElementType()!);
        }

        if (type.IsArray)
        {
            return $"{Name(type.GetElementType()!)}[{new string(',', type.GetArrayRank() - 1)}]";
        }

        if (type.IsGenericParameter)
        {
            return (type.DeclaringMethod is null ? "!" : "!!") + type.GenericParameterPosition;
        }

        string name = type.Name.Split('`')[0];
        return type.IsGenericType ? $"{name}<{string.Join(", ", type.GetGenericArguments().Select(Name))}>" : name;
    }
}
