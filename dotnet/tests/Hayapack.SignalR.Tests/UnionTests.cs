using Microsoft.AspNetCore.SignalR.Protocol;
using Microsoft.Extensions.Options;
using Xunit;

namespace Hayapack.SignalR.Tests;

/// <summary>When a value is written as a union, and when not.</summary>
public class UnionTests
{
    private static readonly byte[] Plain = MessagePackSerializer.Serialize(new Circle(1, 2));
    private static readonly byte[] AsUnion = MessagePackSerializer.Serialize<IShape>(new Circle(1, 2));

    public interface IOther
    {
        int Shape(int id);

        Task Area(Circle circle);
    }

    [Fact]
    public void WithoutOptionsItIsMicrosoftsForm() => Assert.Equal(Plain, Argument(_ => { }, "Area", new Circle(1, 2)));

    [Fact]
    public void TheDeclaredParameterDecides()
    {
        Assert.Equal(AsUnion, Argument(options => options.AddSentMethods<ITestHub>(), "Area", new Circle(1, 2)));
        Assert.Equal(Plain, Argument(options => options.AddSentMethods<ITestHub>(), "Other", new Circle(1, 2)));
        Assert.Equal(Plain, Argument(options => options.AddSentMethods<ITestHub>().AddSentMethods<IOther>(), "Area", new Circle(1, 2)));
    }

    [Fact]
    public void TheOptionWritesListedClassesOnly()
    {
        Assert.Equal(AsUnion, Argument(options => options.WriteAsUnion<IShape>(), "Any", new Circle(1, 2)));
        Assert.Equal([0x91, 3], Argument(options => options.WriteAsUnion<IShape>(), "Any", new Unlisted(3)));
        Assert.Throws<ArgumentException>(() => new HayapackHubProtocolOptions().WriteAsUnion<Order>());
    }

    [Fact]
    public void ResultsOfTwoConnectionsWithOneIdentifierAreKeptApart()
    {
        HayapackHubProtocol protocol = Protocol(options => options.AddReceivedMethods<TestHub>());
        InvocationMessage first = Receive(protocol, "Shape");
        InvocationMessage second = Receive(protocol, "Concrete");
        Assert.Equal(first.InvocationId, second.InvocationId);
        Assert.Equal(AsUnion, Result(protocol, second.InvocationId!, first.InvocationId!)[0]);
        Assert.Equal(Plain, Result(protocol, second.InvocationId!, first.InvocationId!)[1]);
    }

    private static byte[][] Result(HayapackHubProtocol protocol, string concrete, string declared) =>
    [
        protocol.GetMessageBytes(CompletionMessage.WithResult(declared, new Circle(1, 2))).ToArray()[7..],
        protocol.GetMessageBytes(CompletionMessage.WithResult(concrete, new Circle(1, 2))).ToArray()[7..],
    ];

    private static InvocationMessage Receive(HayapackHubProtocol protocol, string target)
    {
        var input = new System.Buffers.ReadOnlySequence<byte>(protocol.GetMessageBytes(new InvocationMessage("1", target, [1])));
        Assert.True(protocol.TryParseMessage(ref input, new Binder([typeof(int)]), out HubMessage? message));
        return Assert.IsType<InvocationMessage>(message);
    }

    private static HayapackHubProtocol Protocol(Action<HayapackHubProtocolOptions> configure)
    {
        var options = new HayapackHubProtocolOptions();
        configure(options);
        return new HayapackHubProtocol(Options.Create(options));
    }

    /// <summary>Returns the bytes of the only argument of an invocation.</summary>
    private static byte[] Argument(Action<HayapackHubProtocolOptions> configure, string target, object argument)
    {
        byte[] bytes = Protocol(configure).GetMessageBytes(new InvocationMessage(target, [argument])).ToArray();
        return bytes[(1 + 4 + 1 + target.Length + 1)..^1]; // length; array, type, headers, identifier; target; array; no streams
    }
}
