using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Protocol;
using Microsoft.Extensions.Options;

namespace Hayapack.SignalR;

/// <summary>
/// The hub protocol "messagepack", version 2. Its messages are those of Microsoft's implementation, byte for byte.
/// Thread-safe.
/// </summary>
public sealed class HayapackHubProtocol : IHubProtocol
{
    private readonly HubMessageReader reader;
    private readonly HubMessageWriter writer;
    private readonly int maximumMessageLength;

    /// <summary>Initializes a new instance of the <see cref="HayapackHubProtocol"/> class with the default options.</summary>
    public HayapackHubProtocol()
        : this(Options.Create(new HayapackHubProtocolOptions()))
    {
    }

    /// <summary>Initializes a new instance of the <see cref="HayapackHubProtocol"/> class.</summary>
    /// <param name="options">The options.</param>
    public HayapackHubProtocol(IOptions<HayapackHubProtocolOptions> options)
    {
        ArgumentNullException.ThrowIfNull(options);
        HayapackHubProtocolOptions values = options.Value;
        var results = new DeclaredResults(values.Received);
        reader = new HubMessageReader(values.SerializerOptions, results);
        writer = new HubMessageWriter(values.SerializerOptions, new WrittenTypes(values.Unions), values.Sent, results);
        maximumMessageLength = values.MaximumMessageLength;
    }

    /// <inheritdoc/>
    public string Name => "messagepack";

    /// <inheritdoc/>
    public int Version => 2;

    /// <inheritdoc/>
    public TransferFormat TransferFormat => TransferFormat.Binary;

    /// <inheritdoc/>
    public bool IsVersionSupported(int version) => version <= Version;

    /// <summary>
    /// Reads the first message of the input and advances the input past it. Messages of unknown types are skipped.
    /// </summary>
    /// <param name="input">The input.</param>
    /// <param name="binder">Gives the types of arguments, results and stream items.</param>
    /// <param name="message">
    /// The message. Arguments and stream items that cannot be read give an <see cref="InvocationBindingFailureMessage"/> or
    /// <see cref="StreamBindingFailureMessage"/> with the error.
    /// </param>
    /// <returns>Whether the input has a whole message.</returns>
    /// <exception cref="InvalidDataException">
    /// The message is malformed or too long. If its MessagePack is the reason, the inner exception is a
    /// <see cref="MessagePackSerializationException"/> with the error's name and its offset in the message.
    /// </exception>
    public bool TryParseMessage(ref ReadOnlySequence<byte> input, IInvocationBinder binder, [NotNullWhen(true)] out HubMessage? message)
    {
        ArgumentNullException.ThrowIfNull(binder);
        while (HubFrame.TryRead(ref input, maximumMessageLength, out ReadOnlySequence<byte> payload))
        {
            message = reader.Read(payload, binder);
            if (message is not null)
            {
                return true;
            }
        }

        message = null;
        return false;
    }

    /// <inheritdoc/>
    public void WriteMessage(HubMessage message, IBufferWriter<byte> output)
    {
        ArgumentNullException.ThrowIfNull(output);
        ArrayBufferWriter<byte> scratch = HubFrame.TakeScratch();
        try
        {
            writer.Write(message, scratch);
            ReadOnlySpan<byte> payload = scratch.WrittenSpan;
            Span<byte> space = output.GetSpan(HubFrame.MaxPrefix);
            output.Advance(HubFrame.WritePrefix(space, payload.Length));
            output.Write(payload);
        }
        finally
        {
            HubFrame.ReturnScratch(scratch);
        }
    }

    /// <inheritdoc/>
    public ReadOnlyMemory<byte> GetMessageBytes(HubMessage message)
    {
        ArrayBufferWriter<byte> scratch = HubFrame.TakeScratch();
        try
        {
            writer.Write(message, scratch);
            ReadOnlySpan<byte> payload = scratch.WrittenSpan;
            Span<byte> prefix = stackalloc byte[HubFrame.MaxPrefix];
            prefix = prefix[..HubFrame.WritePrefix(prefix, payload.Length)];
            byte[] bytes = new byte[prefix.Length + payload.Length];
            prefix.CopyTo(bytes);
            payload.CopyTo(bytes.AsSpan(prefix.Length));
            return bytes;
        }
        finally
        {
            HubFrame.ReturnScratch(scratch);
        }
    }
}
