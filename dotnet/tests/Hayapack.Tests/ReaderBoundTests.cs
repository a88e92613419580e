using System.Buffers;
using System.Text;
using Hayapack.Resolvers;
using Hayapack.Tests.Vectors;
using Xunit;
using Xunit.Abstractions;

namespace Hayapack.Tests;

/// <summary>
/// The memory that a message of n bytes can make the readers allocate, and the length of the texts of errors. The bounds are
/// those of docs/security.md. Allocated bytes of the thread are counted; no test measures time. For streams, see StreamMemoryTests.
/// </summary>
public class ReaderBoundTests(ITestOutputHelper output)
{
    private const int Fixed = 64 * 1024;
    private const int Values = 4000;
    private const int LongestText = 2500;

    /// <summary>Bytes allocated by foreach over a map, for each byte of the map.</summary>
    private const int EnumeratingPerByte = 80;

    private static readonly MessagePackSerializerOptions Lz4 = MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4BlockArray);

    private static readonly Lazy<byte[][]> All = new(() => [.. Messages()]);

    [MessagePackObject]
    public class Small
    {
        [Key(0)]
        public object? A { get; set; }
    }

    /// <summary>The worst value is the empty map: 1 byte, a Dictionary of 80 bytes and its reference.</summary>
    [Theory]
    [Trait("Tier", "long")]
    [InlineData("object", 128)]
    [InlineData("typeless", 128)]
    [InlineData("expando", 256)]
    [InlineData("strings", 32)]
    [InlineData("objects", 80)]
    [InlineData("lists", 64)]
    [InlineData("view", 0)]
    [InlineData("skip", 0)]
    [InlineData("validate", 0)]
    public void MemoryIsBoundedByTheMessage(string reader, int perByte)
    {
        double worst = 0;
        string which = "";
        Action<byte[]> read = Reader(reader);
        read([0x90]);
        foreach (byte[] bytes in All.Value)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            try
            {
                read(bytes);
            }
            catch (MessagePackSerializationException)
            {
            }

            double ratio = (GC.GetAllocatedBytesForCurrentThread() - before - Fixed) / (double)bytes.Length;
            if (ratio > worst)
            {
                (worst, which) = (ratio, Convert.ToHexStringLower(bytes.AsSpan(0, 12)));
            }
        }

        output.WriteLine($"{reader}: at most {worst:f1} bytes for a byte: {which}");
        Assert.InRange(worst, 0, perByte);
    }

    /// <summary>
    /// foreach over a map compares the keys before it begins. The worst maps are one with different keys that take much
    /// memory for their length, just after the hash table has grown to 75,431 entries, and many with one short key.
    /// </summary>
    [Fact]
    [Trait("Tier", "long")]
    public void EnumeratingAMapIsBoundedByItsLength()
    {
        const int entries = 36_400;
        (string Name, Func<int, byte[]> Key)[] kinds =
        [
            ("str of 2 bytes", i => [0xa2, (byte)(0x20 + (i % 0x5f)), (byte)(0x20 + (i / 0x5f % 0x5f))]),
            ("str of 3 bytes", i => [0xa3, (byte)(0x20 + (i % 0x5f)), (byte)(0x20 + (i / 0x5f % 0x5f)), (byte)(0x20 + (i / 0x5f / 0x5f))]),
            ("uint 16", i => [0xcd, (byte)(i >> 8), (byte)i]),
            ("float 32", i => [0xca, 0, 1, (byte)(i >> 8), (byte)i]),
            ("bin", i => [0xc4, 2, (byte)(i >> 8), (byte)i]),
            ("fixext 1", i => [0xd4, (byte)i, (byte)(i >> 8)]),
            ("fixext 2", i => [0xd5, 5, (byte)(i >> 8), (byte)i]),
            ("ext without content", i => [0xc7, 0, (byte)i]),
            ("timestamp 32", i => [0xd6, 0xff, 0, 0, (byte)(i >> 8), (byte)i]),
        ];
        double worst = 0;
        string which = "";
        Enumerate([0x91, 0x82, 0x01, 0xc0, 0xd4, 0x01, 0x00, 0xc0]);
        foreach ((string name, Func<int, byte[]> key) in kinds)
        {
            byte[][] keys = [.. Enumerable.Range(0, entries).Select(key).DistinctBy(Convert.ToHexString)];
            Measure(name, [0x91, 0xde, (byte)(keys.Length >> 8), (byte)keys.Length, .. keys.SelectMany(one => (byte[])[.. one, 0xc0])]);
        }

        foreach (string map in (string[])["8101c0", "81c0c0", "81c3c0", "81a0c0", "81d40100c0", "81c70001c0", "81cd0000c0", "81c400c0", "8401c002c003c004c0"])
        {
            Measure("maps " + map, [0xdc, entries >> 8, entries & 255, .. JsonBoundTests.Many(Convert.FromHexString(map), entries)]);
        }

        output.WriteLine($"at most {worst:f1} bytes for a byte: {which}");
        Assert.InRange(worst, EnumeratingPerByte / 2, EnumeratingPerByte);

        void Measure(string name, byte[] bytes)
        {
            double ratio = (OnNewThread(() => Enumerate(bytes)) - Fixed) / (double)bytes.Length;
            output.WriteLine($"{name}: {ratio:f1} bytes for a byte");
            (worst, which) = ratio > worst ? (ratio, name) : (worst, which);
        }

        static void Enumerate(byte[] maps)
        {
            foreach (MessagePackValue map in new MessagePackValue(maps))
            {
                foreach (MessagePackValue value in map)
                {
                    _ = value.Type;
                }
            }
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(8)]
    public void DecompressionIsBoundedByItsLimit(int megabytes)
    {
        byte[] bytes = MessagePackSerializer.Serialize(new byte[(megabytes << 20) + 1000], Lz4);
        Assert.InRange(bytes.Length, 0, ((megabytes << 20) / 200) + 1000);
        MessagePackSerializerOptions limited = Lz4.WithSecurity(MessagePackSecurity.UntrustedData.WithMaximumDecompressedSize(megabytes << 20));
        foreach (Action read in (Action[])
        [
            () => MessagePackSerializer.Deserialize<object>(bytes, limited),
            () => MessagePackSerializer.ConvertToJson(bytes, limited),
            () => MessagePackSerializer.ConvertToJson(bytes, MessagePackJsonForm.Lossless, limited),
        ])
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            Assert.Equal("lz4_limit", Assert.Throws<MessagePackSerializationException>(read).ErrorName);
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, Fixed);
        }
    }

    /// <summary>Long keys, deep paths and long names in the input must not make long texts.</summary>
    [Fact]
    [Trait("Tier", "long")]
    public void TheTextsOfErrorsAreShort()
    {
        byte[] key = [0xda, 0xff, 0xff, .. Enumerable.Repeat((byte)0x01, 0xffff)];
        byte[] keys = [.. Enumerable.Repeat((byte[])[0x81, .. key], 60).SelectMany(one => one), 0xc1];
        byte[] deep = [.. Enumerable.Repeat((byte)0x91, 60), 0xc1];
        byte[] name = [0xc8, 0x10, 0x03, 0x64, 0xda, 0x10, 0x00, .. Enumerable.Repeat((byte)0x41, 0x1000)];
        byte[] typed = [.. name[..2], 0x04, .. name[3..], 0xc0];
        MessagePackSerializerOptions strict = TypelessContractlessStandardResolver.Options.WithTypeTable(new TypeTable { ThrowsOnUnknown = true });
        byte[] unknown = [0xda, 0xff, 0xff, .. Enumerable.Repeat((byte)0x61, 0xffff)];
        foreach (Action read in (Action[])
        [
            () => MessagePackSerializer.Deserialize<object>(keys),
            () => MessagePackSerializer.Deserialize<object>(deep),
            () => MessagePackSerializer.ConvertToJson(keys),
            () => MessagePackSerializer.ConvertToJson(keys, MessagePackJsonForm.Lossless),
            () => MessagePackSerializer.Validate(keys),
            () => _ = new MessagePackValue(keys).Raw,
            () => MessagePackSerializer.Deserialize<object>(typed, strict),
            () => MessagePackSerializer.Deserialize<Guid>(unknown),
            () => MessagePackSerializer.Deserialize<decimal>(unknown),
            () => MessagePackSerializer.Deserialize<Version>(unknown),
            () => MessagePackSerializer.Deserialize<DayOfWeek>(unknown, MessagePackSerializerOptions.Standard.WithResolver(DynamicEnumAsStringResolver.Instance)),
            () => MessagePackSerializer.Deserialize<Small>(keys),
        ])
        {
            Assert.InRange(Assert.Throws<MessagePackSerializationException>(read).Message.Length, 1, LongestText);
        }
    }

    /// <summary>Returns the bytes that an action allocates on a thread whose pools of arrays are empty.</summary>
    internal static long OnNewThread(Action action)
    {
        Task<long> measured = Task.Factory.StartNew(
            () =>
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                action();
                return GC.GetAllocatedBytesForCurrentThread() - before;
            },
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);
        return measured.GetAwaiter().GetResult();
    }

    private static Action<byte[]> Reader(string name) => name switch
    {
        "object" => bytes => MessagePackSerializer.Deserialize<object>(bytes),
        "typeless" => bytes => MessagePackSerializer.Typeless.Deserialize(bytes),
        "expando" => bytes => MessagePackSerializer.Deserialize<object>(bytes, MessagePackSerializerOptions.Standard.WithResolver(ExpandoObjectResolver.Instance)),
        "strings" => bytes => MessagePackSerializer.Deserialize<string?[]>(bytes),
        "objects" => bytes => MessagePackSerializer.Deserialize<List<Small?>>(bytes),
        "lists" => bytes => MessagePackSerializer.Deserialize<List<List<int>?>>(bytes),
        "view" => bytes => _ = new MessagePackValue(bytes).Raw,
        "skip" => bytes => new MessagePackReader(bytes).Skip(),
        _ => bytes => MessagePackSerializer.Validate(bytes),
    };

    /// <summary>Builds messages of one value, many times, in an array, and as values and keys of small and large maps.</summary>
    private static IEnumerable<byte[]> Messages()
    {
        string[] typed =
        [
            "System.Object", "System.Collections.Hashtable", "System.Collections.Generic.Dictionary`2[[System.Int32],[System.Int32]]",
            "System.Collections.Concurrent.ConcurrentDictionary`2[[System.Int32],[System.Int32]]", "System.Dynamic.ExpandoObject",
            "System.Collections.Generic.List`1[[System.Int32]]", "System.Collections.Concurrent.ConcurrentBag`1[[System.Int32]]", "Unknown",
        ];
        IEnumerable<byte[]> values = VectorFile.Rows("valid").Select(row => row.Bytes).Where(bytes => bytes.Length is > 0 and <= 6)
            .Concat(new[] { "80", "90", "8100c0", "81a0c0", "9100", "a0", "a161", "c400", "c70005", "d40500", "d6ff00000000", "91c0", "9180", "8180c0" }.Select(Convert.FromHexString))
            .Concat(typed.SelectMany(name => (byte[][])[Ext(name, 0x80), Ext(name, 0x90), Ext(name, 0x81, 0x00, 0x00)]));
        foreach (byte[] value in values)
        {
            byte[] many = JsonBoundTests.Many(value, Values);
            yield return [0xdc, Values >> 8, Values & 255, .. many];
            yield return [0xdc, Values >> 8, Values & 255, .. JsonBoundTests.Many([0x81, 0x00, .. value], Values)];
            yield return [0xde, Values >> 8, Values & 255, .. Enumerable.Range(0, Values).SelectMany(i => (byte[])[0xcd, (byte)(i >> 8), (byte)i, .. value])];
        }

        static byte[] Ext(string name, params byte[] value) =>
            [0xc7, (byte)(name.Length + 2 + value.Length), 0x64, 0xd9, (byte)name.Length, .. Encoding.ASCII.GetBytes(name), .. value];
    }
}
