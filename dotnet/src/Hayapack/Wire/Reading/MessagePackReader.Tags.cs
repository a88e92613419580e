using System.ComponentModel;

namespace Hayapack;

// Maps with the tag of a union among their entries.
public ref partial struct MessagePackReader
{
    /// <summary>How many times the input may be passed in search of tags.</summary>
    private const int TagBudget = 16;

    /// <summary>Returns whether a key is the one of the union that reads the map as one of its classes. For generated code.</summary>
    /// <param name="offset">The offset of the key.</param>
    /// <returns>True if the entry belongs to the union, not to the class.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public readonly bool IsUnionKey(long offset) => tagKey == offset + 1;

    /// <summary>Gets or sets the offset of the key for which <see cref="IsUnionKey"/> is true; -1 if there is none.</summary>
    internal long TagKey
    {
        readonly get => tagKey - 1;
        set => tagKey = value + 1;
    }

    /// <summary>
    /// Counts bytes that were passed in search of a tag. Unions inside others pass the same bytes again: without a limit the
    /// time would grow with the depth.
    /// </summary>
    /// <param name="count">The number of bytes.</param>
    /// <param name="map">The offset of the map in which the tag is searched for.</param>
    /// <exception cref="MessagePackSerializationException"><c>late_tag</c>: more than 16 times the input.</exception>
    internal void CountSearched(long count, long map)
    {
        searched += count;
        if (searched / TagBudget > total)
        {
            throw Fault(MessagePackErrorNames.LateTag, map, $"More than {TagBudget} times the input was passed in search of tags: write them as the first keys.");
        }
    }
}
