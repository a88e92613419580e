using Hayapack.Formatters;
using Hayapack.Registry;

namespace Hayapack.Resolvers;

/// <summary>Replaces the formatters of objects and collections by ones that keep references.</summary>
internal sealed class ReferenceResolver : ResolverOver<ReferenceResolver>
{
    private ReferenceResolver(IFormatterResolver inner)
        : base(inner)
    {
    }

    /// <summary>Returns the resolver over another one.</summary>
    internal static IFormatterResolver Of(IFormatterResolver inner) => Of(inner, static resolver => new(resolver));

    protected override IMessagePackFormatter<T>? Find<T>()
    {
        IMessagePackFormatter<T>? formatter = Inner.GetFormatter<T>();
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
