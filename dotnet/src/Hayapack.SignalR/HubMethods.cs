using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Threading.Channels;

namespace Hayapack.SignalR;

/// <summary>
/// The parameters and results of hub methods that are unions or sequences of unions. A hub's method names are not
/// case-sensitive.
/// </summary>
internal sealed class HubMethods
{
    private readonly Dictionary<string, Signature> methods = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Gets a value indicating whether no method has a union.</summary>
    internal bool IsEmpty => methods.Count == 0;

    /// <summary>Adds the methods of a hub or an interface.</summary>
    internal void Add([DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicMethods)] Type type)
    {
        foreach (MethodInfo method in type.GetMethods(BindingFlags.Public | BindingFlags.Instance))
        {
            if (!method.IsSpecialName && method.DeclaringType != typeof(object))
            {
                Add(NameOf(method), new Signature(
                    [.. method.GetParameters().Where(IsSent).Select(parameter => WrittenTypes.Declared(parameter.ParameterType))],
                    WrittenTypes.Declared(ResultOf(method.ReturnType))));
            }
        }
    }

    /// <summary>Returns the declared types of a method's arguments, each null if it has no union; null if none is known.</summary>
    internal Type?[]? Parameters(string target, int count) =>
        methods.TryGetValue(target, out Signature? found) && found.Parameters.Length == count ? found.Parameters : null;

    /// <summary>Returns the declared type of a method's result or stream items; null if it has no union.</summary>
    internal Type? Result(string target) => methods.TryGetValue(target, out Signature? found) ? found.Result : null;

    /// <summary>Two methods of one name keep what is the same in both.</summary>
    private void Add(string name, Signature signature)
    {
        if (methods.TryGetValue(name, out Signature? other))
        {
            signature = new Signature(
                signature.Parameters.Length == other.Parameters.Length
                    ? [.. signature.Parameters.Zip(other.Parameters, (one, two) => one == two ? one : null)]
                    : [],
                signature.Result == other.Result ? signature.Result : null);
        }

        methods[name] = signature;
    }

    private static string NameOf(MethodInfo method) => method.GetCustomAttributesData()
        .FirstOrDefault(data => data.AttributeType.FullName == "Microsoft.AspNetCore.SignalR.HubMethodNameAttribute")
        ?.ConstructorArguments[0].Value as string ?? method.Name;

    /// <summary>Streams have messages of their own; the server supplies services and cancellation tokens itself.</summary>
    private static bool IsSent(ParameterInfo parameter) => parameter.ParameterType != typeof(CancellationToken)
        && ItemOf(parameter.ParameterType) is null
        && !parameter.GetCustomAttributesData().Any(data => data.AttributeType.Name is "FromServicesAttribute" or "FromKeyedServicesAttribute");

    private static Type ResultOf(Type type)
    {
        if (type.IsGenericType && (type.GetGenericTypeDefinition() == typeof(Task<>) || type.GetGenericTypeDefinition() == typeof(ValueTask<>)))
        {
            type = type.GenericTypeArguments[0];
        }

        return ItemOf(type) ?? type;
    }

    private static Type? ItemOf(Type type) => type.IsGenericType
        && (type.GetGenericTypeDefinition() == typeof(IAsyncEnumerable<>) || type.GetGenericTypeDefinition() == typeof(ChannelReader<>))
            ? type.GenericTypeArguments[0]
            : null;

    private sealed record Signature(Type?[] Parameters, Type? Result);
}
