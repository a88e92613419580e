namespace Hayapack.Formatters;

/// <summary>What all formatters of collections watch.</summary>
internal static class CollectionGuard
{
    /// <summary>Throws when a collection had another number of items than its header says.</summary>
    /// <param name="written">The items written.</param>
    /// <param name="declared">The items in the header.</param>
    /// <param name="offset">The number of bytes written.</param>
    internal static void Same(long written, long declared, long offset)
    {
        if (written != declared)
        {
            throw new MessagePackSerializationException(
                MessagePackErrorNames.Mutated, offset, $"The collection changed while it was written: {declared} items were declared, {written} were written.");
        }
    }
}
