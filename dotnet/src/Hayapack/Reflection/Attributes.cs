using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.Serialization;

namespace Hayapack.Reflection;

/// <summary>
/// Reads attributes: ours, and MessagePack-CSharp's of the same name, so that its model classes need no change. The latter
/// are found by name, without a reference to its assembly.
/// </summary>
[RequiresUnreferencedCode("Reads attributes by name.")]
internal static class Attributes
{
    private const string Ours = nameof(Hayapack) + ".";
    private const string Theirs = "MessagePack.";

    internal static AttributeData? Find<T>(MemberInfo member)
        where T : Attribute => All<T>(member).FirstOrDefault();

    internal static bool Has<T>(MemberInfo member)
        where T : Attribute => All<T>(member).Any();

    /// <summary>Those of the member itself; of a property, also those of the ones that it overrides.</summary>
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

    /// <summary>Finds an interface of ours or theirs among those of a type.</summary>
    internal static Type? Interface(Type type, string name) => type.GetInterfaces().FirstOrDefault(found => IsNamed(found, name));

    private static bool IsNamed(Type type, string name) =>
        type.FullName is { } full && (full == Ours + name || full == Theirs + name);

    private static MemberInfo? Overridden(MemberInfo member)
    {
        if (member is Type type)
        {
            return null;
        }

        MethodInfo? getter = (member as PropertyInfo)?.GetMethod;
        MethodInfo? first = getter?.GetBaseDefinition();
        return first is null || first == getter
            ? null
            : first.DeclaringType!.GetProperty(member.Name, BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly);
    }
}

/// <summary>The arguments of an attribute.</summary>
internal sealed class AttributeData(CustomAttributeData data)
{
    /// <summary>An argument of the constructor.</summary>
    internal object? this[int index] => index < data.ConstructorArguments.Count ? data.ConstructorArguments[index].Value : null;

    /// <summary>The array that the constructor took for its <c>params</c>.</summary>
    internal object?[] Rest(int index) =>
        this[index] is IEnumerable<CustomAttributeTypedArgument> items ? [.. items.Select(item => item.Value)] : [];

    /// <summary>A property that was set, or the default.</summary>
    internal T? Property<T>(string name) => data.NamedArguments.FirstOrDefault(argument => argument.MemberName == name).TypedValue.Value is { } value
        ? (T)value
        : default;
}
