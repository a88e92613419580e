using Hayapack.Formatters;

namespace Hayapack.Resolvers;

/// <summary>Asks formatters and resolvers in turn. The first answer counts, and is kept.</summary>
public static class CompositeResolver
{
    /// <summary>Makes a resolver of others.</summary>
    /// <param name="resolvers">The resolvers, in the order in which they are asked.</param>
    /// <returns>The resolver.</returns>
    public static IFormatterResolver Create(params IFormatterResolver[] resolvers) => Create([], resolvers);

    /// <summary>Makes a resolver of formatters.</summary>
    /// <param name="formatters">The formatters.</param>
    /// <returns>The resolver.</returns>
    public static IFormatterResolver Create(params IMessagePackFormatter[] formatters) => Create(formatters, []);

    /// <summary>Makes a resolver of formatters and of resolvers, which are asked after them.</summary>
    /// <param name="formatters">The formatters.</param>
    /// <param name="resolvers">The resolvers, in the order in which they are asked.</param>
    /// <returns>The resolver.</returns>
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
