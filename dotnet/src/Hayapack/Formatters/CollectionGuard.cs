namespace Hayapack.Formatters;

/// <summary>Checks that formatters of collections share.</summary>
internal static class CollectionGuard
{
    /// <summary>Throws <c>mutated</c> if the number of items written is not the declared count.</summary>
    /// <param name="written">The number of items written.</param>
    /// <param name="declared">The declared count, in the header.</param>
    /// <param name="offset">The number of bytes written so far, for the error.</param>
    internal static void Same(long written, long declared, long offset)
    {
        if (written != declared)
        {
            throw new MessagePackSerializationException(
                MessagePackErrorNames.Mutated, offset, $"The collection changed while it was written: {declared} items were declared, {written} were written.");
        }
    }
}
