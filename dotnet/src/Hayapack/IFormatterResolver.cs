using Hayapack.Formatters;

namespace Hayapack;

/// <summary>Finds the formatter of a type. Implementations are thread-safe and should cache what they find.</summary>
public interface IFormatterResolver
{
    /// <summary>Finds the formatter of a type.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <returns>The formatter, or null where this resolver has none.</returns>
    IMessagePackFormatter<T>? GetFormatter<T>();
}
