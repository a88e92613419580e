namespace Bench;

internal static class Prepared
{
    public static TWritten[] Make<TValue, TWritten>(TValue[] values, Func<TValue, TWritten> write) => Array.ConvertAll(values, value => write(value));

    /// <summary>Copies each message into a new array, as any codec that returns one must. Returns the sum of their lengths.</summary>
    public static int CopyAll(byte[][] messages)
    {
        var size = 0;
        foreach (var message in messages)
        {
            size += message.AsSpan().ToArray().Length;
        }

        return size;
    }
}
