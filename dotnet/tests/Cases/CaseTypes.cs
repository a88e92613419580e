using Hayapack;

namespace Cases;

/// <summary>An object without attributes whose members are objects.</summary>
public sealed class Holder
{
    public object? Any { get; set; }

    public int Number { get; set; }

    public List<object?>? Items { get; set; }
}

/// <summary>A collection type of an application that is not generic.</summary>
public sealed class OwnList : List<int>;

/// <summary>A dictionary type of an application that is not generic.</summary>
public sealed class OwnMap : Dictionary<short, string?>
{
    public OwnMap()
    {
    }

    /// <summary>For untrusted data: the comparer hashes keys so that a sender can't make them collide.</summary>
    public OwnMap(IEqualityComparer<short> comparer)
        : base(comparer)
    {
    }
}

/// <summary>Creates type tables with the types of the cases, for reading typed values.</summary>
public static class CaseTypes
{
    /// <summary>Creates a table of the classes, structs and enums of the cases.</summary>
    /// <param name="assembly">The assembly in the names that are written, or null for the executing assembly.</param>
    public static TypeTable Table(string? assembly = null)
    {
        var table = new TypeTable();
        foreach (var type in typeof(CaseTypes).Assembly.GetTypes().Where(IsModel))
        {
            bool isNamed = assembly is not null && !type.IsGenericTypeDefinition;
            table.Add(type, isNamed ? $"{type.FullName}, {assembly}" : null);
            if (isNamed)
            {
                table.Add(type.MakeArrayType(), $"{type.FullName}[], {assembly}"); // otherwise it has the name that .NET gives it
            }
        }

        return table;
    }

    private static bool IsModel(Type type) => type is { Namespace: "Cases", IsPublic: true } && (type.IsInterface || !type.IsAbstract)
        && !typeof(Attribute).IsAssignableFrom(type);
}
