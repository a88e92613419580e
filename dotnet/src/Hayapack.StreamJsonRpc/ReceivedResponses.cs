using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.ExceptionServices;
using StreamJsonRpc.Protocol;
using StreamJsonRpc.Reflection;

namespace Hayapack.StreamJsonRpc;

/// <summary>A result that this side received. It is read when the connection knows its type.</summary>
[RequiresUnreferencedCode(HayapackFormatter.Reflection)]
[RequiresDynamicCode(HayapackFormatter.Reflection)]
internal sealed class ReceivedResult(HayapackFormatter formatter, TopLevelProperties properties) : JsonRpcResult, IJsonRpcMessageBufferManager
{
    private ExceptionDispatchInfo? failure;

    /// <summary>Gets or sets the result as it was received; empty once it was read.</summary>
    internal ReadOnlySequence<byte> Bytes { get; set; }

    public override T GetResult<T>()
    {
        failure?.Throw();
        return (T)(Bytes.IsEmpty ? Result : formatter.ReadPart(typeof(T), Bytes, RequestId))!;
    }

    public override bool TryGetTopLevelProperty<T>(string name, [MaybeNull] out T value) => properties.TryGet(name, out value);

    void IJsonRpcMessageBufferManager.DeserializationComplete(JsonRpcMessage message)
    {
        Bytes = default;
        properties.Release();
    }

    /// <summary>Reads the result while its bytes are there. An error is thrown where the program waits for the result.</summary>
    protected override void SetExpectedResultType(Type resultType)
    {
        try
        {
            Result = formatter.ReadPart(resultType, Bytes, RequestId);
        }
        catch (MessagePackSerializationException fault)
        {
            failure = ExceptionDispatchInfo.Capture(fault);
        }

        Bytes = default;
    }
}

/// <summary>An error that this side received.</summary>
internal sealed class ReceivedError(TopLevelProperties properties) : JsonRpcError, IJsonRpcMessageBufferManager
{
    public override bool TryGetTopLevelProperty<T>(string name, [MaybeNull] out T value) => properties.TryGet(name, out value);

    void IJsonRpcMessageBufferManager.DeserializationComplete(JsonRpcMessage message)
    {
        if (Error is Detail detail)
        {
            detail.Bytes = default;
        }

        properties.Release();
    }

    /// <summary>What the error says. Its data are read when their type is known.</summary>
    [RequiresUnreferencedCode(HayapackFormatter.Reflection)]
    [RequiresDynamicCode(HayapackFormatter.Reflection)]
    internal sealed class Detail(HayapackFormatter formatter) : ErrorDetail
    {
        /// <summary>Gets or sets the data as they were received; empty without any, and once they were read.</summary>
        internal ReadOnlySequence<byte> Bytes { get; set; }

        /// <summary>Reads the data as a type, or, if that fails, without one; null if they cannot be read at all.</summary>
        public override object? GetData(Type dataType)
        {
            ArgumentNullException.ThrowIfNull(dataType);
            if (Bytes.IsEmpty)
            {
                return Data;
            }

            return TryRead(dataType, out object? data) || TryRead(typeof(object), out data) ? data : null;
        }

        protected override void SetExpectedDataType(Type dataType)
        {
            Data = GetData(dataType);
            Bytes = default;
        }

        private bool TryRead(Type type, out object? data)
        {
            try
            {
                data = formatter.ReadPart(type, Bytes, default);
                return true;
            }
            catch (MessagePackSerializationException)
            {
                data = null;
                return false;
            }
        }
    }
}
