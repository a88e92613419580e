namespace Hayapack.Hashing;

/// <summary>The types from which a type inherits.</summary>
internal static class TypeChain
{
    /// <summary>Returns the type, its base type, and so on.</summary>
    internal static IEnumerable<Type> Of(Type type)
    {
        for (Type? at = type; at is not null; at = at.BaseType)
        {
            yield return at;
        }
    }
}
