using System.Reflection;
using Hayapack.Formatters;
using Hayapack.Resolvers;

namespace Cases.Schemas;

/// <summary>
/// Makes the formatters of the models by reflection. The library's own resolvers prefer generated formatters, so its search
/// for formatters by reflection is called.
/// </summary>
public sealed class ModelsByReflection : Hayapack.IFormatterResolver
{
    private static readonly MethodInfo Find = typeof(Hayapack.MessagePackSerializer).Assembly
        .GetType("Hayapack.Reflection.ReflectionFormatters", throwOnError: true)!
        .GetMethod("Find", BindingFlags.Static | BindingFlags.NonPublic)!;

    /// <inheritdoc/>
    public IMessagePackFormatter<T>? GetFormatter<T>() => Made<T>.Formatter;

    // Collections and tuples are made again, too: a generated formatter of List<Order> has the one of Order in it.
    private static class Made<T>
    {
        internal static readonly IMessagePackFormatter<T>? Formatter = OfModels(typeof(T))
            ? (IMessagePackFormatter<T>?)Find.Invoke(null, [typeof(T), false, false])
            : StandardResolver.Instance.GetFormatter<T>();

        private static bool OfModels(Type type) =>
            (type.Namespace ?? "").StartsWith(typeof(Made<>).Namespace!, StringComparison.Ordinal) ||
            (type.HasElementType && OfModels(type.GetElementType()!)) || type.GetGenericArguments().Any(OfModels);
    }
}
