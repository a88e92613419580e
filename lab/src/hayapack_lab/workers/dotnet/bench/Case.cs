using System.Buffers;
using System.Security.Cryptography;
using System.Text;

namespace Bench;

/// <summary>One codec with one workload.</summary>
internal abstract class Case(string codec, int count)
{
    public string Codec => codec;

    /// <summary>Gets the number of messages that a call of <see cref="Write"/> or <see cref="Read"/> goes through.</summary>
    public int Count => count;

    public abstract bool CanWrite { get; }

    public abstract bool CanRead { get; }

    /// <summary>Gets the bytes of all messages, null if the case makes none of its own.</summary>
    public abstract long? Size { get; }

    /// <summary>Gets a digest of all messages, null if the case makes none of its own that are bytes.</summary>
    public abstract byte[]? Digest { get; }

    /// <summary>Writes each value, and returns the last result.</summary>
    public abstract object? Write();

    /// <summary>Reads each message, and returns the last result.</summary>
    public abstract object? Read();

    /// <summary>
    /// Returns whether the codec keeps the values. Throws an exception if its bytes are not those that they should be.
    /// </summary>
    public abstract bool KeepsValues();
}

/// <summary>
/// The loops of all codecs. The calls are delegates made from lambdas in code that is not generic, so that the codecs'
/// generic methods are called as a program calls them. A message's time includes one call of a delegate.
/// </summary>
internal sealed class Case<TValue, TMessage>(
    string codec, int count, Func<TValue[]> makeValues, Func<TValue, object?>? write,
    Func<TMessage[]> makeMessages, Func<TMessage, object?>? read, Func<bool>? check = null)
    : Case(codec, count)
{
    private TValue[] Values => field ??= makeValues();

    private TMessage[] Messages => field ??= makeMessages();

    public override bool CanWrite => write is not null;

    public override bool CanRead => read is not null;

    public override long? Size => Messages.Length == 0
        ? null
        : Messages switch
        {
            byte[][] messages => messages.Sum(message => (long)message.Length),
            string[] texts => texts.Sum(text => (long)Encoding.UTF8.GetByteCount(text)),
            ReadOnlySequence<byte>[] messages => messages.Sum(message => message.Length),
            _ => null,
        };

    public override byte[]? Digest =>
        Messages is byte[][] { Length: > 0 } messages ? SHA256.HashData([.. messages.SelectMany(message => message)]) : null;

    public override object? Write()
    {
        object? result = null;
        foreach (var value in Values)
        {
            result = write!(value);
        }

        return result;
    }

    public override object? Read()
    {
        object? result = null;
        foreach (var message in Messages)
        {
            result = read!(message);
        }

        return result;
    }

    public override bool KeepsValues() => check?.Invoke() ?? true;
}
