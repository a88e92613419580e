using System.Collections;
using Hayapack.Hashing;

namespace Hayapack;

public partial class MessagePackSecurity
{
    /// <summary>Gets a value indicating whether no class derived from this one can have another comparer.</summary>
    internal bool IsBuiltIn => GetType() == typeof(MessagePackSecurity);

    /// <summary>Returns the comparer for the keys of a dictionary or the items of a set.</summary>
    /// <typeparam name="T">The key's type.</typeparam>
    /// <returns>The comparer.</returns>
    /// <exception cref="MessagePackSerializationException"><c>invalid_key</c>: the type has no collision-resistant comparer.</exception>
    public IEqualityComparer<T> GetEqualityComparer<T>() =>
        !HashCollisionResistant ? EqualityComparer<T>.Default
        : IsBuiltIn ? KeyedComparers.Known<T>() // the virtual generic call takes longer than creating a small dictionary
        : GetHashCollisionResistantEqualityComparer<T>();

    /// <summary>
    /// Returns the comparer for a collection that is read with a number of keys. A few keys cannot collide often enough to
    /// matter, so such a collection has the default comparer, as if the program had made it, unless an override returned
    /// another one.
    /// </summary>
    internal IEqualityComparer<T> ComparerFor<T>(int count)
    {
        IEqualityComparer<T> comparer = GetEqualityComparer<T>();
        return count <= KeyedComparers.Few && comparer is IKeyedDefault ? EqualityComparer<T>.Default : comparer;
    }

    /// <summary>Returns the collision-resistant comparer for a type. Override it to support more types.</summary>
    /// <typeparam name="T">The key's type.</typeparam>
    /// <returns>The comparer.</returns>
    /// <exception cref="MessagePackSerializationException"><c>invalid_key</c>: the type has no collision-resistant comparer.</exception>
    protected virtual IEqualityComparer<T> GetHashCollisionResistantEqualityComparer<T>() =>
        KeyedComparers.Known<T>();

    /// <summary>Returns the comparer for the keys of a non-generic dictionary.</summary>
    /// <returns>The comparer.</returns>
    public IEqualityComparer GetEqualityComparer() =>
        HashCollisionResistant ? GetHashCollisionResistantEqualityComparer() : EqualityComparer<object>.Default;

    /// <summary>Returns the collision-resistant comparer for the keys of a non-generic dictionary.</summary>
    /// <returns>The comparer.</returns>
    protected virtual IEqualityComparer GetHashCollisionResistantEqualityComparer() =>
        (IEqualityComparer)GetHashCollisionResistantEqualityComparer<object>();
}
