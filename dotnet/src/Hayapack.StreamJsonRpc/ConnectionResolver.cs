using System.Diagnostics.CodeAnalysis;
using System.IO.Pipelines;
using System.Reflection;
using Hayapack.Formatters;
using Hayapack.Resolvers;
using Nerdbank.Streams;
using StreamJsonRpc;
using StreamJsonRpc.Reflection;

namespace Hayapack.StreamJsonRpc;

/// <summary>The formatters of types that belong to a connection: what the other side gets is a token.</summary>
[RequiresUnreferencedCode(HayapackFormatter.Reflection)]
[RequiresDynamicCode(HayapackFormatter.Reflection)]
internal sealed class ConnectionResolver(HayapackFormatter formatter) : CachingResolver
{
    protected override IMessagePackFormatter<T>? Find<T>()
    {
        Type type = typeof(T);
        if (type == typeof(RequestId))
        {
            return (IMessagePackFormatter<T>)(object)new RequestIdFormatter();
        }

        if (type == typeof(Token))
        {
            return (IMessagePackFormatter<T>)(object)new TokenFormatter();
        }

        if (type == typeof(EventArgs))
        {
            return (IMessagePackFormatter<T>)(object)new EventArgsFormatter();
        }

        if (MessageFormatterProgressTracker.CanSerialize(type))
        {
            return new ProgressFormatter<T>(formatter);
        }

        if (Enumerated(type) is { } item)
        {
            return (IMessagePackFormatter<T>)Activator.CreateInstance(typeof(EnumerableFormatter<,>).MakeGenericType(type, item), formatter)!;
        }

        if (typeof(IDuplexPipe).IsAssignableFrom(type))
        {
            return new PipeFormatter<T>(pipe => formatter.Pipes.GetULongToken((IDuplexPipe?)pipe), token => formatter.Pipes.GetPipe(token));
        }

        if (typeof(PipeReader).IsAssignableFrom(type))
        {
            return new PipeFormatter<T>(pipe => formatter.Pipes.GetULongToken((PipeReader?)pipe), token => formatter.Pipes.GetPipeReader(token));
        }

        if (typeof(PipeWriter).IsAssignableFrom(type))
        {
            return new PipeFormatter<T>(pipe => formatter.Pipes.GetULongToken((PipeWriter?)pipe), token => formatter.Pipes.GetPipeWriter(token));
        }

        if (typeof(Stream).IsAssignableFrom(type))
        {
            return new PipeFormatter<T>(
                stream => formatter.Pipes.GetULongToken(((Stream?)stream)?.UsePipe()), token => formatter.Pipes.GetPipe(token)?.AsStream());
        }

        bool isMarshaled = type.IsInterface && (type == typeof(IDisposable) || type.IsDefined(typeof(RpcMarshalableAttribute)));
        return isMarshaled || typeof(Exception).IsAssignableFrom(type) ? new UnsupportedFormatter<T>() : null;
    }

    /// <summary>Returns the type of the items if values of the type are sequences that are produced one by one.</summary>
    private static Type? Enumerated(Type type) => type.GetInterfaces().Append(type)
        .FirstOrDefault(implemented => implemented.IsConstructedGenericType && implemented.GetGenericTypeDefinition() == typeof(IAsyncEnumerable<>))?
        .GenericTypeArguments[0];
}
