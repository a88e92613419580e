using System.Buffers;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Hayapack.Resolvers;
using Nerdbank.Streams;
using StreamJsonRpc;
using StreamJsonRpc.Protocol;
using StreamJsonRpc.Reflection;

namespace Hayapack.StreamJsonRpc;

/// <summary>
/// Reads and writes the messages of JSON-RPC as StreamJsonRpc's <c>MessagePackFormatter</c> does, so the other side can have
/// either. Each connection needs an instance of its own, which <see cref="JsonRpc"/> calls by one thread at a time for reading
/// and by one for writing.
/// </summary>
/// <remarks>
/// Arguments and results can also be <see cref="IProgress{T}"/>, <see cref="IAsyncEnumerable{T}"/>, and, with a
/// <see cref="MultiplexingStream"/>, pipes and streams. Objects that stay on their side of the connection
/// (<see cref="RpcMarshalableAttribute"/>) and exceptions (<see cref="ExceptionProcessing.ISerializable"/>) are not supported:
/// using them is the error <c>unsupported_type</c>.
/// </remarks>
[RequiresUnreferencedCode(Reflection)]
[RequiresDynamicCode(Reflection)]
public sealed class HayapackFormatter
    : IJsonRpcMessageFormatter, IJsonRpcMessageFactory, IJsonRpcInstanceContainer, IJsonRpcFormatterState, IJsonRpcFormatterTracingCallbacks, IDisposable
{
    /// <summary>Why a trimmed or native program cannot use the formatter.</summary>
    internal const string Reflection = "StreamJsonRpc's own types and those of methods are found by reflection.";

    private readonly MessagePackSerializerOptions messageOptions;
    private MessageFormatterProgressTracker? progress;
    private MessageFormatterEnumerableTracker? enumerables;
    private MessageFormatterDuplexPipeTracker? pipes;
    private MultiplexingStream? multiplexingStream;
    private RequestId serializingId;
    private RequestId deserializingId;
    private bool isSerializingRequest;

    /// <summary>Creates a formatter.</summary>
    /// <param name="options">
    /// The options for arguments, results and the data of errors; null for <see cref="MessagePackSerializer.DefaultOptions"/>.
    /// Their limits hold for whole messages too. They cannot compress: the other side expects arguments as they are.
    /// </param>
    public HayapackFormatter(MessagePackSerializerOptions? options = null)
    {
        options ??= MessagePackSerializer.DefaultOptions;
        UserOptions = options
            .WithCompression(MessagePackCompression.None)
            .WithResolver(CompositeResolver.Create(new ConnectionResolver(this), options.Resolver));
        messageOptions = UserOptions.WithResolver(CompositeResolver.Create(new JsonRpcMessageFormatter(this)));
    }

    /// <summary>
    /// Gets or sets the streams beside the connection that carry pipes and streams which are arguments or results; without them,
    /// these are an error. Set it before the formatter is given to <see cref="JsonRpc"/>.
    /// </summary>
    /// <exception cref="InvalidOperationException">The formatter has a connection already.</exception>
    public MultiplexingStream? MultiplexingStream
    {
        get => multiplexingStream;
        set
        {
            ThrowIfConnected();
            multiplexingStream = value;
        }
    }

    /// <inheritdoc/>
    JsonRpc IJsonRpcInstanceContainer.Rpc
    {
        set
        {
            ArgumentNullException.ThrowIfNull(value);
            ThrowIfConnected();
            Connection = value;
            progress = new MessageFormatterProgressTracker(value, this);
            enumerables = new MessageFormatterEnumerableTracker(value, this);
            pipes = new MessageFormatterDuplexPipeTracker(value, this) { MultiplexingStream = multiplexingStream };
        }
    }

    /// <inheritdoc/>
    RequestId IJsonRpcFormatterState.SerializingMessageWithId => serializingId;

    /// <inheritdoc/>
    RequestId IJsonRpcFormatterState.DeserializingMessageWithId => deserializingId;

    /// <inheritdoc/>
    bool IJsonRpcFormatterState.SerializingRequest => isSerializingRequest;

    /// <summary>Gets the options for what the program's methods take and return.</summary>
    internal MessagePackSerializerOptions UserOptions { get; }

    /// <summary>Gets the connection, or null before there is one.</summary>
    internal JsonRpc? Connection { get; private set; }

    /// <summary>Gets the attribute of the method whose arguments are being read.</summary>
    internal JsonRpcMethodAttribute? MethodAttribute { get; private set; }

    internal MessageFormatterProgressTracker Progress => progress ?? throw NotConnected();

    internal MessageFormatterEnumerableTracker Enumerables => enumerables ?? throw NotConnected();

    internal MessageFormatterDuplexPipeTracker Pipes => pipes ?? throw NotConnected();

    /// <summary>Reads a message. Arguments, a result and an error's data are read later, when their types are known.</summary>
    /// <param name="contentBuffer">The message; it must stay valid until the message is given back.</param>
    /// <returns>The message.</returns>
    /// <exception cref="MessagePackSerializationException">The bytes are not one message of JSON-RPC.</exception>
    public JsonRpcMessage Deserialize(ReadOnlySequence<byte> contentBuffer)
    {
        var reader = new MessagePackReader(contentBuffer);
        JsonRpcMessage message = MessagePackSerializer.Deserialize<JsonRpcMessage>(ref reader, messageOptions);
        if (!reader.End)
        {
            throw new MessagePackSerializationException(MessagePackErrorNames.ExtraData, reader.Consumed, "There are bytes after the message.");
        }

        if (message is ReceivedRequest { Method: MessageFormatterProgressTracker.ProgressRequestSpecialMethod } report)
        {
            Report(report);
        }

        if (Connection is IJsonRpcTracingCallbacks traced)
        {
            traced.OnMessageDeserialized(message, Text(contentBuffer));
        }

        return message;
    }

    /// <summary>Writes a message.</summary>
    /// <param name="bufferWriter">The output. After an error it might have a part of the message.</param>
    /// <param name="message">The message.</param>
    /// <exception cref="MessagePackSerializationException">An argument, result or datum cannot be written.</exception>
    public void Serialize(IBufferWriter<byte> bufferWriter, JsonRpcMessage message)
    {
        ArgumentNullException.ThrowIfNull(message);
        (serializingId, isSerializingRequest) = message switch
        {
            JsonRpcRequest request => (request.RequestId, true),
            JsonRpcResult result => (result.RequestId, false),
            JsonRpcError error => (error.RequestId, false),
            _ => (default, false),
        };
        try
        {
            MessagePackSerializer.Serialize(bufferWriter, message, messageOptions);
        }
        finally
        {
            (serializingId, isSerializingRequest) = (default, false);
        }
    }

    /// <summary>Not supported, as in StreamJsonRpc, which traces by other ways.</summary>
    /// <param name="message">Not used.</param>
    /// <returns>Nothing.</returns>
    /// <exception cref="NotSupportedException">Always.</exception>
    [Obsolete("StreamJsonRpc traces messages without it.")]
    public object GetJsonText(JsonRpcMessage message) => throw new NotSupportedException();

    /// <summary>Ends the use of pipes and streams that were sent or received.</summary>
    public void Dispose() => pipes?.Dispose();

    /// <inheritdoc/>
    JsonRpcRequest IJsonRpcMessageFactory.CreateRequestMessage() => new SentRequest(new TopLevelProperties(UserOptions));

    /// <inheritdoc/>
    JsonRpcError IJsonRpcMessageFactory.CreateErrorMessage() => new SentError(new TopLevelProperties(UserOptions));

    /// <inheritdoc/>
    JsonRpcResult IJsonRpcMessageFactory.CreateResultMessage() => new SentResult(new TopLevelProperties(UserOptions));

    /// <inheritdoc/>
    void IJsonRpcFormatterTracingCallbacks.OnSerializationComplete(JsonRpcMessage message, ReadOnlySequence<byte> encodedMessage)
    {
        if (Connection is IJsonRpcTracingCallbacks traced)
        {
            traced.OnMessageSerialized(message, Text(encodedMessage));
        }
    }

    /// <summary>Reads a part of a received message, which is known by its identifier meanwhile.</summary>
    /// <exception cref="MessagePackSerializationException">The part cannot be read as the type. The offset counts from the beginning of the part.</exception>
    internal object? ReadPart(Type type, in ReadOnlySequence<byte> part, RequestId id, JsonRpcMethodAttribute? method = null)
    {
        // What is read may itself have parts that are read.
        (RequestId, JsonRpcMethodAttribute?) outer = (deserializingId, MethodAttribute);
        (deserializingId, MethodAttribute) = (id, method ?? MethodAttribute);
        try
        {
            var reader = new MessagePackReader(part);
            return MessagePackSerializer.Deserialize(type, ref reader, UserOptions);
        }
        finally
        {
            (deserializingId, MethodAttribute) = outer;
        }
    }

    /// <summary>Gives a report to the object that the program passed as <see cref="IProgress{T}"/>. A bad one does not end the connection.</summary>
    private void Report(ReceivedRequest report)
    {
        if (Connection is null)
        {
            return;
        }

        try
        {
            if (report.TryGetArgumentByNameOrIndex("token", 0, typeof(long), out object? token)
                && Progress.TryGetProgressObject((long)token!, out MessageFormatterProgressTracker.ProgressParamInformation? receiver)
                && report.TryGetArgumentByNameOrIndex("value", 1, receiver.ValueType, out object? value))
            {
                receiver.InvokeReport(value);
            }
        }
        catch (Exception fault)
        {
            // Anything: the program's own handler throws what it likes.
            Connection.TraceSource.TraceData(TraceEventType.Error, (int)JsonRpc.TraceEvents.ProgressNotificationError, fault);
        }
    }

    /// <summary>Returns the message as JSON if the program traces texts.</summary>
    private string Text(in ReadOnlySequence<byte> message)
    {
        if (!Connection!.TraceSource.Switch.ShouldTrace(TraceEventType.Verbose))
        {
            return string.Empty;
        }

        try
        {
            return MessagePackSerializer.ConvertToJson(message, UserOptions);
        }
        catch (MessagePackSerializationException fault)
        {
            return fault.Message;
        }
    }

    private void ThrowIfConnected()
    {
        if (Connection is not null)
        {
            throw new InvalidOperationException("The formatter has a connection already.");
        }
    }

    private static InvalidOperationException NotConnected() => new("The formatter has no connection yet.");
}
