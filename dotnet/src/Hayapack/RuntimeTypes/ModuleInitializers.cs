using System.Runtime.CompilerServices;

namespace Hayapack.Registry;

/// <summary>
/// Runs the module initializer of a type's assembly, which registers its formatters. The runtime runs it only when code
/// of the assembly is first executed; <c>typeof</c> does not cause that.
/// </summary>
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
