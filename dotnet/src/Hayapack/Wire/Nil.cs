namespace Hayapack;

/// <summary>The type whose only value is nil.</summary>
public readonly record struct Nil
{
    /// <summary>The value.</summary>
    public static readonly Nil Default;

    /// <inheritdoc/>
    public override string ToString() => "()";
}
