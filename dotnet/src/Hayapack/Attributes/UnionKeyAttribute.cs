namespace Hayapack;

/// <summary>
/// Writes the classes of a union as their own maps, each with one more entry, the first: this key, whose value identifies the
/// class. All its classes need string keys, none of which is this one. When reading, the entry may have any place: it is best the
/// first, since those before it are read twice (<c>late_tag</c> if they are more than 16 times the message in all).
/// </summary>
/// <remarks>Without <see cref="UnionAttribute"/>s on the same type it has no effect.</remarks>
/// <param name="key">The key.</param>
[AttributeUsage(AttributeTargets.Interface | AttributeTargets.Class, Inherited = false)]
public sealed class UnionKeyAttribute(string key) : Attribute
{
    /// <summary>Gets the key.</summary>
    public string Key { get; } = key ?? throw new ArgumentNullException(nameof(key));
}
