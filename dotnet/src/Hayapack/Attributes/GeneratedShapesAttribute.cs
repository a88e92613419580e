using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;

namespace Hayapack;

/// <summary>Names the class that describes the types of an assembly's generated formatters. For generated code.</summary>
/// <param name="shapes">The class, which derives from <see cref="Registry.GeneratedShapes"/>.</param>
[AttributeUsage(AttributeTargets.Assembly)]
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class GeneratedShapesAttribute(
    [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type shapes) : Attribute
{
    /// <summary>Gets the class.</summary>
    [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)]
    public Type Shapes { get; } = shapes;
}
