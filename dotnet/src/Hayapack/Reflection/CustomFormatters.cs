using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Hayapack.Formatters;

namespace Hayapack.Reflection;

/// <summary>
/// Creates the formatters that <see cref="MessagePackFormatterAttribute"/> and
/// <see cref="MessagePackSurrogateAttribute"/> specify.
/// </summary>
[RequiresDynamicCode("Builds generic types at run time.")]
[RequiresUnreferencedCode("Builds generic types at run time.")]
internal static class CustomFormatters
{
    /// <summary>Returns the formatter specified for a type, or null.</summary>
    internal static object? OfType(Type type)
    {
        if (Attributes.Find<MessagePackFormatterAttribute>(type) is { } named && IsOurs(named))
        {
            return Make(named, type);
        }

        return type.GetCustomAttribute<MessagePackSurrogateAttribute>(false) is { } surrogate
            ? GenericFormatterFactory.Make(typeof(SurrogateFormatter<,>), type, surrogate.SurrogateType)
            : null;
    }

    /// <summary>Returns the formatter specified for a member, or null.</summary>
    internal static IMessagePackFormatter? OfMember(ContractMember member) =>
        Attributes.Find<MessagePackFormatterAttribute>(member.Member) is { } named && IsOurs(named)
            ? (IMessagePackFormatter)Make(named, member.Type)
            : null;

    /// <summary>
    /// False for a formatter of MessagePack-CSharp: it cannot be called, so its attribute is ignored.
    /// </summary>
    private static bool IsOurs(AttributeData named) => typeof(IMessagePackFormatter).IsAssignableFrom((Type)named[0]!);

    private static object Make(AttributeData named, Type type)
    {
        var formatter = (Type)named[0]!;
        if (formatter.IsGenericTypeDefinition)
        {
            formatter = formatter.MakeGenericType(type.IsGenericType ? type.GenericTypeArguments : [type]);
        }

        return formatter.GetField("Instance", BindingFlags.Public | BindingFlags.Static) is { } instance && named.Rest(1).Length == 0
            ? instance.GetValue(null)!
            : Activator.CreateInstance(formatter, named.Rest(1))!;
    }
}
