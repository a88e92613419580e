using Hayapack.Formatters;

namespace Hayapack.Resolvers;

/// <summary>
/// Combines formatters and resolvers. For each type the first one that supports it is used, and kept. Thread-safe.
/// </summary>
public static class CompositeResolver
{
    /// <summary>Creates a resolver that tries other resolvers in order.</summary>
    /// <param name="resolvers">The resolvers, in the order in which they are tried.</param>
    /// <returns>The resolver.</returns>
    public static IFormatterResolver Create(params IFormatterResolver[] resolvers) => Create([], resolvers);

    /// <summary>Creates a resolver from formatters.</summary>
    /// <param name="formatters">The formatters.</param>
    /// <returns>The resolver.</returns>
    public static IFormatterResolver Create(params IMessagePackFormatter[] formatters) => Create(formatters, []);

    /// <summary>Creates a resolver that tries formatters first, then other resolvers in order.</summary>
    /// <param name="formatters">The formatters.</param>
    /// <param name="resolvers">The resolvers, in the order in which they are tried.</param>
    /// <returns>The resolver.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static IFormatterResolver Create(IReadOnlyList<IMessagePackFormatter> formatters, IReadOnlyList<IFormatterResolver> resolvers)
    {
        ArgumentNullException.ThrowIfNull(formatters);
        ArgumentNullException.ThrowIfNull(resolvers);
        return new Composite([.. formatters], [.. resolvers]);
    }

    private sealed class Composite(IMessagePackFormatter[] formatters, IFormatterResolver[] resolvers) : CachingResolver
    {
        protected override IMessagePackFormatter<T>? Find<T>()
        {
            foreach (IMessagePackFormatter formatter in formatters)
            {
                if (formatter is IMessagePackFormatter<T> found)
                {
                    return found;
                }
            }

            foreach (IFormatterResolver resolver in resolvers)
            {
                if (resolver.GetFormatter<T>() is { } found)
                {
                    return found;
                }
            }

            return null;
        }
    }
}
