using System.Buffers;
using System.Text;

namespace Hayapack.StreamJsonRpc;

/// <summary>The entries of a message beside those of the protocol. Those of a received message are looked up when asked for.</summary>
internal sealed class TopLevelProperties(MessagePackSerializerOptions options, ReadOnlySequence<byte> received = default)
{
    private readonly Dictionary<string, (Type Type, object? Value)> sent = [];
    private ReadOnlySequence<byte> received = received;

    internal int Count => sent.Count;

    internal bool TryGet<T>(string name, out T? value)
    {
        Validate(name);
        value = default;
        if (received.IsEmpty || !MapEntries.TryFind(received, name, out ReadOnlySequence<byte> found))
        {
            return false;
        }

        var reader = new MessagePackReader(found);
        value = MessagePackSerializer.Deserialize<T>(ref reader, options);
        return true;
    }

    internal bool Set<T>(string name, T? value)
    {
        Validate(name);
        sent[name] = (typeof(T), value);
        return true;
    }

    internal void Write(ref MessagePackWriter writer)
    {
        foreach ((string name, (Type type, object? value)) in sent)
        {
            writer.Write(name);
            MessagePackSerializer.Serialize(type, ref writer, value, options);
        }
    }

    /// <summary>Forgets the received message, whose memory others use from now on.</summary>
    internal void Release() => received = default;

    private static void Validate(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        if (JsonRpcMessageFormatter.IsKey(Encoding.UTF8.GetBytes(name)))
        {
            throw new ArgumentException("The protocol uses this name.", nameof(name));
        }
    }
}
