using Hayapack.Reflection;

namespace Hayapack.Registry;

// Collections whose own type has no formatter or no name that can be read. Null for all types without reflection.
internal static partial class TypeAccess
{
    /// <summary>Returns the type as which a collection without a formatter of its own is written; null for other types.</summary>
    internal static Type? FindCollection(Type type) => ReflectionSupport.IsEnabled ? UncreatableCollections.Find(type) : null;

    /// <summary>Returns the type as which typed values name such a collection; null for types that are named as themselves.</summary>
    internal static Type? FindNamed(Type type) => ReflectionSupport.IsEnabled ? UncreatableCollections.FindNamed(type) : null;
}
