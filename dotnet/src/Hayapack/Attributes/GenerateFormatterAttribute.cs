namespace Hayapack;

/// <summary>
/// Generates a formatter for a type without attributes or for a closed generic type, so that it is serialized without
/// reflection.
/// </summary>
/// <param name="type">The type to generate a formatter for.</param>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
public sealed class GenerateFormatterAttribute(Type type) : Attribute
{
    /// <summary>Gets the type to generate a formatter for.</summary>
    public Type Type { get; } = type;
}
