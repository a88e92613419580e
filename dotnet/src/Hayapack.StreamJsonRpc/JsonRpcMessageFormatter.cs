using System.Diagnostics.CodeAnalysis;
using System.Text;
using Hayapack.Formatters;
using StreamJsonRpc;
using StreamJsonRpc.Protocol;

namespace Hayapack.StreamJsonRpc;

/// <summary>Serializes a whole message: a map with the names of JSON-RPC.</summary>
[RequiresUnreferencedCode(HayapackFormatter.Reflection)]
[RequiresDynamicCode(HayapackFormatter.Reflection)]
internal sealed class JsonRpcMessageFormatter(HayapackFormatter formatter) : IMessagePackFormatter<JsonRpcMessage>
{
    private static readonly byte[][] Keys =
        [.. new[] { "jsonrpc", "id", "method", "params", "result", "error", "traceparent", "tracestate" }.Select(Encoding.UTF8.GetBytes)];

    // Their places in Keys.
    private const int Version = 0;
    private const int Id = 1;
    private const int Method = 2;
    private const int Params = 3;
    private const int Result = 4;
    private const int Error = 5;
    private const int TraceParent = 6;
    private const int TraceState = 7;

    public void Serialize(ref MessagePackWriter writer, JsonRpcMessage value, MessagePackSerializerOptions options)
    {
        TopLevelProperties? properties = (value as IExtendedMessage)?.Properties;
        int further = properties?.Count ?? 0;
        switch (value)
        {
            case JsonRpcRequest request:
                WriteRequest(ref writer, request, further);
                break;
            case JsonRpcResult result:
                WriteHead(ref writer, result, result.RequestId, 1 + further);
                writer.WriteString(Keys[Result]);
                WriteDeclared(ref writer, result.ResultDeclaredType, result.Result);
                break;
            case JsonRpcError error:
                WriteHead(ref writer, error, error.RequestId, 1 + further);
                writer.WriteString(Keys[Error]);
                WriteDetail(ref writer, error.Error);
                break;
            default:
                throw new NotSupportedException($"{value.GetType()} is no message of JSON-RPC.");
        }

        properties?.Write(ref writer);
    }

    public JsonRpcMessage Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        long start = reader.Consumed;
        MessagePackReader message = reader;
        var properties = new TopLevelProperties(formatter.UserOptions, message.ReadRaw());
        ReceivedRequest request = new(formatter, properties);
        ReceivedResult? result = null;
        ReceivedError? error = null;
        string version = string.Empty;
        RequestId id = default;
        int seen = 0;
        options.Security.DepthStep(ref reader);
        for (int left = reader.ReadMapHeader(); left > 0; left--)
        {
            long at = reader.Consumed;
            int key = KeyOf(reader.ReadKeySpan());
            if (key < 0)
            {
                reader.Skip();
                continue;
            }

            if ((seen & (1 << key)) != 0)
            {
                MessagePackReader.ThrowDuplicateKey(at);
            }

            seen |= 1 << key;
            switch (key)
            {
                case Version:
                    version = ReadText(ref reader);
                    break;
                case Id:
                    id = RequestIdFormatter.Read(ref reader);
                    break;
                case Method:
                    request.Method = ReadText(ref reader);
                    break;
                case Params:
                    request.ReadArguments(ref reader);
                    break;
                case Result:
                    result = new ReceivedResult(formatter, properties) { Bytes = reader.ReadRaw() };
                    break;
                case Error:
                    error = new ReceivedError(properties) { Error = ReadDetail(ref reader, options) };
                    break;
                case TraceParent:
                    request.TraceParent = TraceContext.ReadParent(ref reader);
                    break;
                case TraceState:
                    request.TraceState = TraceContext.ReadState(ref reader);
                    break;
            }
        }

        reader.Depth--;
        switch (seen & (1 << Method | 1 << Result | 1 << Error))
        {
            case 1 << Method:
                (request.Version, request.RequestId) = (version, id);
                return request;
            case 1 << Result:
                (result!.Version, result.RequestId) = (version, id);
                return result;
            case 1 << Error:
                (error!.Version, error.RequestId) = (version, id);
                return error;
            default:
                MessagePackReader.ThrowInvalidValue(start, "A message has one of \"method\", \"result\" and \"error\".");
                return null!;
        }
    }

    /// <summary>Returns whether the protocol uses this name.</summary>
    internal static bool IsKey(ReadOnlySpan<byte> name) => KeyOf(name) >= 0;

    private static int KeyOf(ReadOnlySpan<byte> name)
    {
        for (int i = 0; i < Keys.Length; i++)
        {
            if (name.SequenceEqual(Keys[i]))
            {
                return i;
            }
        }

        return -1;
    }

    private static string ReadText(ref MessagePackReader reader)
    {
        if (reader.NextMessagePackType != MessagePackType.String)
        {
            reader.ThrowUnexpected("a string");
        }

        return reader.ReadString()!;
    }

    /// <summary>Writes what all messages begin with. A notification is a request without identifier.</summary>
    private static void WriteHead(ref MessagePackWriter writer, JsonRpcMessage message, RequestId? id, int furtherEntries)
    {
        writer.WriteMapHeader((id is null ? 1 : 2) + furtherEntries);
        writer.WriteString(Keys[Version]);
        writer.Write(message.Version);
        if (id is { } identifier)
        {
            writer.WriteString(Keys[Id]);
            RequestIdFormatter.Write(ref writer, identifier);
        }
    }

    private void WriteRequest(ref MessagePackWriter writer, JsonRpcRequest request, int further)
    {
        bool hasParent = !string.IsNullOrEmpty(request.TraceParent);
        bool hasState = hasParent && !string.IsNullOrEmpty(request.TraceState);
        int entries = 2 + (hasParent ? 1 : 0) + (hasState ? 1 : 0) + further;
        WriteHead(ref writer, request, request.IsNotification ? null : request.RequestId, entries);
        writer.WriteString(Keys[Method]);
        writer.Write(request.Method);
        writer.WriteString(Keys[Params]);
        WriteArguments(ref writer, request);
        if (hasParent)
        {
            writer.WriteString(Keys[TraceParent]);
            TraceContext.WriteParent(ref writer, request.TraceParent!);
        }

        if (hasState)
        {
            writer.WriteString(Keys[TraceState]);
            TraceContext.WriteState(ref writer, request.TraceState!);
        }
    }

    private void WriteArguments(ref MessagePackWriter writer, JsonRpcRequest request)
    {
        if (request.ArgumentsList is { } list)
        {
            writer.WriteArrayHeader(list.Count);
            for (int i = 0; i < list.Count; i++)
            {
                WriteDeclared(ref writer, request.ArgumentListDeclaredTypes?[i], list[i]);
            }

            return;
        }

        (IReadOnlyDictionary<string, object?>? named, IReadOnlyDictionary<string, Type>? types) =
            (request.NamedArguments, request.NamedArgumentDeclaredTypes);
        if (named is null && request.Arguments is { } other)
        {
            NamedArgs members = NamedArgs.Create(other.GetType(), other)!;
            (named, types) = (members, members.DeclaredArgumentTypes);
        }

        if (named is null)
        {
            writer.WriteNil();
            return;
        }

        writer.WriteMapHeader(named.Count);
        foreach ((string name, object? value) in named)
        {
            writer.Write(name);
            WriteDeclared(ref writer, types?[name], value);
        }
    }

    private void WriteDetail(ref MessagePackWriter writer, JsonRpcError.ErrorDetail? detail)
    {
        if (detail is null)
        {
            writer.WriteNil();
            return;
        }

        writer.WriteMapHeader(3);
        writer.WriteString("code"u8);
        writer.Write((int)detail.Code);
        writer.WriteString("message"u8);
        writer.Write(detail.Message);
        writer.WriteString("data"u8);
        WriteDeclared(ref writer, null, detail.Data);
    }

    private ReceivedError.Detail? ReadDetail(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        var detail = new ReceivedError.Detail(formatter);
        options.Security.DepthStep(ref reader);
        for (int left = reader.ReadMapHeader(); left > 0; left--)
        {
            ReadOnlySpan<byte> key = reader.ReadKeySpan();
            if (key.SequenceEqual("code"u8))
            {
                detail.Code = (JsonRpcErrorCode)reader.ReadInt32();
            }
            else if (key.SequenceEqual("message"u8))
            {
                detail.Message = reader.ReadString();
            }
            else if (key.SequenceEqual("data"u8))
            {
                detail.Bytes = reader.ReadRaw();
            }
            else
            {
                reader.Skip();
            }
        }

        reader.Depth--;
        return detail;
    }

    /// <summary>Writes what a method takes or returns as its declared type, or as its own where none is known.</summary>
    private void WriteDeclared(ref MessagePackWriter writer, Type? type, object? value)
    {
        if (type is null || type == typeof(void))
        {
            // Whether or not the program's resolver has a formatter of object.
            DynamicObjectTypeFallbackFormatter.Instance.Serialize(ref writer, value, formatter.UserOptions);
        }
        else
        {
            MessagePackSerializer.Serialize(type, ref writer, value, formatter.UserOptions);
        }
    }
}
