using System.Diagnostics.CodeAnalysis;

namespace Hayapack;

/// <summary>Sets the formatter of a type or a member.</summary>
[AttributeUsage(
    AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface | AttributeTargets.Enum |
    AttributeTargets.Field | AttributeTargets.Property | AttributeTargets.Parameter | AttributeTargets.ReturnValue,
    AllowMultiple = false,
    Inherited = true)]
public class MessagePackFormatterAttribute : Attribute
{
    /// <summary>Initializes a new instance of the <see cref="MessagePackFormatterAttribute"/> class.</summary>
    /// <param name="formatterType">A class that implements <see cref="Formatters.IMessagePackFormatter{T}"/>.</param>
    public MessagePackFormatterAttribute([DynamicallyAccessedMembers(Members)] Type formatterType)
    {
        ArgumentNullException.ThrowIfNull(formatterType);
        FormatterType = formatterType;
    }

    /// <summary>Initializes a new instance of the <see cref="MessagePackFormatterAttribute"/> class.</summary>
    /// <param name="formatterType">A class that implements <see cref="Formatters.IMessagePackFormatter{T}"/>.</param>
    /// <param name="arguments">The arguments of its constructor.</param>
    public MessagePackFormatterAttribute([DynamicallyAccessedMembers(Members)] Type formatterType, params object?[]? arguments)
    {
        ArgumentNullException.ThrowIfNull(formatterType);
        FormatterType = formatterType;
        Arguments = arguments;
    }

    private const DynamicallyAccessedMemberTypes Members =
        DynamicallyAccessedMemberTypes.PublicConstructors | DynamicallyAccessedMemberTypes.PublicFields;

    /// <summary>Gets the class of the formatter.</summary>
    [DynamicallyAccessedMembers(Members)]
    public Type FormatterType { get; }

    /// <summary>Gets the arguments of the formatter's constructor, or null for none.</summary>
    public object?[]? Arguments { get; }
}
