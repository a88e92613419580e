using System.Buffers;
using Hayapack.Hashing;

namespace Hayapack.Json;

/// <summary>Finds repeated keys in the open maps. It stores offsets and compares the keys' bytes in the message.</summary>
internal ref struct KeySet(ReadOnlySpan<byte> message)
{
    /// <summary>Maps with more entries use a hash table; the keys of smaller ones are compared one by one.</summary>
    private const int Few = 16;

    private readonly ReadOnlySpan<byte> message = message;
    private Dictionary<int, int[]>? tables;
    private GrowingStack<Key> keys;

    private readonly record struct Key(int Hash, int Offset, int Length);

    /// <summary>Begins a map. Returns the number that identifies it in <see cref="Add"/> and <see cref="End"/>.</summary>
    internal int Begin(int entries)
    {
        if (entries > Few)
        {
            int[] table = ArrayPool<int>.Shared.Rent((int)System.Numerics.BitOperations.RoundUpToPowerOf2((uint)entries * 2));
            Array.Clear(table);
            (tables ??= [])[keys.Count] = table;
        }

        return keys.Count;
    }

    /// <summary>Adds a key to the innermost open map. Returns false if the map already has it.</summary>
    internal bool Add(int begin, int offset, int length)
    {
        ReadOnlySpan<byte> text = message.Slice(offset, length);
        if (tables is not null && tables.TryGetValue(begin, out int[]? table))
        {
            return AddTo(table, text, offset);
        }

        int hash = Cheap(text);
        for (int i = begin; i < keys.Count; i++)
        {
            Key key = keys[i];
            if (key.Hash == hash && key.Length == length && message.Slice(key.Offset, length).SequenceEqual(text))
            {
                return false;
            }
        }

        keys.Push(new Key(hash, offset, length));
        return true;
    }

    /// <summary>Ends the innermost open map and removes its keys.</summary>
    internal void End(int begin)
    {
        if (tables is not null && tables.Remove(begin, out int[]? table))
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

        keys.Dispose();
    }

    private static int Cheap(ReadOnlySpan<byte> text) => text.Length switch
    {
        0 => 0,
        >= 4 => (int)(BitConverter.ToUInt32(text) * 0x9E3779B9) ^ (int)(BitConverter.ToUInt32(text[^4..]) * 0x85EBCA6B) ^ text.Length,
        _ => text[0] | (text[^1] << 8) | (text.Length << 16),
    };

    private bool AddTo(int[] table, ReadOnlySpan<byte> text, int offset)
    {
        int hash = KeyedHash.Of(text);
        int size = 1 << (31 - System.Numerics.BitOperations.LeadingZeroCount((uint)table.Length));
        for (int slot = hash & (size - 1); ; slot = (slot + 1) & (size - 1))
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
