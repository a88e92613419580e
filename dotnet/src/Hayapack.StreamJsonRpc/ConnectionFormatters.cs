using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using Hayapack.Formatters;
using StreamJsonRpc.Reflection;

namespace Hayapack.StreamJsonRpc;

/// <summary>What the other side uses to name an object of its own. It is sent back as it came.</summary>
internal sealed record Token(byte[] Bytes)
{
    internal static Token Read(ref MessagePackReader reader) => new(reader.ReadRaw().ToArray());
}

/// <summary>Serializes a token.</summary>
internal sealed class TokenFormatter : IMessagePackFormatter<Token>
{
    public void Serialize(ref MessagePackWriter writer, Token value, MessagePackSerializerOptions options) => writer.WriteRaw(value.Bytes);

    public Token Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => Token.Read(ref reader);
}

/// <summary>Serializes the argument of an event that has none: an empty map.</summary>
internal sealed class EventArgsFormatter : IMessagePackFormatter<EventArgs>
{
    public void Serialize(ref MessagePackWriter writer, EventArgs value, MessagePackSerializerOptions options) => writer.WriteMapHeader(0);

    public EventArgs Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        reader.Skip();
        return EventArgs.Empty;
    }
}

/// <summary>Refuses a type that StreamJsonRpc supports with its own formatters only.</summary>
internal sealed class UnsupportedFormatter<T> : IMessagePackFormatter<T>
{
    public void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options)
    {
        if (value is not null)
        {
            throw Refused(-1);
        }

        writer.WriteNil();
    }

    public T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? default! : throw Refused(reader.Consumed);

    private static MessagePackSerializationException Refused(long offset) => new(
        MessagePackErrorNames.UnsupportedType, offset, $"{typeof(T)} cannot be sent: HayapackFormatter supports neither marshaled objects nor exceptions.");
}

/// <summary>Serializes an object that takes reports: <see cref="IProgress{T}"/>, or, for writing, a class that implements it.</summary>
[RequiresDynamicCode(HayapackFormatter.Reflection)]
[RequiresUnreferencedCode(HayapackFormatter.Reflection)]
internal sealed class ProgressFormatter<T>(HayapackFormatter formatter) : IMessagePackFormatter<T>
{
    public void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
        }
        else
        {
            writer.Write(formatter.Progress.GetTokenForProgress(value));
        }
    }

    public T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return default!;
        }

        if (!MessageFormatterProgressTracker.CanDeserialize(typeof(T)))
        {
            throw new MessagePackSerializationException(
                MessagePackErrorNames.UnsupportedType, reader.Consumed, $"{typeof(T)} cannot be read: a method's parameter must be IProgress<T> itself.");
        }

        return (T)formatter.Progress.CreateProgress(
            formatter.Connection!, Token.Read(ref reader), typeof(T), formatter.MethodAttribute?.ClientRequiresNamedArguments is true);
    }
}

/// <summary>
/// Serializes a sequence whose items the other side asks for: <see cref="IAsyncEnumerable{T}"/>, or, for writing, a class that
/// implements it. It is written as a map that holds a token, and may hold the first items too.
/// </summary>
[RequiresDynamicCode(HayapackFormatter.Reflection)]
[RequiresUnreferencedCode(HayapackFormatter.Reflection)]
internal sealed class EnumerableFormatter<T, TItem>(HayapackFormatter formatter) : IMessagePackFormatter<T>
    where T : IAsyncEnumerable<TItem>
{
    public void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        writer.WriteMapHeader(1);
        writer.Write(MessageFormatterEnumerableTracker.TokenPropertyName);
        writer.Write(formatter.Enumerables.GetToken(value));
    }

    public T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return default!;
        }

        if (!MessageFormatterEnumerableTracker.CanDeserialize(typeof(T)))
        {
            throw new MessagePackSerializationException(
                MessagePackErrorNames.UnsupportedType, reader.Consumed, $"{typeof(T)} cannot be read: use IAsyncEnumerable<T> itself.");
        }

        Token? token = null;
        IReadOnlyList<TItem>? items = null;
        options.Security.DepthStep(ref reader);
        for (int left = reader.ReadMapHeader(); left > 0; left--)
        {
            switch (reader.ReadString())
            {
                case MessageFormatterEnumerableTracker.TokenPropertyName:
                    token = Token.Read(ref reader);
                    break;
                case MessageFormatterEnumerableTracker.ValuesPropertyName:
                    items = options.Resolver.GetFormatterWithVerify<IReadOnlyList<TItem>>().Deserialize(ref reader, options);
                    break;
                default:
                    reader.Skip();
                    break;
            }
        }

        reader.Depth--;
        return (T)formatter.Enumerables.CreateEnumerableProxy(token, items);
    }
}

/// <summary>Serializes a pipe or stream that goes beside the connection, as the number of its channel.</summary>
internal sealed class PipeFormatter<T>(Func<object?, ulong?> number, Func<ulong?, object?> pipe) : IMessagePackFormatter<T>
{
    public void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options)
    {
        if (number(value) is { } channel)
        {
            writer.Write(channel);
        }
        else
        {
            writer.WriteNil();
        }
    }

    public T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? default! : (T)pipe(reader.ReadUInt64())!;
}
