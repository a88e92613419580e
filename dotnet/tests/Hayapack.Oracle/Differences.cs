namespace Oracle;

/// <summary>What is meant to differ from MessagePack-CSharp: each is a row of docs/dotnet.md, with its reason.</summary>
internal static class Differences
{
    /// <summary>
    /// Typeless, MessagePack-CSharp finds members by reflection, in its order; it writes some immutable collections as the
    /// fields that they have inside; and an integer member whose type is a type parameter in its shortest form.
    /// </summary>
    public static bool IsOtherTypeless(string name) =>
        name.Contains("Immutable", StringComparison.Ordinal) || name.StartsWith("ILookup", StringComparison.Ordinal) ||
        name is "PropertyNames" or "NamedDerived" or "GenericHolder";

    /// <summary>MessagePack-CSharp 2.5 writes the elements of a list by the formatter that a resolver gives; 3.1 does not for integers.</summary>
    public static bool IsOtherList(string name) =>
#if MESSAGEPACK2
        name is "List<int>, custom";
#else
        false;
#endif

    /// <summary>MessagePack-CSharp 2.5 writes the members of maps in the order that reflection gives: properties before fields, own before inherited ones.</summary>
    public static bool IsOtherOrder(string name, byte[] ours, byte[] theirs) =>
#if MESSAGEPACK2
        (name.StartsWith("PropertyNames", StringComparison.Ordinal) || name is "NamedDerived") && ours.Length == theirs.Length;
#else
        false;
#endif
}
