using System.Globalization;
using System.Text;

namespace Hayapack.Formatters;

/// <summary>What identifies a class of a union.</summary>
/// <param name="Name">The text, or null.</param>
/// <param name="Number">The integer, if there is no text.</param>
internal readonly record struct UnionTag(string? Name, int Number)
{
    /// <inheritdoc/>
    public override string ToString() => Name is null ? Number.ToString(CultureInfo.InvariantCulture) : $"\"{Name}\"";

    internal void Write(ref MessagePackWriter writer)
    {
        if (Name is null)
        {
            writer.Write(Number);
        }
        else
        {
            writer.Write(Name);
        }
    }
}

/// <summary>Finds the tags of a union. Of two equal ones it finds the first.</summary>
internal sealed class UnionTags
{
    private readonly byte[]?[] names;
    private readonly Dictionary<int, int> numbers = [];

    internal UnionTags(UnionTag[] tags)
    {
        names = [.. tags.Select(tag => tag.Name is null ? null : Encoding.UTF8.GetBytes(tag.Name))];
        for (int i = 0; i < tags.Length; i++)
        {
            if (tags[i].Name is null)
            {
                numbers.TryAdd(tags[i].Number, i);
            }
        }

        HasNames = numbers.Count < tags.Length;
    }

    /// <summary>Gets a value indicating whether a tag is a text.</summary>
    private bool HasNames { get; }

    /// <summary>
    /// Reads a tag and returns its index, or -1 if the union does not have it and that is no error with the options. A value of a
    /// type that no tag has is <c>unexpected_type</c>.
    /// </summary>
    internal int Read(ref MessagePackReader reader, Type union, bool isInMap, MessagePackSerializerOptions options)
    {
        long at = reader.Consumed;
        int index = Find(ref reader, out int? number);
        if (index < 0)
        {
            UnlistedUnions.CheckTag(at, union, number, isOwn: HasNames || isInMap, options);
        }

        return index;
    }

    private int Find(ref MessagePackReader reader, out int? number)
    {
        number = null;
        if (HasNames && reader.NextMessagePackType == MessagePackType.String)
        {
            // A union has few classes, and most of their names have other lengths.
            ReadOnlySpan<byte> text = reader.ReadStringSpan();
            for (int i = 0; i < names.Length; i++)
            {
                if (names[i] is { } name && text.SequenceEqual(name))
                {
                    return i;
                }
            }

            return -1;
        }

        if (HasNames && (numbers.Count == 0 || reader.NextMessagePackType != MessagePackType.Integer))
        {
            reader.ThrowUnexpected("the tag of a union, " + (numbers.Count == 0 ? "a string" : "a string or an integer"));
        }

        number = reader.ReadInt32();
        return numbers.TryGetValue(number.Value, out int index) ? index : -1;
    }
}
