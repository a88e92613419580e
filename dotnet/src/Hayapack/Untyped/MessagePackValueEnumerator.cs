namespace Hayapack;

/// <summary>Enumerates the values of an array, or the keys and values of a map in turn. Not thread-safe.</summary>
public struct MessagePackValueEnumerator
{
    private readonly ReadOnlyMemory<byte> message;
    private int next;
    private int left;

    internal MessagePackValueEnumerator(ReadOnlyMemory<byte> message, int next, int left)
    {
        this.message = message;
        this.next = next;
        this.left = left;
        Current = default;
    }

    /// <summary>Gets the current value; undefined before the first <see cref="MoveNext"/>.</summary>
    public MessagePackValue Current { get; private set; }

    /// <summary>Advances to the next value.</summary>
    /// <returns>Whether there is one.</returns>
    /// <exception cref="MessagePackSerializationException">The next value is malformed or truncated.</exception>
    public bool MoveNext()
    {
        if (left == 0)
        {
            return false;
        }

        Current = MessagePackValue.At(message, next);
        next += Current.Raw.Length;
        left--;
        return true;
    }
}
