using System.Net.WebSockets;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Client;
using Xunit;
using Xunit.Abstractions;

namespace Hayapack.SignalR.Tests;

/// <summary>A server and .NET clients, each with our protocol or Microsoft's.</summary>
[Collection("Cancelled")] // TestHub.Cancelled is one for all connections
public class ServerTests(ITestOutputHelper output)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    public async Task EveryKindOfCallWorks(bool oursOnServer, bool oursOnClient)
    {
        await using TestServer server = await TestServer.StartAsync(oursOnServer);
        var told = new TaskCompletionSource<string>();
        await using HubConnection client = await server.ConnectAsync(oursOnClient, prepare: connection =>
        {
            connection.On<string, int>("Told", (text, number) => told.TrySetResult(text + number));
            connection.On<int, int>("Ask", number => number * 2);
        });

        Assert.Equal(5, await client.InvokeAsync<int>("Add", 2, 3));
        Order order = await client.InvokeAsync<Order>("Next", Same.Order(7));
        Assert.Equal((8, "Ünïcode 7", Color.Green, 7.0), (order.Id, order.Customer, order.Color, order.Prices[1]));
        Plain plain = await client.InvokeAsync<Plain>("Echo", Same.Plain(3));
        Assert.Equal(("n3", 100_000, Color.Blue), (plain.Name, plain.Counts[2], plain.Color));
        await client.InvokeAsync("Nothing");
        await client.SendAsync("Tell", "é");
        Assert.Equal("é1", await told.Task.WaitAsync(Patience));
        Assert.Equal(9, await client.InvokeAsync<int>("AskBack", 4).WaitAsync(Patience));
        HubException failed = await Assert.ThrowsAsync<HubException>(() => client.InvokeAsync<int>("Fail"));
        Assert.Contains("it failed", failed.Message, StringComparison.Ordinal);
        await Assert.ThrowsAsync<HubException>(() => client.InvokeAsync<int>("Add", 1));
        await Assert.ThrowsAsync<HubException>(() => client.InvokeAsync<int>("Add", 1, "x"));
        await Assert.ThrowsAsync<HubException>(() => client.InvokeAsync<int>("NoSuchMethod"));
        Assert.Equal(5, await client.InvokeAsync<int>("Add", 2, 3));
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    public async Task StreamsGoBothWaysAndAreCancelled(bool oursOnServer, bool oursOnClient)
    {
        await using TestServer server = await TestServer.StartAsync(oursOnServer);
        await using HubConnection client = await server.ConnectAsync(oursOnClient, stateful: true);
        var numbers = new List<int>();
        await foreach (int number in client.StreamAsync<int>("Count", 500))
        {
            numbers.Add(number);
        }

        Assert.Equal(Enumerable.Range(0, 500), numbers);
        Assert.Equal(499 * 500 / 2, await client.InvokeAsync<long>("Sum", Numbers(500)));
        TestHub.Cancelled = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var cancellation = new CancellationTokenSource();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () =>
        {
            await foreach (int number in client.StreamAsync<int>("Forever", cancellation.Token))
            {
                if (number == 3)
                {
                    await cancellation.CancelAsync();
                }
            }
        });
        await TestHub.Cancelled.Task.WaitAsync(Patience);
    }

    [Fact]
    public async Task DeclaredUnionsAreWrittenAsUnions()
    {
        await using TestServer server = await TestServer.StartAsync(
            ours: true, options => options.AddReceivedMethods<TestHub>().AddSentMethods<ITestClient>());
        var drawn = new TaskCompletionSource<IShape>();
        await using HubConnection client = await server.ConnectAsync(
            ours: true,
            options => options.AddSentMethods<ITestHub>(),
            connection => connection.On<IShape>("Drawn", shape => drawn.TrySetResult(shape)));

        Assert.Equal(6, await client.InvokeAsync<int>("Area", new Circle(1, 2)));
        Assert.Equal(12, await client.InvokeAsync<int>("area", new Square(1, 3)));
        Assert.Equal(12, await client.InvokeAsync<int>("AreaOfAll", (object)new Circle[] { new(1, 2), new(2, 2) }));
        Assert.Equal(new Circle(4, 2), await client.InvokeAsync<IShape>("Shape", 4));
        Assert.Equal(new Square(5, 3), await client.InvokeAsync<IShape>("Shape", 5));
        Assert.Equal(new Circle(6, 2), await client.InvokeAsync<Circle>("Concrete", 6));
        Assert.Equal([new Circle(0, 0), new Circle(1, 1)], await client.InvokeAsync<List<IShape>>("Circles", 2));
        var shapes = new List<IShape>();
        await foreach (IShape shape in client.StreamAsync<IShape>("Shapes", 4))
        {
            shapes.Add(shape);
        }

        Assert.Equal([new Circle(0, 2), new Square(1, 3), new Circle(2, 2), new Square(3, 3)], shapes);
        await Assert.ThrowsAsync<HubException>(() => client.InvokeAsync("Draw", new Circle(1, 2))); // not in ITestHub
        await using HubConnection option = await server.ConnectAsync(
            ours: true,
            options => options.WriteAsUnion<IShape>(),
            connection => connection.On<IShape>("Drawn", shape => drawn.TrySetResult(shape)));
        await option.SendAsync("Draw", new Square(9, 1));
        Assert.Equal(new Square(9, 1), await drawn.Task.WaitAsync(Patience));
    }

    [Fact]
    public async Task ManyMessagesOnManyConnections()
    {
        const int Connections = 50;
        const int Messages = 200;
        await using TestServer server = await TestServer.StartAsync(ours: true);
        HubConnection[] clients = await Task.WhenAll(Enumerable.Range(0, Connections).Select(i => server.ConnectAsync(ours: i % 2 == 0)));
        long started = Environment.TickCount64;
        await Task.WhenAll(clients.Select(async (client, i) =>
        {
            for (int n = 0; n < Messages; n++)
            {
                int id = (i * Messages) + n;
                Order order = await client.InvokeAsync<Order>("Next", Same.Order(id));
                Assert.Equal((id + 1, "Ünïcode " + id), (order.Id, order.Customer));
            }
        }));
        output.WriteLine($"signalr: {Connections * Messages} calls on {Connections} connections, all answered, in {Environment.TickCount64 - started} ms");
        foreach (HubConnection client in clients)
        {
            await client.DisposeAsync();
        }
    }

    [Theory]
    [InlineData(new byte[] { 2, 0x91, 0xa0 })] // text for the type
    [InlineData(new byte[] { 1, 0xdd })] // an array header that is cut off
    [InlineData(new byte[] { 0xff, 0xff, 0xff, 0xff, 0xff })] // a length of more than 5 bytes
    public async Task AMalformedFrameEndsOnlyItsConnection(byte[] frame)
    {
        await using TestServer server = await TestServer.StartAsync(ours: true);
        await using HubConnection other = await server.ConnectAsync(ours: true);
        using var socket = new ClientWebSocket();
        using var patience = new CancellationTokenSource(Patience);
        await socket.ConnectAsync(new Uri(server.Url.Replace("http:", "ws:", StringComparison.Ordinal)), patience.Token);
        await socket.SendAsync("{\"protocol\":\"messagepack\",\"version\":1}\x1e"u8.ToArray(), WebSocketMessageType.Text, true, patience.Token);
        await socket.SendAsync(frame, WebSocketMessageType.Binary, true, patience.Token);
        byte[] buffer = new byte[4096];
        WebSocketReceiveResult received;
        do
        {
            received = await socket.ReceiveAsync(buffer, patience.Token);
        }
        while (received.MessageType != WebSocketMessageType.Close);
        Assert.Equal(5, await other.InvokeAsync<int>("Add", 2, 3));
    }

    private static async IAsyncEnumerable<int> Numbers(int count)
    {
        for (int i = 0; i < count; i++)
        {
            await Task.Yield();
            yield return i;
        }
    }
}
