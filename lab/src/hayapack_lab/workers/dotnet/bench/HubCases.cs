using System.Buffers;
using Bench.ByIndex;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Protocol;

namespace Bench;

/// <summary>
/// SignalR's messages with a record or a list of records: each is written into a buffer writer, as a connection does, and
/// parsed from memory with a binder that knows the types. Compared with Microsoft's protocol, which must write the same bytes.
/// </summary>
internal static class HubCases
{
    private const int Small = 512;
    private const int Large = 8;
    private const int Length = 1000;

    private static readonly Hayapack.SignalR.HayapackHubProtocol Protocol = new();

    public static IEnumerable<Workload> All() =>
    [
        .. Kinds("a record", () => AnswerGenerator.Readings(Small)),
        .. Kinds<List<Reading>>($"{Length} records", () => [.. AnswerGenerator.Readings(Large * Length).Chunk(Length).Select(records => records.ToList())]),
    ];

    private static IEnumerable<Workload> Kinds<T>(string content, Func<T[]> values)
        where T : notnull =>
    [
        new($"SignalR invocation, {content}", "SignalR", () => Messages(values(), (value, _) => new InvocationMessage("Send", [value]))),
        new($"SignalR stream item, {content}", "SignalR", () => Messages(values(), (value, id) => new StreamItemMessage(id, value))),
        new($"SignalR completion, {content}", "SignalR", () => Messages(values(), (value, id) => CompletionMessage.WithResult(id, value))),
    ];

    private static IEnumerable<Case> Messages<T>(T[] values, Func<T, string, HubMessage> make)
    {
        var binder = new Binder(typeof(T));
        HubMessage[] messages = [.. values.Select((value, i) => make(value, $"{i + 1}"))];
        var model = new CaseBuilder<HubMessage>(messages, message => Protocol.GetMessageBytes(message).ToArray());
        yield return model.Writing("hayapack", (buffer, message) => Protocol.WriteMessage(message, buffer), bytes => Read(Protocol, bytes, binder));
#if SIGNALR
        var microsoft = new MessagePackHubProtocol();
        yield return model.Writing("microsoft", (buffer, message) => microsoft.WriteMessage(message, buffer), bytes => Read(microsoft, bytes, binder));
#endif
    }

    private static HubMessage Read(IHubProtocol protocol, byte[] bytes, Binder binder)
    {
        var input = new ReadOnlySequence<byte>(bytes);
        return protocol.TryParseMessage(ref input, binder, out var message) && input.IsEmpty
            ? message
            : throw new InvalidOperationException("a message was not read whole");
    }

    /// <summary>Knows one type, for every argument, result and stream item.</summary>
    private sealed class Binder(Type type) : IInvocationBinder
    {
        private readonly Type[] parameters = [type];

        public Type GetReturnType(string invocationId) => type;

        public IReadOnlyList<Type> GetParameterTypes(string methodName) => parameters;

        public Type GetStreamItemType(string streamId) => type;
    }
}
