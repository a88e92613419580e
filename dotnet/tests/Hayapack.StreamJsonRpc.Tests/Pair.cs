using Nerdbank.Streams;
using StreamJsonRpc;

namespace Hayapack.StreamJsonRpc.Tests;

/// <summary>Which formatter a side of a connection has.</summary>
public enum Side
{
    Ours,
    Theirs,
}

/// <summary>A client and a server that are connected by a stream in memory.</summary>
internal sealed class Pair : IDisposable
{
    /// <summary>Ends a test that hangs.</summary>
    internal static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    internal Pair(Side client, Side server, Action<JsonRpc>? configure = null)
    {
        (Stream one, Stream other) = FullDuplexStream.CreatePair();
        Server = Connect(other, server);
        Client = Connect(one, client);
        Server.AddLocalRpcTarget(Target);
        configure?.Invoke(Server);
        Server.StartListening();
        Client.StartListening();
    }

    internal Target Target { get; } = new();

    internal JsonRpc Client { get; }

    internal JsonRpc Server { get; }

    internal static IJsonRpcMessageFormatter Formatter(Side side) => side == Side.Ours ? new HayapackFormatter() : new MessagePackFormatter();

    public void Dispose()
    {
        Client.Dispose();
        Server.Dispose();
    }

    private static JsonRpc Connect(Stream stream, Side side) => new(new LengthHeaderMessageHandler(stream, stream, Formatter(side)));
}
