namespace Bench;

internal static class Prepared
{
    public static TWritten[] Make<TValue, TWritten>(TValue[] values, Func<TValue, TWritten> write) => Array.ConvertAll(values, value => write(value));
}
