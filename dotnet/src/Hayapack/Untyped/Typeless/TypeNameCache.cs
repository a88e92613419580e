using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Hayapack.Hashing;

namespace Hayapack.Typeless;

/// <summary>
/// Maps type names, as bytes on the wire, to the entries found before. A fast hash selects one of 256 slots, which contains
/// the last name with that hash; other names are looked up in a table with a keyed hash, so that chosen names cannot make
/// lookups slow. At most <see cref="MaxNames"/> names. Thread-safe.
/// </summary>
internal sealed class TypeNameCache
{
    private const int Slots = 256;
    private const int MaxNames = 4096;

    private readonly Slot?[] slots = new Slot?[Slots];
    private readonly ConcurrentDictionary<byte[], TypeTableEntry> names = new(new NameComparer());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryGet(ReadOnlySpan<byte> name, out TypeTableEntry? entry)
    {
        int index = Index(name);
        if (slots[index] is { } slot && name.SequenceEqual(slot.Name))
        {
            entry = slot.Entry;
            return true;
        }

        return TryGetSlow(name, index, out entry);
    }

    internal void Add(ReadOnlySpan<byte> name, TypeTableEntry entry)
    {
        byte[] copy = name.ToArray();
        slots[Index(name)] = new Slot(copy, entry);
        if (names.Count < MaxNames)
        {
            names.TryAdd(copy, entry);
        }
    }

    private bool TryGetSlow(ReadOnlySpan<byte> name, int index, out TypeTableEntry? entry)
    {
        if (!names.GetAlternateLookup<ReadOnlySpan<byte>>().TryGetValue(name, out byte[]? known, out entry))
        {
            return false;
        }

        slots[index] = new Slot(known, entry);
        return true;
    }

    /// <summary>Hashes the length and six groups of 8 bytes.</summary>
    private static int Index(ReadOnlySpan<byte> name)
    {
        ulong hash = (uint)name.Length;
        int last = name.Length - sizeof(ulong);
        if (last >= 0)
        {
            ref byte first = ref MemoryMarshal.GetReference(name);
            for (int i = 1; i <= 6; i++)
            {
                hash = (hash ^ Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref first, (last * i) >> 3))) * 0x9E3779B97F4A7C15;
            }
        }

        return (int)(hash >> 56);
    }

    private sealed record Slot(byte[] Name, TypeTableEntry Entry);

    private sealed class NameComparer : IEqualityComparer<byte[]>, IAlternateEqualityComparer<ReadOnlySpan<byte>, byte[]>
    {
        public bool Equals(byte[]? x, byte[]? y) => x.AsSpan().SequenceEqual(y);

        public int GetHashCode(byte[] obj) => KeyedHash.Of(obj);

        public bool Equals(ReadOnlySpan<byte> alternate, byte[] other) => alternate.SequenceEqual(other);

        public int GetHashCode(ReadOnlySpan<byte> alternate) => KeyedHash.Of(alternate);

        public byte[] Create(ReadOnlySpan<byte> alternate) => alternate.ToArray();
    }
}
