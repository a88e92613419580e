using System.Collections.Immutable;

namespace Hayapack.Generator.Models;

/// <summary>Compares immutable arrays by their items.</summary>
/// <typeparam name="T">The type of an item.</typeparam>
internal sealed class ImmutableArrayComparer<T> : IEqualityComparer<ImmutableArray<T>>
{
    public static readonly ImmutableArrayComparer<T> Instance = new();

    public bool Equals(ImmutableArray<T> x, ImmutableArray<T> y) => x.SequenceEqual(y);

    public int GetHashCode(ImmutableArray<T> obj) => obj.Length;
}
