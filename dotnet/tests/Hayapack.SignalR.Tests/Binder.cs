using System.Text;
using Microsoft.AspNetCore.SignalR;

namespace Hayapack.SignalR.Tests;

/// <summary>The types of a connection, as a test sets them.</summary>
internal sealed class Binder(Type[] parameters, Type? result = null) : IInvocationBinder
{
    public IReadOnlyList<Type> GetParameterTypes(string methodName) =>
        methodName == "unknown" ? throw new InvalidOperationException("no such method") : parameters;

    public Type GetReturnType(string invocationId) => result ?? throw new KeyNotFoundException();

    public Type GetStreamItemType(string streamId) => result ?? throw new KeyNotFoundException();

    public string? GetTarget(ReadOnlySpan<byte> utf8Bytes) => utf8Bytes.SequenceEqual("Known"u8) ? Known : null;

    internal static readonly string Known = Encoding.UTF8.GetString("Known"u8);
}
