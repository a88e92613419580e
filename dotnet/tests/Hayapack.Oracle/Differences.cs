namespace Oracle;

/// <summary>The intended differences from MessagePack-CSharp; docs/dotnet.md has a row with the reason for each.</summary>
internal static class Differences
{
    /// <summary>
    /// In typed values, MessagePack-CSharp writes members in the order of reflection, some immutable collections as their
    /// private fields, and integer members whose type is a type parameter in their shortest form.
    /// </summary>
    public static bool IsOtherTypeless(string name) =>
        name.Contains("Immutable", StringComparison.Ordinal) || name.StartsWith("ILookup", StringComparison.Ordinal) ||
        name is "PropertyNames" or "NamedDerived" or "GenericHolder";

    /// <summary>MessagePack-CSharp 2.5 writes list elements with the resolver's formatter; 3.1 does not do so for integers.</summary>
    public static bool IsOtherList(string name) =>
#if MESSAGEPACK2
        name is "List<int>, custom";
#else
        false;
#endif

    /// <summary>MessagePack-CSharp 2.5 writes the members of maps in the order of reflection: properties before fields, own before inherited members.</summary>
    public static bool IsOtherOrder(string name, byte[] ours, byte[] theirs) =>
#if MESSAGEPACK2
        (name.StartsWith("PropertyNames", StringComparison.Ordinal) || name is "NamedDerived") && ours.Length == theirs.Length;
#else
        false;
#endif
}
