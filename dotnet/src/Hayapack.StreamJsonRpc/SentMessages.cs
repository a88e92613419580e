using System.Diagnostics.CodeAnalysis;
using StreamJsonRpc.Protocol;

namespace Hayapack.StreamJsonRpc;

/// <summary>A message that can have further entries.</summary>
internal interface IExtendedMessage
{
    TopLevelProperties Properties { get; }
}

/// <summary>A request that this side sends.</summary>
internal sealed class SentRequest(TopLevelProperties properties) : JsonRpcRequest, IExtendedMessage
{
    public TopLevelProperties Properties => properties;

    public override bool TrySetTopLevelProperty<T>(string name, [MaybeNull] T value) => properties.Set(name, value);
}

/// <summary>A result that this side sends.</summary>
internal sealed class SentResult(TopLevelProperties properties) : JsonRpcResult, IExtendedMessage
{
    public TopLevelProperties Properties => properties;

    public override bool TrySetTopLevelProperty<T>(string name, [MaybeNull] T value) => properties.Set(name, value);
}

/// <summary>An error that this side sends.</summary>
internal sealed class SentError(TopLevelProperties properties) : JsonRpcError, IExtendedMessage
{
    public TopLevelProperties Properties => properties;

    public override bool TrySetTopLevelProperty<T>(string name, [MaybeNull] T value) => properties.Set(name, value);
}
