using System.Reflection;
using System.Runtime.CompilerServices;

namespace Hayapack.SignalR;

/// <summary>Chooses the type as which a value is written.</summary>
internal sealed class WrittenTypes(IEnumerable<Type> unions)
{
    private readonly Type[] unions = [.. unions];

    /// <summary>The type for each run-time type. Weak, so that a type's assembly can be unloaded.</summary>
    private readonly ConditionalWeakTable<Type, Type> found = [];

    /// <summary>
    /// Returns the declared type if it is a union that lists the value's class, or a sequence; or else a union of the
    /// options that does; or else the value's class.
    /// </summary>
    internal Type TypeToWrite(object value, Type? declared)
    {
        Type type = value.GetType();
        if (declared is not null && declared.IsInstanceOfType(value) && (!IsUnion(declared) || Lists(declared, type)))
        {
            return declared;
        }

        return unions.Length == 0 ? type : found.GetValue(type, key => Array.Find(unions, union => Lists(union, key)) ?? key);
    }

    /// <summary>
    /// Returns whether a type is written as <c>[key, value]</c>: it has a union attribute, of Hayapack or of MessagePack-CSharp,
    /// and is abstract or lists itself.
    /// </summary>
    internal static bool IsUnion(Type type) => type.IsAbstract ? Attributes(type).Any() : type.IsClass && Lists(type, type);

    /// <summary>
    /// Returns a declared type if values must be written as that type: a union, or an interface or array with a union as
    /// element, which can be a list of one class at run time. Otherwise null: the run-time type says as much.
    /// </summary>
    internal static Type? Declared(Type type) => IsUnion(type) || ((type.IsInterface || type.IsArray) && Mentions(type)) ? type : null;

    private static bool Mentions(Type type) => IsUnion(type)
        || (type.IsArray && Mentions(type.GetElementType()!))
        || (type.IsGenericType && type.GenericTypeArguments.Any(Mentions));

    private static bool Lists(Type union, Type type) => Attributes(union).Any(data => data.ConstructorArguments[1].Value switch
    {
        Type listed => listed == type,
        string name => name == type.FullName || name.StartsWith(type.FullName + ",", StringComparison.Ordinal),
        _ => false,
    });

    private static IEnumerable<CustomAttributeData> Attributes(Type type) => type.GetCustomAttributesData().Where(data =>
        data.AttributeType.FullName is "Hayapack.UnionAttribute" or "MessagePack.UnionAttribute" && data.ConstructorArguments.Count == 2);
}
