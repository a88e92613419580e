using System.Buffers;
using System.Collections;
using Microsoft.AspNetCore.SignalR.Protocol;
using Xunit;

namespace Hayapack.SignalR.Tests;

/// <summary>Compares each kind of message with Microsoft's protocol: the bytes, and what each reads from the other's.</summary>
public class OracleTests
{
    private static readonly HayapackHubProtocol Ours = new();
    private static readonly MessagePackHubProtocol Theirs = new();

    public static TheoryData<string> Names => new(Messages().Keys);

    [Fact]
    public void NameVersionAndFormatAreTheSame()
    {
        Assert.Equal(Theirs.Name, Ours.Name);
        Assert.Equal(Theirs.Version, Ours.Version);
        Assert.Equal(Theirs.TransferFormat, Ours.TransferFormat);
        for (int version = 0; version < 5; version++)
        {
            Assert.Equal(Theirs.IsVersionSupported(version), Ours.IsVersionSupported(version));
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void BytesAreTheSame(string name)
    {
        HubMessage message = Messages()[name];
        byte[] expected = Theirs.GetMessageBytes(message).ToArray();
        Assert.Equal(expected, Ours.GetMessageBytes(message).ToArray());
        var output = new ArrayBufferWriter<byte>();
        Ours.WriteMessage(message, output);
        Assert.Equal(expected, output.WrittenSpan.ToArray());
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void MessagesAreReadAlike(string name)
    {
        HubMessage message = Messages()[name];
        byte[] bytes = Theirs.GetMessageBytes(message).ToArray();
        foreach (ReadOnlySequence<byte> input in new[] { new(bytes), Pieces.Of(bytes, 1), Pieces.Of(bytes, 7) })
        {
            ReadOnlySequence<byte> ours = input;
            ReadOnlySequence<byte> theirs = input;
            Assert.True(Ours.TryParseMessage(ref ours, BinderOf(message), out HubMessage? read));
            Assert.True(Theirs.TryParseMessage(ref theirs, BinderOf(message), out HubMessage? expected));
            Assert.Equal(0, ours.Length);
            Assert.Equal(Describe(expected), Describe(read));
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void ATruncatedFrameWaitsForTheRest(string name)
    {
        HubMessage message = Messages()[name];
        byte[] bytes = Ours.GetMessageBytes(message).ToArray();
        for (int length = 0; length < bytes.Length; length += Math.Max(1, bytes.Length / 300))
        {
            var input = new ReadOnlySequence<byte>(bytes, 0, length);
            Assert.False(Ours.TryParseMessage(ref input, BinderOf(message), out _));
            Assert.Equal(length, input.Length);
        }
    }

    private static Binder BinderOf(HubMessage message) => message switch
    {
        HubMethodInvocationMessage call => new Binder([.. call.Arguments.Select(argument => argument?.GetType() ?? typeof(object))]),
        CompletionMessage { Result: RawResult } => new Binder([], typeof(RawResult)),
        CompletionMessage completion => new Binder([], completion.Result?.GetType() ?? typeof(object)),
        StreamItemMessage item => new Binder([], item.Item?.GetType() ?? typeof(object)),
        _ => new Binder([]),
    };

    private static Dictionary<string, HubMessage> Messages()
    {
        var messages = new Dictionary<string, HubMessage>
        {
            ["invocation"] = new InvocationMessage("1", "Send", ["text", 1, true, 1.5, null, -200_000L]),
            ["invocation, known target"] = new InvocationMessage("1", Binder.Known, []),
            ["invocation, models"] = new InvocationMessage("2", "Add", [Same.Order(3), Same.Plain(4), Color.Blue, new[] { 1, 2 }, new byte[] { 1, 2, 3 }]),
            ["invocation, dates"] = new InvocationMessage("2", "Add", [new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc), Guid.Empty, 1.25m, TimeSpan.FromSeconds(3)]),
            ["invocation, dictionaries"] = new InvocationMessage("2", "Add", [new Dictionary<string, int> { ["a"] = 1 }, new List<string> { "x", "y" }]),
            ["invocation, not blocking"] = new InvocationMessage("Send", ["text"]),
            ["invocation, empty identifier"] = new InvocationMessage("", "Send", []),
            ["invocation, streams"] = new InvocationMessage("3", "Upload", [], ["4", "5"]),
            ["invocation, headers"] = new InvocationMessage("3", "Upload", []) { Headers = Headers() },
            ["invocation, 200 bytes"] = new InvocationMessage("3", "Upload", [new string('x', 200)]),
            ["invocation, 20,000 bytes"] = new InvocationMessage("3", "Upload", [new string('é', 10_000)]),
            ["invocation, 3 MB"] = new InvocationMessage("3", "Upload", [new byte[3_000_000]]),
            ["stream invocation"] = new StreamInvocationMessage("6", "Count", [10]),
            ["stream invocation, streams and headers"] = new StreamInvocationMessage("6", "Count", [10], ["7"]) { Headers = Headers() },
            ["stream item"] = new StreamItemMessage("6", 42),
            ["stream item, null"] = new StreamItemMessage("6", null),
            ["stream item, model and headers"] = new StreamItemMessage("6", Same.Order(1)) { Headers = Headers() },
            ["completion, void"] = CompletionMessage.Empty("8"),
            ["completion, result"] = CompletionMessage.WithResult("8", Same.Plain(1)),
            ["completion, null"] = CompletionMessage.WithResult("8", null),
            ["completion, error"] = CompletionMessage.WithError("8", "It failed: é"),
            ["completion, headers"] = new CompletionMessage("8", null, 1, true) { Headers = Headers() },
            ["completion, raw"] = CompletionMessage.WithResult("8", new RawResult(new ReadOnlySequence<byte>([0x93, 1, 2, 3]))),
            ["cancel invocation"] = new CancelInvocationMessage("9"),
            ["cancel invocation, headers"] = new CancelInvocationMessage("9") { Headers = Headers() },
            ["ping"] = PingMessage.Instance,
            ["close"] = CloseMessage.Empty,
            ["close, error"] = new CloseMessage("over"),
            ["close, empty error"] = new CloseMessage("", allowReconnect: true),
            ["close, reconnect"] = new CloseMessage("over", allowReconnect: true),
        };
        foreach (long number in new[] { 0, 127, 128, 65_536, long.MaxValue })
        {
            messages[$"ack {number}"] = new AckMessage(number);
            messages[$"sequence {number}"] = new SequenceMessage(number);
        }

        return messages;
    }

    private static Dictionary<string, string> Headers() => new() { ["a"] = "1", ["é"] = "ü" };

    /// <summary>Everything that programs see of a message.</summary>
    private static string Describe(object? value) => value switch
    {
        null => "null",
        string text => '"' + text + '"',
        byte[] bytes => Convert.ToHexString(bytes),
        RawResult raw => Convert.ToHexString(raw.RawSerializedData.ToArray()),
        IDictionary<string, string> headers => string.Join(",", headers.Select(pair => pair.Key + "=" + pair.Value)),
        IEnumerable items => "[" + string.Join(",", items.Cast<object?>().Select(Describe)) + "]",
        HubMessage or Order or Plain => value.GetType().Name + "{" + string.Join(
            ";", value.GetType().GetProperties().Select(property => property.Name + ":" + Describe(property.GetValue(value)))) + "}",
        _ => value.GetType() + " " + value,
    };
}
