using Hayapack.Formatters;
using Hayapack.Reflection;
using Hayapack.Registry;

namespace Hayapack.Resolvers;

/// <summary>
/// Like <see cref="StandardResolver"/>, but writes values of type <see cref="object"/>, of interfaces and of abstract
/// classes as typed values (ext 100) with the name of their type. Types without attributes are maps of their members,
/// if reflection is enabled.
/// </summary>
public sealed class TypelessContractlessStandardResolver : IFormatterResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly TypelessContractlessStandardResolver Instance = new();

    private readonly Dictionary<Type, IMessagePackFormatter> forced = [];

    /// <summary>Initializes a new instance of the <see cref="TypelessContractlessStandardResolver"/> class; all are equal.</summary>
    public TypelessContractlessStandardResolver() => FixedWidthFormatters.AddTo(forced);

    /// <summary>Gets options with this resolver.</summary>
    public static MessagePackSerializerOptions Options { get; } = new(Instance);

    /// <inheritdoc/>
    public IMessagePackFormatter<T>? GetFormatter<T>() => TypelessCache<T>.Formatter ?? Find<T>();

    private IMessagePackFormatter<T>? Find<T>()
    {
        IMessagePackFormatter<T>? found = typeof(T) == typeof(object)
            ? (IMessagePackFormatter<T>)(object)TypelessFormatter.Instance
            : (IMessagePackFormatter<T>?)forced.GetValueOrDefault(typeof(T))
                ?? NativeDateTimeResolver.Instance.GetFormatter<T>()
                ?? StandardResolver.Instance.GetFormatter<T>();
        if (found is null && ReflectionSupport.IsEnabled)
        {
            found = (IMessagePackFormatter<T>?)ReflectionFormatters.Find(typeof(T), contractless: true, allowPrivate: true);
        }

        if (found is null && (typeof(T).IsInterface || typeof(T).IsAbstract))
        {
            found = new ForceTypelessFormatter<T>();
        }

        if (found is not null)
        {
            TypelessCache<T>.Formatter = found;
        }

        return found;
    }
}
