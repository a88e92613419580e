using Hayapack.Tests.Vectors;

namespace Hayapack.Fuzz;

/// <summary>
/// Generates inputs from the shared vectors: half of them are valid messages, made of valid ones; the others have small changes
/// that may break them. The same seed gives the same inputs.
/// </summary>
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
    private readonly byte[][] valid;
    private readonly byte[][] keys;
    private readonly Dictionary<MessagePackType, byte[][]> validByType;
    private ulong state;

    internal Mutator(ulong seed)
    {
        state = (seed * 0x9e3779b97f4a7c15) | 1;
        seeds = [.. new[] { "valid", "invalid", "typeless", "lz4" }.SelectMany(VectorFile.Rows)
            .Select(row => row.Bytes).Where(bytes => bytes.Length is > 0 and <= Longest)];
        valid = [.. VectorFile.Rows("valid").Select(row => row.Bytes).Where(bytes => bytes.Length <= Longest)];
        validByType = valid.GroupBy(Type).ToDictionary(group => group.Key, group => group.ToArray());
        keys = [.. valid.Where(bytes => bytes.Length < 20 && Type(bytes) is MessagePackType.String or MessagePackType.Integer or MessagePackType.Binary)];
    }

    internal int Below(int limit)
    {
        // xorshift64*
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        return (int)(((state * 0x2545f4914f6cdd1d) >> 33) % (ulong)limit);
    }

    /// <summary>Returns a valid message, or a vector or such a message with one to four changes.</summary>
    internal byte[] Next()
    {
        byte[] message = Below(4) == 0 ? Seed() : Replaced(Built(), Below(2));
        return Below(2) == 0 ? message : Changed(message, 1 + Below(4));
    }

    /// <summary>
    /// Returns a valid message with a number of its values replaced by others, mostly of the same type. It is valid, too, unless a
    /// value in an ext was replaced.
    /// </summary>
    internal byte[] Replaced(byte[] message, int times)
    {
        for (; times > 0; times--)
        {
            int values = 0;
            int start = 0;
            MessagePackType type = MessagePackType.Nil;
            var inspector = new MessageInspector(message, null, MessageInspectorOptions.StructureOnly);
            while (inspector.Read())
            {
                // The last of n values is taken with the probability 1/n, so each is as probable as another.
                if (Below(++values) == 0)
                {
                    start = (int)inspector.Offset;
                    type = inspector.Header.Type;
                }
            }

            inspector.Dispose();
            var reader = new MessagePackReader(message.AsMemory(start));
            reader.Skip();
            byte[][] others = Below(8) != 0 && validByType.TryGetValue(type, out byte[][]? same) ? same : valid;
            message = [.. message.AsSpan(0, start), .. others[Below(others.Length)], .. message.AsSpan(start + (int)reader.Consumed)];
        }

        return message;
    }

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

    private static MessagePackType Type(byte[] message) => MessagePackCode.ToMessagePackType(message[0]);

    private byte[] Seed() => seeds[Below(seeds.Length)];

    /// <summary>Returns a valid message: a vector, or an array or map of such messages.</summary>
    private byte[] Built(int depth = 3)
    {
        int kind = depth == 0 ? 0 : Below(4);
        if (kind < 2)
        {
            return valid[Below(valid.Length)];
        }

        int count = Below(4);
        var bytes = new List<byte> { (byte)((kind == 2 ? MessagePackCode.MinFixArray : MessagePackCode.MinFixMap) | count) };
        for (; count > 0; count--)
        {
            bytes.AddRange(kind == 2 ? [] : keys[Below(keys.Length)]);
            bytes.AddRange(Built(depth - 1));
        }

        return [.. bytes];
    }

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
