using System.ComponentModel;

namespace Hayapack.Registry;

/// <summary>
/// Describes the types of an assembly's generated formatters, for <see cref="MessagePackSchema"/>. Nothing else uses it, so that a
/// trimmed program without descriptions does not contain it. For generated code.
/// </summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public abstract class GeneratedShapes
{
    /// <summary>Returns the shape of a type.</summary>
    /// <param name="type">The type; for a generic type its definition.</param>
    /// <param name="arguments">The type arguments, those of containing types first.</param>
    /// <returns>The shape, or null if the assembly has no generated formatter for the type.</returns>
    public abstract TypeShape? Find(Type type, TypeUse[] arguments);
}
