using System.Buffers;
using System.Numerics;

namespace Hayapack.Hashing;

/// <summary>
/// Finds repeated keys in the open maps. It stores offsets and compares the keys' bytes in the message. Memory grows with
/// the keys that were added, whatever counts the maps declare.
/// </summary>
internal ref struct KeySet(ReadOnlySpan<byte> message)
{
    /// <summary>Maps with more keys use a hash table; the keys of smaller ones are compared one by one.</summary>
    private const int Few = 16;

    private readonly ReadOnlySpan<byte> message = message;

    /// <summary>The hash tables of the open maps with many keys, by what <see cref="Begin"/> returned. An entry is 1 + the key's index; 0 is free.</summary>
    private Dictionary<int, int[]>? tables;

    /// <summary>The keys of all open maps. Those of the innermost map are the last ones.</summary>
    private GrowingStack<Key> keys;

    private readonly record struct Key(int Hash, int Offset, int Length);

    /// <summary>Begins a map. Returns the number that identifies it in <see cref="Add"/> and <see cref="End"/>.</summary>
    internal readonly int Begin() => keys.Count;

    /// <summary>Adds a key to the innermost open map. Returns false if the map already has it.</summary>
    internal bool Add(int begin, int offset, int length)
    {
        ReadOnlySpan<byte> text = message.Slice(offset, length);
        return keys.Count - begin >= Few ? AddTo(Table(begin), text, offset) : AddToFew(begin, text, offset);
    }

    /// <summary>Ends the innermost open map and removes its keys.</summary>
    internal void End(int begin)
    {
        if (keys.Count - begin >= Few && tables is not null && tables.Remove(begin, out int[]? table))
        {
            ArrayPool<int>.Shared.Return(table);
        }

        while (keys.Count > begin)
        {
            keys.Pop();
        }
    }

    internal void Dispose()
    {
        foreach (int[] table in tables?.Values ?? Enumerable.Empty<int[]>())
        {
            ArrayPool<int>.Shared.Return(table);
        }

        tables = null;
        keys.Dispose();
    }

    private static int Cheap(ReadOnlySpan<byte> text) => text.Length switch
    {
        0 => 0,
        >= 4 => (int)(BitConverter.ToUInt32(text) * 0x9E3779B9) ^ (int)(BitConverter.ToUInt32(text[^4..]) * 0x85EBCA6B) ^ text.Length,
        _ => text[0] | (text[^1] << 8) | (text.Length << 16),
    };

    private static int Slots(int[] table) => 1 << (31 - BitOperations.LeadingZeroCount((uint)table.Length));

    private bool AddToFew(int begin, ReadOnlySpan<byte> text, int offset)
    {
        int hash = Cheap(text);
        for (int i = begin; i < keys.Count; i++)
        {
            Key key = keys[i];
            if (key.Hash == hash && key.Length == text.Length && message.Slice(key.Offset, key.Length).SequenceEqual(text))
            {
                return false;
            }
        }

        keys.Push(new Key(hash, offset, text.Length));
        return true;
    }

    /// <summary>Returns the map's table with space for one more key: at most half of its slots are used.</summary>
    private int[] Table(int begin)
    {
        tables ??= [];
        int count = keys.Count - begin;
        if (tables.TryGetValue(begin, out int[]? old) && count < Slots(old) / 2)
        {
            return old;
        }

        int[] table = ArrayPool<int>.Shared.Rent(4 * count);
        Array.Clear(table);
        for (int i = begin; i < keys.Count; i++)
        {
            ref Key key = ref keys[i];
            key = old is null ? key with { Hash = KeyedHash.Of(message.Slice(key.Offset, key.Length)) } : key;
            int slot = key.Hash & (Slots(table) - 1);
            while (table[slot] != 0)
            {
                slot = (slot + 1) & (Slots(table) - 1);
            }

            table[slot] = i + 1;
        }

        if (old is not null)
        {
            ArrayPool<int>.Shared.Return(old);
        }

        return tables[begin] = table;
    }

    private bool AddTo(int[] table, ReadOnlySpan<byte> text, int offset)
    {
        int hash = KeyedHash.Of(text);
        int mask = Slots(table) - 1;
        for (int slot = hash & mask; ; slot = (slot + 1) & mask)
        {
            if (table[slot] == 0)
            {
                keys.Push(new Key(hash, offset, text.Length));
                table[slot] = keys.Count;
                return true;
            }

            Key key = keys[table[slot] - 1];
            if (key.Hash == hash && message.Slice(key.Offset, key.Length).SequenceEqual(text))
            {
                return false;
            }
        }
    }
}
