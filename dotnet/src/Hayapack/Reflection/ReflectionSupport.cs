using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Hayapack.Reflection;

/// <summary>Whether types without a generated formatter are read and written by reflection.</summary>
internal static class ReflectionSupport
{
    /// <summary>
    /// Gets a value indicating whether it may be used: where the runtime compiles code and the program is not trimmed.
    /// The package's build file sets the switch to false for trimmed programs.
    /// </summary>
    [FeatureSwitchDefinition("Hayapack.IsReflectionEnabled")]
    [FeatureGuard(typeof(RequiresUnreferencedCodeAttribute))]
    [FeatureGuard(typeof(RequiresDynamicCodeAttribute))]
    internal static bool IsEnabled { get; } =
        RuntimeFeature.IsDynamicCodeSupported
        && (!AppContext.TryGetSwitch("Hayapack.IsReflectionEnabled", out bool isEnabled) || isEnabled);
}
