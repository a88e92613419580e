using Hayapack.Tests.Vectors;

namespace Hayapack.Fuzz;

/// <summary>Generates inputs by small changes to the shared vectors. The same seed gives the same inputs.</summary>
internal sealed class Mutator
{
    /// <summary>The largest size in bytes of the vectors used: longer ones take time and find no other errors.</summary>
    private const int Longest = 200;

    private static readonly byte[] Interesting =
    [
        0x00, 0x7f, 0x80, 0x81, 0x8f, 0x90, 0x91, 0x92, 0x9f, 0xa0, 0xa1, 0xbf, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7,
        0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xda, 0xdb,
        0xdc, 0xdd, 0xde, 0xdf, 0xe0, 0xff,
    ];

    private readonly byte[][] seeds;
    private ulong state;

    internal Mutator(ulong seed)
    {
        state = (seed * 0x9e3779b97f4a7c15) | 1;
        seeds = [.. new[] { "valid", "invalid", "typeless", "lz4" }.SelectMany(VectorFile.Rows)
            .Select(row => row.Bytes).Where(bytes => bytes.Length is > 0 and <= Longest)];
    }

    internal int Below(int limit)
    {
        // xorshift64*
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        return (int)(((state * 0x2545f4914f6cdd1d) >> 33) % (ulong)limit);
    }

    /// <summary>Returns a vector with one to four changes.</summary>
    internal byte[] Next() => Changed(Seed(), 1 + Below(4));

    /// <summary>Returns a message with a number of changes, fewer if nothing of it is left.</summary>
    internal byte[] Changed(byte[] message, int times)
    {
        var bytes = new List<byte>(message);
        for (; times > 0 && bytes.Count > 0; times--)
        {
            Damage(bytes);
        }

        return [.. bytes];
    }

    private byte[] Seed() => seeds[Below(seeds.Length)];

    private void Damage(List<byte> bytes)
    {
        int at = Below(bytes.Count);
        switch (Below(9))
        {
            case 0:
                bytes[at] ^= (byte)(1 << Below(8));
                break;
            case 1:
                bytes[at] = Interesting[Below(Interesting.Length)];
                break;
            case 2:
                bytes[at] = (byte)Below(256);
                break;
            case 3:
                bytes.Insert(at, Interesting[Below(Interesting.Length)]);
                break;
            case 4:
                bytes.RemoveAt(at);
                break;
            case 5:
                bytes.RemoveRange(at, bytes.Count - at);
                break;
            case 6:
                bytes.InsertRange(at, Seed());
                break;
            case 7:
                // Put the message into an array or a map.
                bytes.InsertRange(0, Below(2) == 0 ? [(byte)(0x90 + Below(3))] : [0x81, 0xa1, 0x61]);
                break;
            default:
                byte[] other = Seed();
                int from = Below(other.Length);
                bytes.RemoveRange(at, bytes.Count - at);
                bytes.AddRange(other[from..]);
                break;
        }
    }
}
