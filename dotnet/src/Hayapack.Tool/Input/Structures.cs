using System.Buffers.Binary;

namespace Hayapack.Tool;

/// <summary>Recognizes formats whose first bytes may well be MessagePack, by their structure.</summary>
internal static class Structures
{
    /// <summary>The largest schema of an Arrow stream, in bytes.</summary>
    private const uint LargestSchema = 1 << 24;

    /// <summary>The largest BSON document, and value in one, in bytes.</summary>
    private const int LargestBson = 1 << 24;

    /// <summary>Returns the format that the bytes have the structure of, or null.</summary>
    internal static Contents.Foreign? Find(ReadOnlySpan<byte> start)
    {
        if (Pickle.Begins(start))
        {
            return new("a pickle", "`python -m pickletools FILE` lists it without running it");
        }

        if (IsBson(start))
        {
            return new("BSON", "bsondump reads it");
        }

        return IsArrowStream(start) ? new("an Arrow stream", "pyarrow reads it") : null;
    }

    /// <summary>
    /// Returns whether the bytes begin with a document that has an element: names and values in it, and its end at the offset
    /// that its length gives, as far as these bytes go.
    /// </summary>
    private static bool IsBson(ReadOnlySpan<byte> start)
    {
        if (start.Length < 8)
        {
            return false;
        }

        int end = BinaryPrimitives.ReadInt32LittleEndian(start);
        long at = 4;
        while (at < Math.Min(end, start.Length) - 1)
        {
            byte kind = start[(int)at];
            ReadOnlySpan<byte> rest = start[((int)at + 1)..];
            int name = rest.IndexOf((byte)0);
            if (kind == 0 || name <= 0 || rest[..name].ContainsAnyExceptInRange((byte)' ', (byte)'~'))
            {
                break;
            }

            at += 2 + name;
            if (FixedSize(kind) is { } size)
            {
                at += size;
            }
            else if (SizeBesideLength(kind) is { } beside && at + 4 <= start.Length)
            {
                int length = BinaryPrimitives.ReadInt32LittleEndian(start[(int)at..]);
                if (length is <= 0 or >= LargestBson)
                {
                    return false;
                }

                at += length + beside;
            }
            else
            {
                return false;
            }

            if (at > (long)end - 1)
            {
                return false;
            }
        }

        return end <= start.Length
            ? at > 4 && at == end - 1 && start[(int)at] == 0
            : end < LargestBson && at > 16 && at + 1 >= start.Length;
    }

    /// <summary>Returns the bytes of an element's value by its type, where they are fixed.</summary>
    private static int? FixedSize(byte kind) => kind switch
    {
        0x06 or 0x0a or 0x7f or 0xff => 0,
        0x08 => 1,
        0x10 => 4,
        0x01 or 0x09 or 0x11 or 0x12 => 8,
        0x07 => 12,
        0x13 => 16,
        _ => null,
    };

    /// <summary>Returns the bytes of an element's value in addition to those that the length in it counts.</summary>
    private static int? SizeBesideLength(byte kind) => kind switch
    {
        0x03 or 0x04 => 0,
        0x02 or 0x0d or 0x0e => 4,
        0x05 => 5,
        0x0c => 16,
        0x0f => 0,
        _ => null,
    };

    /// <summary>
    /// Returns whether the bytes begin with Arrow's message of a schema, a table of FlatBuffers. Its first 12 bytes are 12
    /// integers.
    /// </summary>
    private static bool IsArrowStream(ReadOnlySpan<byte> start)
    {
        if (start.Length < 24 || !start.StartsWith((ReadOnlySpan<byte>)[0xff, 0xff, 0xff, 0xff]))
        {
            return false;
        }

        uint size = BinaryPrimitives.ReadUInt32LittleEndian(start[4..]);
        uint root = BinaryPrimitives.ReadUInt32LittleEndian(start[8..]);
        long table = 8L + root;
        if (size % 8 != 0 || size is < 8 or >= LargestSchema || root % 4 != 0 || root < 4 || root >= size || table + 4 > start.Length)
        {
            return false;
        }

        // The offset of the table's list of fields.
        long fields = table - BinaryPrimitives.ReadInt32LittleEndian(start[(int)table..]);
        if (fields < 8 || fields > start.Length - 4)
        {
            return false;
        }

        int listSize = BinaryPrimitives.ReadUInt16LittleEndian(start[(int)fields..]);
        int tableSize = BinaryPrimitives.ReadUInt16LittleEndian(start[((int)fields + 2)..]);
        return listSize is >= 4 and <= 16 && listSize % 2 == 0 && tableSize is >= 4 and <= 64;
    }
}
