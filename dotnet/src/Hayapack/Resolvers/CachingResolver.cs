using System.Collections.Concurrent;
using Hayapack.Formatters;

namespace Hayapack.Resolvers;

/// <summary>
/// A resolver that looks up the formatter of a type once and keeps it. Thread-safe if <see cref="Find{T}"/> is.
/// </summary>
public abstract class CachingResolver : IFormatterResolver
{
    private readonly ConcurrentDictionary<Type, IMessagePackFormatter?> found = new();

    /// <inheritdoc/>
    public IMessagePackFormatter<T>? GetFormatter<T>()
    {
        if (found.TryGetValue(typeof(T), out IMessagePackFormatter? formatter))
        {
            return (IMessagePackFormatter<T>?)formatter;
        }

        IMessagePackFormatter<T>? made = Find<T>();
        found.TryAdd(typeof(T), made);
        return made;
    }

    /// <summary>
    /// Finds the formatter of a type. Called on the first use of the type, possibly by several threads.
    /// </summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <returns>The formatter, or null if the resolver has none.</returns>
    protected abstract IMessagePackFormatter<T>? Find<T>();
}
