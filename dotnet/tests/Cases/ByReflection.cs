using System.Collections.Concurrent;
using System.Reflection;
using Hayapack.Formatters;

namespace Cases;

/// <summary>
/// Makes the formatters of some types by reflection. The library's own resolvers prefer generated formatters, so its search
/// for formatters by reflection is called. Collections and tuples of the types are made again, too: a generated formatter of
/// <c>List&lt;Order&gt;</c> has the one of <c>Order</c> in it.
/// </summary>
/// <param name="isModel">Returns whether a type is one of them.</param>
/// <param name="others">The formatters of enums, and of types without a part that is one of them.</param>
public sealed class ByReflection(Func<Type, bool> isModel, Hayapack.IFormatterResolver others) : Hayapack.IFormatterResolver
{
    private static readonly MethodInfo Find = typeof(Hayapack.MessagePackSerializer).Assembly
        .GetType("Hayapack.Reflection.ReflectionFormatters", throwOnError: true)!
        .GetMethod("Find", BindingFlags.Static | BindingFlags.NonPublic)!;

    private readonly ConcurrentDictionary<Type, object?> made = new();

    /// <inheritdoc/>
    public IMessagePackFormatter<T>? GetFormatter<T>()
    {
        if (!made.TryGetValue(typeof(T), out object? formatter))
        {
            formatter = HasModel(typeof(T)) ? Make(typeof(T)) : others.GetFormatter<T>();
            made[typeof(T)] = formatter;
        }

        return (IMessagePackFormatter<T>?)formatter;
    }

    private static object? Make(Type type)
    {
        try
        {
            return Find.Invoke(null, [type, false, false]);
        }
        catch (TargetInvocationException error) when (error.InnerException is Hayapack.MessagePackSerializationException)
        {
            throw error.InnerException;
        }
    }

    private bool HasModel(Type type) => !type.IsEnum && !(Nullable.GetUnderlyingType(type)?.IsEnum == true)
        && (isModel(type) || (type.HasElementType && HasModel(type.GetElementType()!)) || type.GetGenericArguments().Any(HasModel));
}
