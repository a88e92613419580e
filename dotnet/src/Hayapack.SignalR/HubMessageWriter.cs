using System.Buffers;
using Microsoft.AspNetCore.SignalR.Protocol;

namespace Hayapack.SignalR;

/// <summary>Writes hub messages, without their length prefix.</summary>
internal sealed class HubMessageWriter(MessagePackSerializerOptions options, WrittenTypes unions, HubMethods sent, DeclaredResults results)
{
    /// <summary>Writes a message.</summary>
    /// <exception cref="InvalidDataException">The message is of an unknown type.</exception>
    /// <exception cref="MessagePackSerializationException">An argument or result cannot be serialized.</exception>
    internal void Write(HubMessage message, IBufferWriter<byte> output)
    {
        var writer = new MessagePackWriter(output);
        switch (message)
        {
            case InvocationMessage invocation:
                WriteCall(ref writer, HubProtocolConstants.InvocationMessageType, invocation);
                break;
            case StreamInvocationMessage invocation:
                WriteCall(ref writer, HubProtocolConstants.StreamInvocationMessageType, invocation);
                break;
            case StreamItemMessage item:
                WriteStart(ref writer, 4, HubProtocolConstants.StreamItemMessageType, item);
                writer.Write(item.InvocationId);
                WriteValue(ref writer, item.Item, results.Find(item.InvocationId));
                break;
            case CompletionMessage completion:
                WriteCompletion(ref writer, completion);
                break;
            case CancelInvocationMessage cancel:
                WriteStart(ref writer, 3, HubProtocolConstants.CancelInvocationMessageType, cancel);
                writer.Write(cancel.InvocationId);
                break;
            case PingMessage:
                writer.WriteArrayHeader(1);
                writer.Write(HubProtocolConstants.PingMessageType);
                break;
            case CloseMessage close:
                writer.WriteArrayHeader(3);
                writer.Write(HubProtocolConstants.CloseMessageType);
                writer.Write(string.IsNullOrEmpty(close.Error) ? null : close.Error);
                writer.Write(close.AllowReconnect);
                break;
            case AckMessage ack:
                writer.WriteArrayHeader(2);
                writer.Write(HubProtocolConstants.AckMessageType);
                writer.Write(ack.SequenceId);
                break;
            case SequenceMessage sequence:
                writer.WriteArrayHeader(2);
                writer.Write(HubProtocolConstants.SequenceMessageType);
                writer.Write(sequence.SequenceId);
                break;
            default:
                throw new InvalidDataException($"Messages of the type {message?.GetType().Name ?? "null"} cannot be written.");
        }

        writer.Flush();
    }

    private static void WriteStart(ref MessagePackWriter writer, int items, int kind, HubInvocationMessage message)
    {
        writer.WriteArrayHeader(items);
        writer.Write(kind);
        writer.WriteMapHeader(message.Headers?.Count ?? 0);
        if (message.Headers is not null)
        {
            foreach ((string key, string value) in message.Headers)
            {
                writer.Write(key);
                writer.Write(value);
            }
        }
    }

    private void WriteCall(ref MessagePackWriter writer, int kind, HubMethodInvocationMessage message)
    {
        WriteStart(ref writer, 6, kind, message);

        // An invocation without an identifier wants no completion; "" means the same, but nil is what is written.
        writer.Write(message is InvocationMessage && string.IsNullOrEmpty(message.InvocationId) ? null : message.InvocationId);
        writer.Write(message.Target);
        object?[] arguments = message.Arguments ?? [];
        Type?[]? declared = sent.Parameters(message.Target, arguments.Length);
        writer.WriteArrayHeader(arguments.Length);
        for (int i = 0; i < arguments.Length; i++)
        {
            WriteValue(ref writer, arguments[i], declared?[i]);
        }

        string[] streams = message.StreamIds ?? [];
        writer.WriteArrayHeader(streams.Length);
        foreach (string stream in streams)
        {
            writer.Write(stream);
        }
    }

    private void WriteCompletion(ref MessagePackWriter writer, CompletionMessage message)
    {
        int kind = message.Error is not null ? ResultKind.Error : message.HasResult ? ResultKind.Value : ResultKind.Void;
        WriteStart(ref writer, kind == ResultKind.Void ? 4 : 5, HubProtocolConstants.CompletionMessageType, message);
        writer.Write(message.InvocationId);
        writer.Write(kind);
        if (kind == ResultKind.Error)
        {
            writer.Write(message.Error);
        }
        else if (kind == ResultKind.Value)
        {
            WriteValue(ref writer, message.Result, results.Find(message.InvocationId));
        }
    }

    private void WriteValue(ref MessagePackWriter writer, object? value, Type? declared)
    {
        switch (value)
        {
            case null:
                writer.WriteNil();
                break;
            case RawResult raw:
                writer.WriteRaw(raw.RawSerializedData);
                break;
            default:
                MessagePackSerializer.Serialize(unions.TypeToWrite(value, declared), ref writer, value, options);
                break;
        }
    }
}
