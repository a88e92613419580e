using Hayapack.Formatters;

namespace Hayapack.Resolvers;

/// <summary>
/// One composite resolver for a whole program, to be filled when the program starts: a <see cref="CompositeResolver"/>
/// that exists before its contents are known. Each call of Register replaces what was registered before.
/// GetFormatter is thread-safe; Register must not be called by several threads at once.
/// </summary>
public sealed class StaticCompositeResolver : CachingResolver
{
    /// <summary>The shared instance, which is the only one.</summary>
    public static readonly StaticCompositeResolver Instance = new();

    /// <summary>Null until something is registered: the resolver then has no formatters.</summary>
    private volatile IFormatterResolver? registered;

    /// <summary>Set before the first lookup reads <see cref="registered"/>.</summary>
    private volatile bool isUsed;

    private StaticCompositeResolver()
    {
    }

    /// <summary>Registers formatters.</summary>
    /// <param name="formatters">The formatters, in the order in which they are tried.</param>
    /// <exception cref="InvalidOperationException">A formatter was already looked up.</exception>
    /// <exception cref="ArgumentNullException">The argument is null.</exception>
    public void Register(params IMessagePackFormatter[] formatters) => Register(formatters, []);

    /// <summary>Registers resolvers.</summary>
    /// <param name="resolvers">The resolvers, in the order in which they are tried.</param>
    /// <exception cref="InvalidOperationException">A formatter was already looked up.</exception>
    /// <exception cref="ArgumentNullException">The argument is null.</exception>
    public void Register(params IFormatterResolver[] resolvers) => Register([], resolvers);

    /// <summary>Registers formatters, and resolvers for the types that the formatters do not support.</summary>
    /// <param name="formatters">The formatters, in the order in which they are tried.</param>
    /// <param name="resolvers">The resolvers, in the order in which they are tried.</param>
    /// <exception cref="InvalidOperationException">A formatter was already looked up.</exception>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public void Register(IReadOnlyList<IMessagePackFormatter> formatters, IReadOnlyList<IFormatterResolver> resolvers)
    {
        IFormatterResolver made = CompositeResolver.Create(formatters, resolvers);
        if (isUsed)
        {
            throw new InvalidOperationException("Call Register when the program starts: a formatter was already looked up in StaticCompositeResolver.");
        }

        registered = made;
    }

    /// <inheritdoc/>
    protected override IMessagePackFormatter<T>? Find<T>()
    {
        isUsed = true;
        return registered?.GetFormatter<T>();
    }
}
