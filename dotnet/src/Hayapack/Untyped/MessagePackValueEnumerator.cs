namespace Hayapack;

/// <summary>Goes over the values of an array, or the keys and values of a map in turn.</summary>
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

    /// <summary>Gets the value.</summary>
    public MessagePackValue Current { get; private set; }

    /// <summary>Goes on to the next value.</summary>
    /// <returns>False after the last.</returns>
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
