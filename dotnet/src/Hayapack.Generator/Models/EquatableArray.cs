using System.Collections;

namespace Hayapack.Generator.Models;

/// <summary>
/// An immutable array that compares by its items. With it, models compare by value, so that the compiler generates a
/// formatter again only if its model has changed.
/// </summary>
/// <typeparam name="T">The type of an item; it must compare by value.</typeparam>
internal readonly struct EquatableArray<T> : IEquatable<EquatableArray<T>>, IReadOnlyList<T>
    where T : IEquatable<T>
{
    private readonly T[]? items;

    public EquatableArray(IEnumerable<T> items) => this.items = items.ToArray();

    public static EquatableArray<T> Empty => default;

    public int Count => this.items?.Length ?? 0;

    public T this[int index] => this.items![index];

    public bool Equals(EquatableArray<T> other)
        => (this.items ?? Array.Empty<T>()).AsSpan().SequenceEqual(other.items ?? Array.Empty<T>());

    public override bool Equals(object? obj) => obj is EquatableArray<T> other && this.Equals(other);

    public override int GetHashCode()
    {
        int hash = 17;
        foreach (T item in this)
        {
            hash = unchecked((hash * 31) + (item?.GetHashCode() ?? 0));
        }

        return hash;
    }

    public IEnumerator<T> GetEnumerator() => ((IEnumerable<T>)(this.items ?? Array.Empty<T>())).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => this.GetEnumerator();
}

/// <summary>Extension methods that create an <see cref="EquatableArray{T}"/>.</summary>
internal static class EquatableArrayExtensions
{
    public static EquatableArray<T> ToEquatable<T>(this IEnumerable<T> items)
        where T : IEquatable<T> => new(items);
}
