using System.Runtime.CompilerServices;
using System.Threading.Channels;
using Microsoft.AspNetCore.SignalR;

namespace Hayapack.SignalR.Tests;

/// <summary>The methods of the server's clients.</summary>
public interface ITestClient
{
    Task Told(string text, int number);

    Task Drawn(IShape shape);

    Task<int> Ask(int number);
}

/// <summary>The methods of the hub as a client sees them.</summary>
public interface ITestHub
{
    Task<int> Area(IShape shape);

    Task<int> AreaOfAll(IShape[] shapes);
}

public sealed class TestHub : Hub<ITestClient>
{
    public int Add(int one, int two) => one + two;

    public Task<Order> Next(Order order)
    {
        order.Id++;
        return Task.FromResult(order);
    }

    public Plain Echo(Plain plain) => plain;

    public void Nothing()
    {
    }

    public int Fail() => throw new HubException("it failed");

    public Task Tell(string text) => Clients.Caller.Told(text, text.Length);

    public Task Draw(IShape shape) => Clients.Caller.Drawn(shape);

    public async Task<int> AskBack(int number) => await Clients.Caller.Ask(number) + 1;

    public int Area(IShape shape) => (int)(shape is Circle circle ? circle.Radius * 3 : ((Square)shape).Side * 4);

    public int AreaOfAll(IShape[] shapes) => shapes.Sum(Area);

    public IShape Shape(int id) => id % 2 == 0 ? new Circle(id, 2) : new Square(id, 3);

    public Circle Concrete(int id) => new(id, 2);

    public IReadOnlyList<IShape> Circles(int count) => [.. Enumerable.Range(0, count).Select(id => new Circle(id, id))];

    public async IAsyncEnumerable<IShape> Shapes(int count, [EnumeratorCancellation] CancellationToken cancellation)
    {
        for (int id = 0; id < count; id++)
        {
            await Task.Yield();
            cancellation.ThrowIfCancellationRequested();
            yield return Shape(id);
        }
    }

    public ChannelReader<int> Count(int count)
    {
        Channel<int> numbers = Channel.CreateUnbounded<int>();
        for (int i = 0; i < count; i++)
        {
            numbers.Writer.TryWrite(i);
        }

        numbers.Writer.Complete();
        return numbers.Reader;
    }

    /// <summary>Goes on until the client cancels it.</summary>
    public async IAsyncEnumerable<int> Forever([EnumeratorCancellation] CancellationToken cancellation)
    {
        try
        {
            for (int i = 0; ; i++)
            {
                yield return i;
                await Task.Delay(1, cancellation);
            }
        }
        finally
        {
            Cancelled.TrySetResult();
        }
    }

    public static TaskCompletionSource Cancelled { get; set; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public async Task<long> Sum(IAsyncEnumerable<int> numbers)
    {
        long sum = 0;
        await foreach (int number in numbers)
        {
            sum += number;
        }

        return sum;
    }
}
