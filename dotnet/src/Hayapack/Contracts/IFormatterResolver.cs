using Hayapack.Formatters;

namespace Hayapack;

/// <summary>Finds formatters by type. Implementations must be thread-safe and should cache the formatters they create.</summary>
public interface IFormatterResolver
{
    /// <summary>Finds the formatter of a type.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <returns>The formatter, or null if this resolver has none for the type.</returns>
    IMessagePackFormatter<T>? GetFormatter<T>();
}
