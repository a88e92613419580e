namespace Hayapack;

/// <summary>The type of nil, for APIs that need a type. Its only value is <see cref="Default"/>.</summary>
public readonly record struct Nil
{
    /// <summary>Nil.</summary>
    public static readonly Nil Default;

    /// <inheritdoc/>
    public override string ToString() => "()";
}
