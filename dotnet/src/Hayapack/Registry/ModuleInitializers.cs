using System.Runtime.CompilerServices;

namespace Hayapack.Registry;

/// <summary>An assembly's module initializer, which registers its formatters, has not run when nothing of its code has.</summary>
internal static class ModuleInitializers
{
    internal static void Run(Type type)
    {
        RuntimeHelpers.RunModuleConstructor(type.Module.ModuleHandle);
        foreach (Type argument in type.GenericTypeArguments)
        {
            Run(argument);
        }

        if (type.HasElementType)
        {
            Run(type.GetElementType()!);
        }
    }
}
