using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Hayapack.Reflection;

/// <summary>The switch for formatters that are built by reflection.</summary>
internal static class ReflectionSupport
{
    /// <summary>
    /// Gets a value indicating whether reflection may be used: the runtime can compile code, and the program is not
    /// trimmed. The package's build file sets the switch to false for trimmed programs.
    /// </summary>
    [FeatureSwitchDefinition("Hayapack.IsReflectionEnabled")]
    [FeatureGuard(typeof(RequiresUnreferencedCodeAttribute))]
    [FeatureGuard(typeof(RequiresDynamicCodeAttribute))]
    internal static bool IsEnabled { get; } =
        RuntimeFeature.IsDynamicCodeSupported
        && (!AppContext.TryGetSwitch("Hayapack.IsReflectionEnabled", out bool isEnabled) || isEnabled);
}
