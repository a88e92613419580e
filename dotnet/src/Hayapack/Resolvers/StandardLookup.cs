using System.Runtime.CompilerServices;
using Hayapack.Formatters;
using Hayapack.Registry;

namespace Hayapack.Resolvers;

/// <summary>The first look-up of a type for StandardResolver.</summary>
internal static class StandardLookup
{
    internal static IMessagePackFormatter<T>? Find<T>()
    {
        if (FormatterCache<T>.Generated is null)
        {
            // An assembly's module initializer has not run when nothing of its code has.
            RunModuleInitializers(typeof(T));
        }

        IMessagePackFormatter<T>? found = FormatterCache<T>.Generated;
        if (found is null && RuntimeFeature.IsDynamicCodeSupported)
        {
            found = GenericFormatters.Create<T>();
        }

        if (found is not null)
        {
            FormatterCache<T>.Formatter = found;
        }

        return found;
    }

    private static void RunModuleInitializers(Type type)
    {
        RuntimeHelpers.RunModuleConstructor(type.Module.ModuleHandle);
        foreach (Type argument in type.GenericTypeArguments)
        {
            RunModuleInitializers(argument);
        }
    }
}
