using System.Collections.Concurrent;
using Hayapack.Formatters;

namespace Hayapack.Resolvers;

/// <summary>A resolver that keeps what it found.</summary>
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

    /// <summary>Finds a formatter for the first time.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <returns>The formatter, or null.</returns>
    protected abstract IMessagePackFormatter<T>? Find<T>();
}
