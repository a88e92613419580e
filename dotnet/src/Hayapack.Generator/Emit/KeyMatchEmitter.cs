using System.Globalization;
using Hayapack.Generator.Models;

namespace Hayapack.Generator.Emit;

/// <summary>
/// Emits the code that finds the member for a key: a switch on the key's length, then comparisons of 8, 4 or 2 bytes at
/// once, the last of which can overlap the one before.
/// </summary>
internal static class KeyMatchEmitter
{
    private const int LongestByWords = 64;

    /// <summary>
    /// Emits the search for the bytes in the local <c>key</c>. If no member has the key, execution continues after it.
    /// </summary>
    /// <param name="source">Receives the code.</param>
    /// <param name="members">The members.</param>
    /// <param name="found">Emits the code for a member that was found; that code must not fall through.</param>
    public static void Emit(SourceBuilder source, IEnumerable<MemberModel> members, Action<MemberModel> found)
    {
        source.Line("ref byte k = ref global::System.Runtime.InteropServices.MemoryMarshal.GetReference(key);");
        source.Open("switch (key.Length)");
        foreach (IGrouping<int, (MemberModel Member, byte[] Key)> group in members.SelectMany(Keys).GroupBy(p => p.Item2.Length).OrderBy(g => g.Key))
        {
            source.Line("case " + group.Key.ToString(CultureInfo.InvariantCulture) + ":");
            foreach ((MemberModel member, byte[] key) in group)
            {
                source.Open("if (" + Condition(key) + ")");
                found(member);
                source.Close();
            }

            source.Line("break;");
        }

        source.Close();
    }

    /// <summary>
    /// Returns the expression that reads a member's key if it is the next value, and is false otherwise; null if the key takes
    /// more than 32 bytes with its header.
    /// </summary>
    public static string? IsNext(MemberModel member)
    {
        byte[] key = Bytes.Text(member.Key!).ToArray();
        int[] offsets = key.Length switch
        {
            <= 8 => new[] { 0 },
            <= 16 => new[] { 0, key.Length - 8 },
            <= 32 => new[] { 0, 8, Math.Min(16, key.Length - 8), key.Length - 8 },
            _ => Array.Empty<int>(),
        };
        byte[] padded = key.Concat(new byte[8]).ToArray();
        return offsets.Length == 0
            ? null
            : "reader.TryReadKey(" + key.Length + ", " + string.Join(", ", offsets.Select(offset => Word(padded, offset, 8))) + ")";
    }

    private static IEnumerable<(MemberModel Member, byte[] Key)> Keys(MemberModel member)
    {
        yield return (member, Bytes.Utf8(member.Key!));
        if (member.Alias is not null)
        {
            yield return (member, Bytes.Utf8(member.Alias));
        }
    }

    private static string Condition(byte[] key) => key.Length switch
    {
        0 => "true",
        > LongestByWords => "global::System.MemoryExtensions.SequenceEqual(key, new byte[] { " + string.Join(", ", key) + " })",
        _ => string.Join(" && ", Words(key.Length).Select(word => Compare(key, word.Offset, word.Size))),
    };

    private static IEnumerable<(int Offset, int Size)> Words(int length)
    {
        int size = length >= 8 ? 8 : length >= 4 ? 4 : length >= 2 ? 2 : 1;
        int offset = 0;
        for (; offset + size <= length; offset += size)
        {
            yield return (offset, size);
        }

        if (offset < length)
        {
            yield return length >= 4 ? (length - size, size) : (offset, 1);
        }
    }

    private static string Compare(byte[] key, int offset, int size) => size == 1
        ? Api.Unsafe + ".Add(ref k, " + offset + ") == " + key[offset]
        : Api.Primitives + ".Load" + (size * 8) + "(ref k, " + offset + ") == " + Word(key, offset, size);

    private static string Word(byte[] key, int offset, int size)
    {
        ulong word = 0;
        for (int i = size - 1; i >= 0; i--)
        {
            word = (word << 8) | key[offset + i];
        }

        return "0x" + word.ToString("x" + (size * 2), CultureInfo.InvariantCulture) + (size == 8 ? "UL" : "");
    }
}
