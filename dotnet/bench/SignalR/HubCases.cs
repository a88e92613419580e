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

    public static IEnumerable<Case> All() => Kinds<Reading>("a record", Inputs.Readings(Small))
        .Concat(Kinds<List<Reading>>($"{Length} records", [.. Inputs.Readings(Large * Length).Chunk(Length).Select(records => records.ToList())]));

    private static IEnumerable<Case> Kinds<T>(string content, T[] values)
        where T : notnull
    {
        var binder = new Binder(typeof(T));
        return Messages($"SignalR invocation, {content}", values, binder, (value, _) => new InvocationMessage("Send", [value]))
            .Concat(Messages($"SignalR stream item, {content}", values, binder, (value, id) => new StreamItemMessage(id, value)))
            .Concat(Messages($"SignalR completion, {content}", values, binder, (value, id) => CompletionMessage.WithResult(id, value)));
    }

    private static IEnumerable<Case> Messages<T>(string name, T[] values, Binder binder, Func<T, string, HubMessage> make)
    {
        HubMessage[] messages = [.. values.Select((value, i) => make(value, $"{i + 1}"))];
        var model = new Model<HubMessage>(name, messages, message => Protocol.GetMessageBytes(message).ToArray());
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
