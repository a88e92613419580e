using System.Collections.Frozen;
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

    /// <summary>A class that is not abstract and lists itself is a union; one that does not, is not cut off by its declared type.</summary>
    [Fact]
    public void AClassIsAUnionIfItListsItself()
    {
        byte[] cat = MessagePackSerializer.Serialize<Animal>(new Cat { Legs = 4, Name = "a" });
        Assert.Equal(Convert.FromHexString("92019204A161"), cat);
        Assert.Equal(cat, Argument(options => options.AddSentMethods<IAnimals>(), "Feed", new Cat { Legs = 4, Name = "a" }));
        Assert.Equal(cat[2..], Argument(options => options.AddSentMethods<IAnimals>(), "Grow", new Leaf { Legs = 4, Name = "a" }));
        Assert.Throws<ArgumentException>(() => new HayapackHubProtocolOptions().WriteAsUnion<Plant>());
    }

    /// <summary>JSON is what it says, not an empty map.</summary>
    [Fact]
    public void JsonIsItsValues()
    {
        using var json = System.Text.Json.JsonDocument.Parse("{\"a\":1}");
        Assert.Equal(Convert.FromHexString("81A16101"), Argument(_ => { }, "Any", json.RootElement));
        Assert.Equal(Convert.FromHexString("81A16101"), Argument(_ => { }, "Any", System.Text.Json.Nodes.JsonNode.Parse("{\"a\":1}")!));
    }

    /// <summary>Collections whose class nobody declares: an argument, a result and a stream item is written as a list of its elements.</summary>
    [Fact]
    public void CollectionsOfTheCompilerAndOfLinqAreWrittenWhole()
    {
        int[] numbers = [1, 2, 300];
        object[] values =
        [
            (IReadOnlyList<int>)[1, 2, numbers[2]], numbers.Where(number => number > 0), new Dictionary<int, string> { [1] = "", [2] = "", [300] = "" }.Keys,
            numbers.ToFrozenSet(), Sequence(),
        ];
        byte[] expected = MessagePackSerializer.Serialize(numbers);
        foreach (MessagePackSerializerOptions serializer in new[] { new HayapackHubProtocolOptions().SerializerOptions, MessagePackSerializerOptions.Standard })
        {
            HayapackHubProtocol protocol = Protocol(options => options.SerializerOptions = serializer);
            foreach (object value in values)
            {
                Assert.Equal(expected, Argument(options => options.SerializerOptions = serializer, "Any", value));
                byte[] result = protocol.GetMessageBytes(CompletionMessage.WithResult("1", value)).ToArray();
                Assert.Equal(expected, result[^expected.Length..]);
                byte[] item = protocol.GetMessageBytes(new StreamItemMessage("1", value)).ToArray();
                Assert.Equal(expected, item[^expected.Length..]);
                Assert.Equal([0x91, .. expected], Argument(options => options.SerializerOptions = serializer, "Any", new[] { value }));
            }
        }

        Assert.Equal(
            MessagePackSerializer.Serialize(new[] { new Circle(1, 2) }), Argument(_ => { }, "Any", new[] { new Circle(1, 2) }.Where(circle => circle.Id == 1)));
        Assert.Equal(
            MessagePackSerializer.Serialize(new Dictionary<string, int> { ["a"] = 1 }),
            Argument(_ => { }, "Any", new Dictionary<string, int> { ["a"] = 1 }.ToFrozenDictionary()));

        static IEnumerable<int> Sequence()
        {
            yield return 1;
            yield return 2;
            yield return 300;
        }
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
