using Hayapack.Formatters;
using Hayapack.Reflection;
using Hayapack.Registry;

namespace Hayapack.Resolvers;

/// <summary>The lookup of a formatter for StandardResolver on the first use of a type.</summary>
internal static class StandardLookup
{
    internal static IMessagePackFormatter<T>? Find<T>()
    {
        var found = (IMessagePackFormatter<T>?)BuiltinFormatters.Find(typeof(T));
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
}
