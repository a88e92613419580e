using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Hayapack.Formatters;
using Hayapack.Resolvers;

namespace Hayapack.SignalR;

/// <summary>
/// The formatters of Microsoft's protocol: enums by name, then the standard ones, then members by reflection unless the
/// program is trimmed.
/// </summary>
internal sealed class HubResolver : CachingResolver
{
    /// <summary>The default options, with the limits for untrusted data.</summary>
    internal static readonly MessagePackSerializerOptions Options = MessagePackSerializerOptions.Standard
        .WithResolver(new HubResolver())
        .WithSecurity(MessagePackSecurity.UntrustedData);

    /// <summary>Gets a value indicating whether reflection may be used; the switch is that of the package Hayapack.</summary>
    [FeatureSwitchDefinition("Hayapack.IsReflectionEnabled")]
    [FeatureGuard(typeof(RequiresUnreferencedCodeAttribute))]
    [FeatureGuard(typeof(RequiresDynamicCodeAttribute))]
    private static bool IsReflectionEnabled { get; } =
        RuntimeFeature.IsDynamicCodeSupported
        && (!AppContext.TryGetSwitch("Hayapack.IsReflectionEnabled", out bool isEnabled) || isEnabled);

    /// <inheritdoc/>
    protected override IMessagePackFormatter<T>? Find<T>()
    {
        if (IsReflectionEnabled)
        {
            return DynamicEnumAsStringResolver.Instance.GetFormatter<T>() ?? ContractlessStandardResolver.Instance.GetFormatter<T>();
        }

        return (Nullable.GetUnderlyingType(typeof(T)) ?? typeof(T)).IsEnum
            ? new EnumNameFormatter<T>()
            : StandardResolver.Instance.GetFormatter<T>();
    }
}
