using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Client;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Hayapack.SignalR.Tests;

/// <summary>Kestrel on a free port of the loopback interface, with a hub under either protocol.</summary>
internal sealed class TestServer : IAsyncDisposable
{
    private readonly WebApplication app;

    private TestServer(WebApplication app) => this.app = app;

    internal string Url => app.Urls.First() + "/hub";

    internal static async Task<TestServer> StartAsync(bool ours, Action<HayapackHubProtocolOptions>? configure = null)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        ISignalRServerBuilder signalR = builder.Services.AddSignalR(options =>
        {
            options.EnableDetailedErrors = true;
            options.MaximumParallelInvocationsPerClient = 4;
        });
        _ = ours ? signalR.AddHayapackProtocol(configure) : signalR.AddMessagePackProtocol();
        WebApplication app = builder.Build();
        app.MapHub<TestHub>("/hub", options => options.AllowStatefulReconnects = true);
        await app.StartAsync();
        return new TestServer(app);
    }

    internal async Task<HubConnection> ConnectAsync(
        bool ours, Action<HayapackHubProtocolOptions>? configure = null, Action<HubConnection>? prepare = null, bool stateful = false)
    {
        IHubConnectionBuilder builder = new HubConnectionBuilder().WithUrl(Url);
        builder = ours ? builder.AddHayapackProtocol(configure) : builder.AddMessagePackProtocol();
        HubConnection connection = (stateful ? builder.WithStatefulReconnect() : builder).Build();
        prepare?.Invoke(connection);
        await connection.StartAsync();
        return connection;
    }

    public async ValueTask DisposeAsync()
    {
        await app.StopAsync();
        await app.DisposeAsync();
    }
}
