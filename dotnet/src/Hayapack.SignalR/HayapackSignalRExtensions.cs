using Hayapack.SignalR;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Protocol;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Registers the hub protocol.</summary>
public static class HayapackSignalRExtensions
{
    /// <summary>
    /// Adds the hub protocol "messagepack" to a server (<c>AddSignalR()</c>) or a client (<c>HubConnectionBuilder</c>).
    /// Of several protocols with this name, the one that is added last is used.
    /// </summary>
    /// <typeparam name="TBuilder">The type of the builder.</typeparam>
    /// <param name="builder">The builder.</param>
    /// <param name="configure">Configures the options; null for the defaults.</param>
    /// <returns>The builder.</returns>
    public static TBuilder AddHayapackProtocol<TBuilder>(this TBuilder builder, Action<HayapackHubProtocolOptions>? configure = null)
        where TBuilder : ISignalRBuilder
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Services.AddOptions<HayapackHubProtocolOptions>();
        builder.Services.TryAddEnumerable(ServiceDescriptor.Singleton<IHubProtocol, HayapackHubProtocol>());
        if (configure is not null)
        {
            builder.Services.Configure(configure);
        }

        return builder;
    }
}
