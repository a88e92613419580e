namespace Bench;

/// <summary>One codec with one model: a row of the tables, in both directions.</summary>
internal abstract class Case(string model, string codec, int count)
{
    public string Model => model;

    public string Codec => codec;

    public string Name => model + ": " + codec;

    /// <summary>Gets the number of operations that a call of <see cref="Write"/> or <see cref="Read"/> consists of.</summary>
    public int Count => count;

    public abstract bool CanWrite { get; }

    public abstract bool CanRead { get; }

    /// <summary>Writes each value, and returns the last result.</summary>
    public abstract object? Write();

    /// <summary>Reads each message, and returns the last result.</summary>
    public abstract object? Read();

    /// <summary>Throws an exception if the codec changes a value, or if its bytes are not those that they should be.</summary>
    public abstract void Check();
}

/// <summary>
/// The loops of all codecs. The calls are delegates made from lambdas in code that is not generic, so that the codecs'
/// generic methods are called as a program calls them. An operation includes one call of a delegate.
/// </summary>
internal sealed class Case<TValue, TMessage>(
    string model, string codec, int count, Func<TValue[]> makeValues, Func<TValue, object?>? write,
    Func<TMessage[]> makeMessages, Func<TMessage, object?>? read, Action? check = null)
    : Case(model, codec, count)
{
    private TValue[] Values => field ??= makeValues();

    private TMessage[] Messages => field ??= makeMessages();

    public override bool CanWrite => write is not null;

    public override bool CanRead => read is not null;

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

    public override void Check() => check?.Invoke();
}
