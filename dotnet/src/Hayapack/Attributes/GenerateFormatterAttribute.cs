namespace Hayapack;

/// <summary>
/// Has the generator write a formatter for a type that carries no attributes, or for a closed generic type, so that
/// it is read and written without reflection.
/// </summary>
/// <param name="type">The type.</param>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
public sealed class GenerateFormatterAttribute(Type type) : Attribute
{
    /// <summary>Gets the type.</summary>
    public Type Type { get; } = type;
}
