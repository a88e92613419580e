using System.Buffers;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using StreamJsonRpc;
using StreamJsonRpc.Protocol;
using StreamJsonRpc.Reflection;

namespace Hayapack.StreamJsonRpc;

/// <summary>A request that this side received. Its arguments are read as the types of the method's parameters.</summary>
[RequiresUnreferencedCode(HayapackFormatter.Reflection)]
[RequiresDynamicCode(HayapackFormatter.Reflection)]
internal sealed class ReceivedRequest(HayapackFormatter formatter, TopLevelProperties properties) : JsonRpcRequest, IJsonRpcMessageBufferManager
{
    /// <summary>The arguments: an array or a map; empty without any.</summary>
    private ReadOnlySequence<byte> arguments;
    private JsonRpcMethodAttribute? method;
    private bool isNamed;
    private int count;

    public override int ArgumentCount => count;

    public override IEnumerable<string>? ArgumentNames => isNamed ? Names() : null;

    /// <summary>Reads the arguments' headers, and keeps the rest as it is.</summary>
    internal void ReadArguments(ref MessagePackReader reader)
    {
        if (reader.TryReadNil())
        {
            return;
        }

        MessagePackReader header = reader;
        isNamed = reader.NextMessagePackType == MessagePackType.Map;
        count = isNamed ? header.ReadMapHeader() : header.ReadArrayHeader();
        MessagePackReader start = reader;
        if (isNamed)
        {
            // Their names are read here, so that a key of another type is an error with its place in the message.
            reader.ReadMapHeader();
            for (int left = count; left > 0; left--)
            {
                reader.ReadKeySpan();
                reader.Skip();
            }
        }
        else
        {
            reader.Skip();
        }

        arguments = start.ReadRaw(reader.Consumed - start.Consumed);
    }

    public override ArgumentMatchResult TryGetTypedArguments(ReadOnlySpan<ParameterInfo> parameters, ReadOnlySpan<string?> parameterNames, Span<object?> typedArguments)
    {
        method = formatter.Connection?.GetJsonRpcMethodAttribute(Method!, parameters);
        if (parameters.Length != 1 || !isNamed || method?.UseSingleObjectParameterDeserialization is not true)
        {
            return base.TryGetTypedArguments(parameters, parameterNames, typedArguments);
        }

        try
        {
            typedArguments[0] = formatter.ReadPart(parameters[0].ParameterType, arguments, RequestId, method);
            return ArgumentMatchResult.Success;
        }
        catch (MessagePackSerializationException)
        {
            return ArgumentMatchResult.ParameterArgumentTypeMismatch;
        }
    }

    public override ArgumentMatchResult TryGetTypedArguments(ReadOnlySpan<ParameterInfo> parameters, Span<object?> typedArguments) =>
        TryGetTypedArguments(parameters, default, typedArguments);

    public override bool TryGetArgumentByNameOrIndex(string? name, int position, Type? typeHint, out object? value)
    {
        value = null;
        ReadOnlySequence<byte> argument = default;
        bool isFound = !arguments.IsEmpty && (isNamed
            ? name is not null && MapEntries.TryFind(arguments, name, out argument)
            : MapEntries.TryFind(arguments, position, out argument));
        if (!isFound)
        {
            return false;
        }

        try
        {
            value = formatter.ReadPart(typeHint ?? typeof(object), argument, RequestId, method);
            return true;
        }
        catch (MessagePackSerializationException fault)
        {
            formatter.Connection?.TraceSource.TraceEvent(
                TraceEventType.Warning,
                (int)JsonRpc.TraceEvents.MethodArgumentDeserializationFailure,
                "Argument \"{0}\" at {1} cannot be read as {2}: {3}",
                name,
                position,
                typeHint,
                fault);
            throw new RpcArgumentDeserializationException(name, position, typeHint, fault);
        }
    }

    public override bool TryGetTopLevelProperty<T>(string name, [MaybeNull] out T value) => properties.TryGet(name, out value);

    /// <summary>Forgets the bytes, whose memory others use from now on.</summary>
    void IJsonRpcMessageBufferManager.DeserializationComplete(JsonRpcMessage message)
    {
        arguments = default;
        properties.Release();
    }

    private List<string> Names()
    {
        List<string> names = [];
        if (!arguments.IsEmpty)
        {
            var reader = new MessagePackReader(arguments);
            for (int left = reader.ReadMapHeader(); left > 0; left--)
            {
                names.Add(reader.ReadString()!);
                reader.Skip();
            }
        }

        return names;
    }
}
