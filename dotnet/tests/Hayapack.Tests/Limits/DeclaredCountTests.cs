using System.Buffers;
using System.Collections;
using Hayapack.Resolvers;
using Xunit;

namespace Hayapack.Tests;

/// <summary>
/// The class of CVE-2026-92707: containers inside each other, each of which declares a count that only one of them could
/// have. No reader may reserve memory for the sum of these counts. All bounds are in bytes allocated by the thread.
/// </summary>
public class DeclaredCountTests
{
    /// <summary>The nesting: below the default depth limit of 64.</summary>
    private const int Levels = 30;

    /// <summary>What a failing call allocates for itself: the exception with its stack trace, formatters, small buffers.</summary>
    private const long Fixed = 256 * 1024;

    private static readonly MessagePackSerializerOptions Typeless = TypelessContractlessStandardResolver.Options;

    [MessagePackObject]
    public class Node
    {
        [Key(0)]
        public Node?[]? Array { get; set; }

        [Key(1)]
        public List<Node?>? List { get; set; }

        [Key(2)]
        public Dictionary<string, Node?>? Map { get; set; }

        [Key(3)]
        public HashSet<Node?>? Set { get; set; }

        [Key(4)]
        public PriorityQueue<Node?, int>? Queue { get; set; }
    }

    /// <summary>Each row: the reader, the bytes of one level before its declared count, the format of the count, and the level's bytes after it.</summary>
    public static TheoryData<string, string, bool, string> Levelled() => new()
    {
        { "object", "", false, "" },
        { "object", "", true, "a0" },
        { "Node", "91", false, "" },
        { "Node", "92c0", false, "" },
        { "Node", "93c0c0", true, "a0" },
        { "Node", "94c0c0c0", false, "" },
        { "Node", "95c0c0c0c0", false, "92" },
        { "typeless", "", false, "" },
        { "typeless", "", true, "a0" },
        { "typeless", "typed:System.Object[]", false, "" },
        { "typeless", "typed:System.Object[]", false, "array" },
        { "typeless", "typed:System.Collections.ArrayList", false, "array" },
        { "typeless", "typed:System.Collections.Hashtable", true, "a0map" },
        { "typeless", "typed:System.Collections.Generic.Dictionary`2[[System.String],[System.Object]]", true, "a0array" },
        { "plain", "", false, "" },
        { "plain", "", true, "a0" },
        { "lossless", "", false, "" },
        { "lossless", "", true, "a0" },
        { "lossless", "", true, "" },
        { "exact", "", true, "a0" },
        { "view", "", true, "a0" },
        { "validate", "", true, "a0" },
    };

    [Theory]
    [MemberData(nameof(Levelled))]
    public void NoReaderReservesTheSum(string reader, string before, bool isMap, string after)
    {
        // A short message fills caches. The long one is read once: a second time, a pool would have its arrays.
        Assert.ThrowsAny<MessagePackSerializationException>(Reader(reader, Nested(1 << 13, before, isMap, after)));
        // Maps as keys get another length, so that the arrays of the rows with text keys do not fit.
        byte[] bytes = Nested(reader == "Node" ? 1 << 15 : isMap && after.Length == 0 ? 1 << 22 : 1 << 20, before, isMap, after);
        Action read = Reader(reader, bytes);
        long begun = GC.GetAllocatedBytesForCurrentThread();
        Assert.ThrowsAny<MessagePackSerializationException>(read);
        long allocated = GC.GetAllocatedBytesForCurrentThread() - begun;
        Assert.True(allocated <= Bound(reader, bytes.Length), $"{reader} {before}: {allocated} bytes for {bytes.Length}");
    }

    [Fact]
    public void AReaderAcceptsEveryCountThatTheInputCanHave()
    {
        // Each array is as long as the bytes that remain allow; the counts of all of them together are the input's length.
        byte[] inner = [0xdc, 0x03, 0xe8, .. Enumerable.Repeat((byte)0x01, 1000)];
        byte[] bytes = [0xdc, 0x03, 0xe8, .. Enumerable.Repeat(inner, 1000).SelectMany(part => part)];
        Assert.Equal(1_000_000, MessagePackSerializer.Deserialize<object[]>(bytes).Sum(one => ((object[])one).Length));
        Assert.Equal(1_000_000, MessagePackSerializer.Deserialize<List<List<int>>>(bytes).Sum(one => one.Count));
        Assert.Equal(1_000_000, ((object[])MessagePackSerializer.Typeless.Deserialize(bytes)!).Sum(one => ((object[])one!).Length));
        var reader = new MessagePackReader((byte[])[.. bytes, .. bytes]);
        for (int message = 0; message < 2; message++)
        {
            MessagePackReader peek = reader.CreatePeekReader();
            Assert.Equal(1000, peek.ReadArrayHeader());
            Assert.Equal(1000, reader.ReadArrayHeader());
            for (int i = 0; i < 1000; i++)
            {
                Assert.Equal(1000, reader.ReadArrayHeader());
                for (int j = 0; j < 1000; j++)
                {
                    reader.ReadInt32();
                }
            }
        }

        Assert.True(reader.End);
    }

    [Fact]
    public void TheErrorIsThatOfTheFirstImpossibleContainer()
    {
        byte[] bytes = [.. Enumerable.Repeat(Convert.FromHexString("dd000186a0"), 60).SelectMany(part => part), .. new byte[100_000]];
        foreach (string name in (string[])["object", "typeless", "plain", "lossless", "validate"])
        {
            MessagePackSerializationException fault = Assert.Throws<MessagePackSerializationException>(Reader(name, bytes));
            Assert.Equal(("truncated", 5L, "$[0]"), (fault.ErrorName, fault.Offset, fault.Path));
        }
    }

    private static long Bound(string reader, int length) => reader switch
    {
        // One reference for each declared element.
        "object" or "typeless" => Fixed + (10L * length),

        // The largest element: KeyValuePair and its slot in a Dictionary, or an element with its priority.
        "Node" => Fixed + (20L * length),
        "plain" or "lossless" or "exact" => Fixed,
        _ => Fixed,
    };

    private static Action Reader(string name, byte[] bytes) => name switch
    {
        "object" => () => MessagePackSerializer.Deserialize<object>(bytes),
        "Node" => () => MessagePackSerializer.Deserialize<Node>(bytes),
        "typeless" => () => MessagePackSerializer.Deserialize<object>(bytes, Typeless),
        "plain" => () => MessagePackSerializer.ConvertToJson(bytes),
        "lossless" => () => MessagePackSerializer.ConvertToJson(bytes, MessagePackJsonForm.Lossless),
        "exact" => () => MessagePackSerializer.ConvertToJson(bytes, MessagePackJsonForm.Exact),
        "view" => () => _ = new MessagePackValue(bytes).Raw,
        _ => () => MessagePackSerializer.Validate(bytes),
    };

    /// <summary>Builds nested containers in a message of a given length, each with a declared count of half the bytes that remain.</summary>
    private static byte[] Nested(int length, string before, bool isMap, string after)
    {
        var bytes = new List<byte>();
        for (int i = 0; i < Levels; i++)
        {
            int end = 0;
            if (before.StartsWith("typed:", StringComparison.Ordinal))
            {
                byte[] name = System.Text.Encoding.ASCII.GetBytes(before[6..]);
                bytes.Add(0xc9);
                end = bytes.Count;
                bytes.AddRange([0, 0, 0, 0, 0x64, 0xd9, (byte)name.Length, .. name]);
            }
            else
            {
                bytes.AddRange(Convert.FromHexString(before));
            }

            Count(isMap);
            string hex = after.Replace("array", "", StringComparison.Ordinal).Replace("map", "", StringComparison.Ordinal);
            bytes.AddRange(Convert.FromHexString(hex));
            if (after.Length > hex.Length)
            {
                Count(after.EndsWith("map", StringComparison.Ordinal));
                bytes.AddRange(after.EndsWith("map", StringComparison.Ordinal) ? [0xa0] : []);
            }

            if (end > 0)
            {
                // The payload reaches to the end of the message.
                uint payload = (uint)(length - end - 5);
                for (int k = 0; k < 4; k++)
                {
                    bytes[end + k] = (byte)(payload >> (24 - (8 * k)));
                }
            }
        }

        return [.. bytes, .. Enumerable.Repeat((byte)0xc0, length - bytes.Count)];

        void Count(bool map)
        {
            int count = (length - bytes.Count - 5) / (map ? 4 : 2);
            bytes.AddRange([map ? (byte)0xdf : (byte)0xdd, (byte)(count >> 24), (byte)(count >> 16), (byte)(count >> 8), (byte)count]);
        }
    }

    /// <summary>Short headers are read by another path where they are near the end of a segment.</summary>
    [Fact]
    public void TheErrorDoesNotDependOnSegments()
    {
        byte[] message = Convert.FromHexString("829190919190");
        foreach (ReadOnlySequence<byte> split in Segments.Splits(message))
        {
            var error = Assert.Throws<MessagePackSerializationException>(
                () => MessagePackSerializer.Deserialize<System.Collections.Specialized.OrderedDictionary>(split));
            Assert.Equal((MessagePackErrorNames.InvalidKey, 1L), (error.ErrorName, error.Offset));
        }
    }
}
