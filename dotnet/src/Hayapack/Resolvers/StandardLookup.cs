using Hayapack.Formatters;
using Hayapack.Reflection;
using Hayapack.Registry;

namespace Hayapack.Resolvers;

/// <summary>The lookup of a formatter for StandardResolver on the first use of a type.</summary>
internal static class StandardLookup
{
    internal static IMessagePackFormatter<T>? Find<T>()
    {
        // The table of built-in types is not made for a type that cannot be in it: that takes a tenth of a program's first call.
        IMessagePackFormatter<T>? found = CanBeBuiltIn(typeof(T)) ? (IMessagePackFormatter<T>?)BuiltinFormatters.Find(typeof(T)) : null;
        if (found is null)
        {
            if (FormatterCache<T>.Generated is null)
            {
                ModuleInitializers.Run(typeof(T));
            }

            found = FormatterCache<T>.Generated;
        }

        if (found is null && ReflectionSupport.IsEnabled)
        {
            found = GeneratedGenericFormatters.Create<T>();
        }

        if (found is null && ReflectionSupport.IsEnabled)
        {
            found = (IMessagePackFormatter<T>?)ReflectionFormatters.Find(typeof(T), contractless: false);
        }

        if (found is not null)
        {
            FormatterCache<T>.Formatter = found;
        }

        return found;
    }

    /// <summary>
    /// Returns whether <see cref="BuiltinFormatters"/> can have a type, by its namespace. Any other question makes its table.
    /// </summary>
    internal static bool CanBeBuiltIn(Type type) => type.Namespace is { } name
        && (name.StartsWith(nameof(System), StringComparison.Ordinal) || name.StartsWith(nameof(Hayapack), StringComparison.Ordinal));
}
