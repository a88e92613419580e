using System.Text;

namespace Hayapack.Formatters;

/// <summary>The members of an object that is a map, by their keys. Thread-safe.</summary>
internal sealed class MemberKeys
{
    private readonly Dictionary<string, int> indexes = new(StringComparer.Ordinal);
    private readonly Dictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> lookup;
    private readonly int longest;

    /// <summary>Takes the keys in the order of the members. An alias counts unless it is the key of another member.</summary>
    internal MemberKeys(IEnumerable<(string Key, string? Alias)> keys)
    {
        (string Key, string? Alias)[] all = [.. keys];
        for (int i = 0; i < all.Length; i++)
        {
            indexes.Add(all[i].Key, i);
        }

        for (int i = 0; i < all.Length; i++)
        {
            if (all[i].Alias is { } alias)
            {
                indexes.TryAdd(alias, i);
            }
        }

        longest = indexes.Keys.Select(Encoding.UTF8.GetByteCount).DefaultIfEmpty().Max();
        lookup = indexes.GetAlternateLookup<ReadOnlySpan<char>>();
    }

    /// <summary>Returns the index of the member with a key, in UTF-8, or -1.</summary>
    internal int Find(ReadOnlySpan<byte> key)
    {
        if (key.Length > longest)
        {
            return -1;
        }

        Span<char> text = key.Length <= 256 ? stackalloc char[256] : new char[key.Length];
        return Encoding.UTF8.TryGetChars(key, text, out int count) && lookup.TryGetValue(text[..count], out int index) ? index : -1;
    }
}
