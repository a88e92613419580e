using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Hayapack.Hashing;

namespace Hayapack.Reflection;

/// <summary>
/// Reads Hayapack's attributes and MessagePack-CSharp's attributes of the same names, so that model classes written for
/// it work unchanged. The latter are found by name, so no reference to its assembly is needed.
/// </summary>
[RequiresUnreferencedCode("Reads attributes by name.")]
internal static class Attributes
{
    private const string Ours = nameof(Hayapack) + ".";
    private const string Theirs = "MessagePack.";
    private const BindingFlags Declared =
        BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    internal static AttributeData? Find<T>(MemberInfo member)
        where T : Attribute => All<T>(member).FirstOrDefault();

    internal static bool Has<T>(MemberInfo member)
        where T : Attribute => All<T>(member).Any();

    /// <summary>
    /// Returns the attributes of a member; for a property, also those of the properties it overrides.
    /// </summary>
    internal static IEnumerable<AttributeData> All<T>(MemberInfo member)
        where T : Attribute
    {
        for (MemberInfo? at = member; at is not null; at = Overridden(at))
        {
            foreach (CustomAttributeData data in at.GetCustomAttributesData())
            {
                if (IsNamed(data.AttributeType, typeof(T).Name))
                {
                    yield return new AttributeData(data);
                }
            }
        }
    }

    internal static bool IsIgnored(MemberInfo member) => Has<IgnoreMemberAttribute>(member)
        || member.IsDefined(typeof(IgnoreDataMemberAttribute), true) || member.IsDefined(typeof(NonSerializedAttribute), true);

    /// <summary>
    /// Returns the interface of a type that has the given name and is declared by Hayapack or MessagePack-CSharp, or
    /// null.
    /// </summary>
    internal static Type? Interface(Type type, string name) => type.GetInterfaces().FirstOrDefault(found => IsNamed(found, name));

    private static bool IsNamed(Type type, string name) =>
        type.FullName is { } full && (full == Ours + name || full == Theirs + name);

    /// <summary>Returns whether a property overrides one of another type, which its base type has: a covariant return type.</summary>
    internal static bool IsCovariant(PropertyInfo property) =>
        property.GetMethod is { IsVirtual: true } getter && getter.IsDefined(typeof(PreserveBaseOverridesAttribute), false);

    /// <summary>Returns the property that a property overrides, of the nearest base type, or null.</summary>
    internal static PropertyInfo? Overridden(MemberInfo member)
    {
        if (member is not PropertyInfo property || (property.GetMethod ?? property.SetMethod) is not { IsVirtual: true } accessor
            || (accessor.Attributes.HasFlag(MethodAttributes.NewSlot) && !IsCovariant(property)))
        {
            return null;
        }

        return TypeChain.Of(property.DeclaringType!).Skip(1).SelectMany(at => at.GetProperties(Declared))
            .FirstOrDefault(found => IsOverriddenBy(found, property));
    }

    // Properties of one type have different names, but for indexers, which are never serialized.
    private static bool IsOverriddenBy(PropertyInfo property, PropertyInfo derived) => property.Name == derived.Name
        && property.GetIndexParameters().Length == 0 && (property.GetMethod ?? property.SetMethod)!.IsVirtual;
}

/// <summary>The arguments of an attribute.</summary>
internal sealed class AttributeData(CustomAttributeData data)
{
    /// <summary>Gets an argument of the attribute's constructor, or null.</summary>
    internal object? this[int index] => index < data.ConstructorArguments.Count ? data.ConstructorArguments[index].Value : null;

    /// <summary>Returns the array passed to the <c>params</c> parameter of the attribute's constructor.</summary>
    internal object?[] Rest(int index) =>
        this[index] is IEnumerable<CustomAttributeTypedArgument> items ? [.. items.Select(Argument)] : [];

    /// <summary>Returns a property set on the attribute, or the default.</summary>
    internal T? Property<T>(string name) => data.NamedArguments.FirstOrDefault(argument => argument.MemberName == name).TypedValue.Value is { } value
        ? (T)value
        : default;

    /// <summary>Returns the number of an enum's value that is set on the attribute, or null if it is not set.</summary>
    internal int? Number(string name) =>
        data.NamedArguments.FirstOrDefault(argument => argument.MemberName == name).TypedValue.Value as int?;

    // The value of an enum is given as its number.
    private static object? Argument(CustomAttributeTypedArgument item) =>
        item.ArgumentType.IsEnum ? Enum.ToObject(item.ArgumentType, item.Value!) : item.Value;
}
