using System.IO.Pipelines;
using Nerdbank.Streams;
using StreamJsonRpc;
using StreamJsonRpc.Protocol;
using Xunit;

namespace Hayapack.StreamJsonRpc.Tests;

/// <summary>Calls between two connections, of which at least one has our formatter and the other may have StreamJsonRpc's.</summary>
public class ConnectionTests
{
    public static TheoryData<Side, Side> Sides => new() { { Side.Ours, Side.Ours }, { Side.Ours, Side.Theirs }, { Side.Theirs, Side.Ours } };

    [Theory]
    [MemberData(nameof(Sides))]
    public async Task PositionalAndNamedArguments(Side client, Side server)
    {
        using Pair pair = new(client, server);
        Assert.Equal(7, await pair.Client.InvokeAsync<int>("Add", 3, 4));
        Assert.Equal(7, await pair.Client.InvokeWithParameterObjectAsync<int>("Add", new { second = 3, first = 4 }));
        Assert.Equal(7, await pair.Client.InvokeWithParameterObjectAsync<int>("Add", new Dictionary<string, object?> { ["first"] = 3, ["second"] = 4 }));
        Assert.Equal("a-b-a-b", await pair.Client.InvokeAsync<string>("Join", "-", new[] { "a", "b" }));
        Assert.Equal("a-b", await pair.Client.InvokeAsync<string>("Join", "-", new[] { "a", "b" }, null));
        Assert.Equal("", await pair.Client.InvokeWithParameterObjectAsync<string>("Join", new { separator = "\U0001f600", parts = Array.Empty<string>() }));
        Person older = (await pair.Client.InvokeAsync<Person>("Older", new Person { Name = "Zoë", Age = 40 }, 2))!;
        Assert.Equal(("Zoë", 42), (older.Name, older.Age));
        Assert.Null(await pair.Client.InvokeAsync<Person?>("Older", null, 2));
        Assert.Equal(12, await pair.Client.InvokeWithParameterObjectAsync<int>("Area", new { width = 3, height = 4 }));
        Assert.Equal("text", await pair.Client.InvokeAsync<object>("Anything", "text"));
        await pair.Client.NotifyAsync("Note", "noted");
        Assert.Equal("noted", await pair.Target.Noted.Task.WaitAsync(Pair.Limit));
    }

    [Theory]
    [MemberData(nameof(Sides))]
    public async Task ManyCallsAtOnce(Side client, Side server)
    {
        using Pair pair = new(client, server);
        int[] sums = await Task.WhenAll(Enumerable.Range(0, 1000).Select(i => pair.Client.InvokeAsync<int>("Add", i, 1)));
        Assert.Equal(Enumerable.Range(1, 1000), sums);
    }

    [Theory]
    [MemberData(nameof(Sides))]
    public async Task Errors(Side client, Side server)
    {
        using Pair pair = new(client, server);
        var failure = await Assert.ThrowsAsync<RemoteInvocationException>(() => pair.Client.InvokeAsync("Fail"));
        Assert.Equal("outer", failure.Message);
        var data = Assert.IsType<CommonErrorData>(failure.DeserializedErrorData);
        Assert.Equal((typeof(InvalidOperationException).FullName, "inner"), (data.TypeName, data.Inner!.Message));
        failure = await Assert.ThrowsAsync<RemoteInvocationException>(() => pair.Client.InvokeAsync("FailWithData"));
        Assert.Equal((17, "with data"), (failure.ErrorCode, failure.Message));
        await Assert.ThrowsAsync<RemoteMethodNotFoundException>(() => pair.Client.InvokeAsync("Absent", 1));
        await Assert.ThrowsAsync<RemoteMethodNotFoundException>(() => pair.Client.InvokeAsync<int>("Add", 1));
        await Assert.ThrowsAsync<RemoteMethodNotFoundException>(() => pair.Client.InvokeAsync<int>("Add", 1, 2, 3));
        await Assert.ThrowsAsync<RemoteMethodNotFoundException>(() => pair.Client.InvokeAsync<int>("Add", 1, "two"));
        Assert.Equal(3, await pair.Client.InvokeAsync<int>("Add", 1, 2)); // The connection goes on.
    }

    [Theory]
    [MemberData(nameof(Sides))]
    public async Task AResultOfAnotherTypeIsAnErrorOfTheCall(Side client, Side server)
    {
        using Pair pair = new(client, server);
        Exception error = await Assert.ThrowsAnyAsync<Exception>(() => pair.Client.InvokeAsync<Person>("Add", 1, 2));
        if (client == Side.Ours)
        {
            var fault = Assert.IsType<MessagePackSerializationException>(error);
            Assert.Equal(("unexpected_type", 0L, "$"), (fault.ErrorName, fault.Offset, fault.Path));
        }

        Assert.Equal(3, await pair.Client.InvokeAsync<int>("Add", 1, 2));
    }

    [Theory]
    [MemberData(nameof(Sides))]
    public async Task Cancellation(Side client, Side server)
    {
        using Pair pair = new(client, server);
        using CancellationTokenSource source = new();
        pair.Target.Waiting += (_, _) => source.Cancel();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => pair.Client.InvokeWithCancellationAsync("WaitAsync", [], source.Token)).WaitAsync(Pair.Limit);
    }

    [Theory]
    [MemberData(nameof(Sides))]
    public async Task Progress(Side client, Side server)
    {
        using Pair pair = new(client, server);
        foreach (bool isNamed in new[] { false, true })
        {
            Reports reports = new(5);
            Assert.Equal(5, isNamed
                ? await pair.Client.InvokeWithParameterObjectAsync<int>("CountTo", new { last = 5, progress = (IProgress<Person>)reports })
                : await pair.Client.InvokeAsync<int>("CountTo", 5, reports));
            Assert.Equal([1, 2, 3, 4, 5], await reports.All.WaitAsync(Pair.Limit));
        }
    }

    [Theory]
    [MemberData(nameof(Sides))]
    public async Task Sequences(Side client, Side server)
    {
        using Pair pair = new(client, server);
        List<int> ages = [];
        await foreach (Person person in await pair.Client.InvokeAsync<IAsyncEnumerable<Person>>("Sequence", 5))
        {
            ages.Add(person.Age);
        }

        Assert.Equal([0, 1, 2, 3, 4], ages);
        List<int> numbers = [];
        await foreach (int number in await pair.Client.InvokeAsync<IAsyncEnumerable<int>>("Prefetched", 5))
        {
            numbers.Add(number);
        }

        Assert.Equal([1, 2, 3, 4, 5], numbers);
        Assert.Equal(5050, await pair.Client.InvokeAsync<int>("Sum", Target.Numbers(100)));
        await foreach (Person person in await pair.Client.InvokeAsync<IAsyncEnumerable<Person>>("Sequence", 1_000_000))
        {
            break; // The server forgets the sequence.
        }
    }

    [Theory]
    [MemberData(nameof(Sides))]
    public async Task EventsAreRaisedAtTheOtherSide(Side client, Side server)
    {
        using Pair pair = new(client, server);
        TaskCompletionSource changed = new();
        pair.Client.AllowModificationWhileListening = true;
        pair.Client.AddLocalRpcMethod("Changed", (EventArgs arguments) => changed.SetResult());
        await pair.Client.NotifyAsync("Change");
        await changed.Task.WaitAsync(Pair.Limit);
    }

    [Fact]
    public async Task WhatIsNotSupportedIsAnErrorOfTheCall()
    {
        using Pair pair = new(Side.Ours, Side.Ours);
        using MemoryStream disposable = new();
        foreach (Func<Task> call in new Func<Task>[]
        {
            () => pair.Client.InvokeWithCancellationAsync("Anything", [new Disposable()], [typeof(IDisposable)], default),
            () => pair.Client.InvokeAsync("Anything", new InvalidOperationException("x")),
        })
        {
            var error = await Assert.ThrowsAsync<MessagePackSerializationException>(call);
            Assert.Equal("unsupported_type", error.ErrorName);
        }

        await Assert.ThrowsAnyAsync<Exception>(() => pair.Client.InvokeAsync("Anything", disposable)); // no MultiplexingStream
        Assert.Equal(3, await pair.Client.InvokeAsync<int>("Add", 1, 2));
    }

    [Theory]
    [MemberData(nameof(Sides))]
    public async Task PipesGoBesideTheConnection(Side client, Side server)
    {
        (Stream one, Stream other) = FullDuplexStream.CreatePair();
        Task<MultiplexingStream> first = MultiplexingStream.CreateAsync(one);
        MultiplexingStream second = await MultiplexingStream.CreateAsync(other);
        await using MultiplexingStream clientStreams = await first;
        await using MultiplexingStream serverStreams = second;
        Task<MultiplexingStream.Channel> offered = clientStreams.OfferChannelAsync("rpc");
        using JsonRpc answering = Connect(server, await serverStreams.AcceptChannelAsync("rpc"), serverStreams);
        using JsonRpc calling = Connect(client, await offered, clientStreams);
        answering.AddLocalRpcMethod("Length", async (Stream stream) =>
        {
            using MemoryStream copy = new();
            await stream.CopyToAsync(copy);
            return copy.Length;
        });
        answering.AddLocalRpcMethod("First", async (PipeReader reader) => (await reader.ReadAsync()).Buffer.FirstSpan[0]);
        answering.StartListening();
        calling.StartListening();
        using MemoryStream sent = new(new byte[100_000]);
        Assert.Equal(100_000, await calling.InvokeAsync<long>("Length", sent).WaitAsync(Pair.Limit));
        Pipe pipe = new();
        await pipe.Writer.WriteAsync(new byte[] { 42 });
        Assert.Equal(42, await calling.InvokeAsync<byte>("First", pipe.Reader).WaitAsync(Pair.Limit));
    }

    private static JsonRpc Connect(Side side, MultiplexingStream.Channel channel, MultiplexingStream streams)
    {
        IJsonRpcMessageFormatter formatter = side == Side.Ours
            ? new HayapackFormatter { MultiplexingStream = streams }
            : new MessagePackFormatter { MultiplexingStream = streams };
        return new JsonRpc(new LengthHeaderMessageHandler(channel, formatter));
    }

    /// <summary>Collects a number of reports, on the thread that brings them.</summary>
    private sealed class Reports(int count) : IProgress<Person>
    {
        private readonly List<int> ages = [];
        private readonly TaskCompletionSource<List<int>> done = new();

        internal Task<List<int>> All => done.Task;

        public void Report(Person value)
        {
            ages.Add(value.Age);
            if (ages.Count == count)
            {
                done.SetResult(ages);
            }
        }
    }

    private sealed class Disposable : IDisposable
    {
        public void Dispose()
        {
        }
    }
}
