using System.Buffers;
using System.Runtime.ExceptionServices;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Protocol;

namespace Hayapack.SignalR;

/// <summary>Reads hub messages, without their length prefix.</summary>
internal sealed class HubMessageReader(MessagePackSerializerOptions options, DeclaredResults results)
{
    /// <summary>Reads a message; null if its type is unknown: later versions of the protocol can add types.</summary>
    /// <exception cref="InvalidDataException">The message is malformed.</exception>
    internal HubMessage? Read(in ReadOnlySequence<byte> payload, IInvocationBinder binder)
    {
        var reader = new MessagePackReader(payload);
        string field = "the message";
        try
        {
            return Read(ref reader, ref field, binder);
        }
        catch (MessagePackSerializationException fault)
        {
            throw new InvalidDataException($"Reading {field} of a hub message failed: {fault.Message}", fault);
        }
    }

    private HubMessage? Read(ref MessagePackReader reader, ref string field, IInvocationBinder binder)
    {
        int items = reader.ReadArrayHeader();
        field = "the type";
        int kind = reader.ReadInt32();
        switch (kind)
        {
            case HubProtocolConstants.InvocationMessageType:
            case HubProtocolConstants.StreamInvocationMessageType:
                Require(items, 5, "an invocation");
                return ReadCall(ref reader, ref field, binder, kind == HubProtocolConstants.StreamInvocationMessageType, items);
            case HubProtocolConstants.StreamItemMessageType:
                Require(items, 4, "a stream item");
                return ReadStreamItem(ref reader, ref field, binder);
            case HubProtocolConstants.CompletionMessageType:
                Require(items, 4, "a completion");
                return ReadCompletion(ref reader, ref field, binder, items);
            case HubProtocolConstants.CancelInvocationMessageType:
                Require(items, 3, "a cancellation");
                IDictionary<string, string>? headers = ReadHeaders(ref reader, ref field);
                return WithHeaders(new CancelInvocationMessage(ReadName(ref reader, ref field, "the invocation identifier")), headers);
            case HubProtocolConstants.PingMessageType:
                return PingMessage.Instance;
            case HubProtocolConstants.CloseMessageType:
                Require(items, 2, "a close message");
                field = "the error";
                string? error = reader.ReadString();
                field = "the permission to reconnect";
                bool reconnects = items > 2 && reader.ReadBoolean();
                return error is null && !reconnects ? CloseMessage.Empty : new CloseMessage(error, reconnects);
            case HubProtocolConstants.AckMessageType:
                Require(items, 2, "an acknowledgement");
                field = "the sequence number";
                return new AckMessage(reader.ReadInt64());
            case HubProtocolConstants.SequenceMessageType:
                Require(items, 2, "a sequence message");
                field = "the sequence number";
                return new SequenceMessage(reader.ReadInt64());
            default:
                return null;
        }
    }

    private static void Require(int items, int least, string message)
    {
        if (items < least)
        {
            throw new InvalidDataException($"The array of {message} has {items} items; it needs {least}.");
        }
    }

    private HubMessage ReadCall(ref MessagePackReader reader, ref string field, IInvocationBinder binder, bool isStream, int items)
    {
        IDictionary<string, string>? headers = ReadHeaders(ref reader, ref field);
        field = "the invocation identifier";
        string? id = isStream ? ReadName(ref reader, ref field, field) : reader.ReadString();
        id = string.IsNullOrEmpty(id) ? null : id;
        string target = ReadTarget(ref reader, ref field, binder);
        object?[] arguments;
        try
        {
            arguments = ReadArguments(ref reader, binder.GetParameterTypes(target));
        }
        catch (Exception fault)
        {
            // Anything: unknown targets and the program's own constructors and formatters throw what they like.
            return new InvocationBindingFailureMessage(id, target, ExceptionDispatchInfo.Capture(fault));
        }

        // Old clients have 5 items.
        string[]? streams = items > 5 ? ReadStreamIds(ref reader, ref field) : null;
        if (id is not null)
        {
            results.Remember(ref id, target);
        }

        return isStream
            ? WithHeaders(new StreamInvocationMessage(id!, target, arguments, streams), headers)
            : WithHeaders(new InvocationMessage(id, target, arguments, streams), headers);
    }

    private object?[] ReadArguments(ref MessagePackReader reader, IReadOnlyList<Type> types)
    {
        int count = reader.ReadArrayHeader();
        if (count != types.Count)
        {
            throw new InvalidDataException($"The invocation has {count} arguments; the method has {types.Count} parameters.");
        }

        object?[] arguments = count == 0 ? [] : new object?[count];
        for (int i = 0; i < count; i++)
        {
            try
            {
                arguments[i] = MessagePackSerializer.Deserialize(types[i], ref reader, options);
            }
            catch (Exception fault)
            {
                throw new InvalidDataException($"Argument {i + 1} of {count} cannot be read as {types[i]}: {fault.Message}", fault);
            }
        }

        return arguments;
    }

    private HubMessage ReadStreamItem(ref MessagePackReader reader, ref string field, IInvocationBinder binder)
    {
        IDictionary<string, string>? headers = ReadHeaders(ref reader, ref field);
        string id = ReadName(ref reader, ref field, "the invocation identifier");
        object? item;
        try
        {
            item = MessagePackSerializer.Deserialize(binder.GetStreamItemType(id), ref reader, options);
        }
        catch (Exception fault)
        {
            return new StreamBindingFailureMessage(id, ExceptionDispatchInfo.Capture(fault));
        }

        return WithHeaders(new StreamItemMessage(id, item), headers);
    }

    private CompletionMessage ReadCompletion(ref MessagePackReader reader, ref string field, IInvocationBinder binder, int items)
    {
        IDictionary<string, string>? headers = ReadHeaders(ref reader, ref field);
        string id = ReadName(ref reader, ref field, "the invocation identifier");
        field = "the kind of result";
        int kind = reader.ReadInt32();
        string? error = null;
        object? result = null;
        bool hasResult = false;
        switch (kind)
        {
            case ResultKind.Void:
                break;
            case ResultKind.Error:
                Require(items, 5, "a completion with an error");
                field = "the error";
                error = reader.ReadString();
                break;
            case ResultKind.Value:
                Require(items, 5, "a completion with a result");
                field = "the result";
                hasResult = true;
                Type? type = ResultType(binder, id);
                if (type is null)
                {
                    reader.Skip();
                }
                else if (type == typeof(RawResult))
                {
                    result = new RawResult(reader.ReadRaw());
                }
                else
                {
                    try
                    {
                        result = MessagePackSerializer.Deserialize(type, ref reader, options);
                    }
                    catch (Exception fault)
                    {
                        error = $"The result cannot be read as {type.Name}: {fault.Message}";
                        hasResult = false;
                    }
                }

                break;
            default:
                throw new InvalidDataException($"{kind} is not a kind of result.");
        }

        return WithHeaders(new CompletionMessage(id, error, result, hasResult), headers);
    }

    /// <summary>Returns the type of a result; null if nobody waits for it any more, for which binders throw.</summary>
    private static Type? ResultType(IInvocationBinder binder, string id)
    {
        try
        {
            return binder.GetReturnType(id);
        }
        catch (Exception)
        {
            return null;
        }
    }

    private static IDictionary<string, string>? ReadHeaders(ref MessagePackReader reader, ref string field)
    {
        field = "the headers";
        int count = reader.ReadMapHeader();
        if (count == 0)
        {
            return null;
        }

        var headers = new Dictionary<string, string>(StringComparer.Ordinal);
        for (int i = 0; i < count; i++)
        {
            string key = ReadName(ref reader, ref field, "a header's name");
            if (!headers.TryAdd(key, ReadName(ref reader, ref field, "a header's value")))
            {
                throw new InvalidDataException("A header is there twice.");
            }
        }

        return headers;
    }

    private static string[]? ReadStreamIds(ref MessagePackReader reader, ref string field)
    {
        field = "the stream identifiers";
        int count = reader.ReadArrayHeader();
        if (count == 0)
        {
            return null;
        }

        string[] streams = new string[count];
        for (int i = 0; i < count; i++)
        {
            streams[i] = ReadName(ref reader, ref field, "a stream identifier");
        }

        return streams;
    }

    /// <summary>Reads a method's name; a known one without a new string.</summary>
    private static string ReadTarget(ref MessagePackReader reader, ref string field, IInvocationBinder binder)
    {
        field = "the target";
        if (!reader.IsNil)
        {
            MessagePackReader ahead = reader.CreatePeekReader();
            if (ahead.TryReadStringSpan(out ReadOnlySpan<byte> span) && !span.IsEmpty && binder.GetTarget(span) is { } known)
            {
                reader = ahead;
                return known;
            }
        }

        return ReadName(ref reader, ref field, field);
    }

    private static string ReadName(ref MessagePackReader reader, ref string field, string name)
    {
        field = name;
        string? text = reader.ReadString();
        return string.IsNullOrEmpty(text) ? throw new InvalidDataException($"{char.ToUpperInvariant(name[0])}{name[1..]} is null or empty.") : text;
    }

    private static T WithHeaders<T>(T message, IDictionary<string, string>? headers)
        where T : HubInvocationMessage
    {
        message.Headers = headers ?? message.Headers;
        return message;
    }
}
