using System.Runtime.CompilerServices;
using Hayapack.Formatters;
using Hayapack.Registry;

namespace Hayapack.Resolvers;

/// <summary>Replaces the formatters of objects and collections by ones that keep references.</summary>
internal sealed class ReferenceResolver : CachingResolver
{
    private static readonly ConditionalWeakTable<IFormatterResolver, ReferenceResolver> Made = [];

    private readonly IFormatterResolver inner;

    private ReferenceResolver(IFormatterResolver inner) => this.inner = inner;

    /// <summary>Returns the resolver over another one.</summary>
    internal static IFormatterResolver Of(IFormatterResolver inner) => Made.GetValue(inner, static resolver => new(resolver));

    /// <summary>Returns the resolver that is under one of this class; else the resolver itself.</summary>
    internal static IFormatterResolver Without(IFormatterResolver resolver) => (resolver as ReferenceResolver)?.inner ?? resolver;

    protected override IMessagePackFormatter<T>? Find<T>()
    {
        IMessagePackFormatter<T>? formatter = inner.GetFormatter<T>();
        bool isClass = !typeof(T).IsValueType;
        bool isWhole = typeof(T).IsEnum || IsValue(typeof(T)) || formatter is null or TypelessFormatter;
        return isWhole ? formatter : new ReferenceFormatter<T>(formatter!, isClass);
    }

    /// <summary>Whether a type is a value although it is a class, or contains nothing: text, bytes, what has a form of its own.</summary>
    private static bool IsValue(Type type)
    {
        if (type.IsArray || type == typeof(object) || typeof(System.Collections.IEnumerable).IsAssignableFrom(type))
        {
            return type == typeof(string) || type == typeof(byte[]) || type.Namespace == "System.Text.Json.Nodes";
        }

        return BuiltinFormatters.Find(Nullable.GetUnderlyingType(type) ?? type) is not null;
    }
}
