using System.Buffers;
using System.Collections;
using Hayapack.Formatters;
using Hayapack.Resolvers;
using Xunit;

namespace Hayapack.Tests;

/// <summary>Errors in writing: cycles, collections that change, and unusual output buffers.</summary>
public class WritingTests
{
    [MessagePackObject]
    public class Cycle
    {
        [Key(0)]
        public Cycle? Next { get; set; }
    }

    /// <summary>A collection whose Count differs from the number of its items.</summary>
    private sealed class Liar(int count) : ICollection<int>, ICollection
    {
        public int Count => count;

        public bool IsReadOnly => true;

        public bool IsSynchronized => false;

        public object SyncRoot => this;

        public void Add(int item) => throw new NotSupportedException();

        public void Clear() => throw new NotSupportedException();

        public bool Contains(int item) => false;

        public void CopyTo(int[] array, int arrayIndex) => throw new NotSupportedException();

        public void CopyTo(Array array, int index) => throw new NotSupportedException();

        public bool Remove(int item) => false;

        public IEnumerator<int> GetEnumerator() => Enumerable.Range(0, 3).GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    /// <summary>Returns buffers of exactly the size hint, and of 1 byte without a hint.</summary>
    private sealed class TightWriter : IBufferWriter<byte>
    {
        private readonly List<byte> written = [];
        private byte[] current = [];

        public byte[] Written => [.. written];

        public void Advance(int count) => written.AddRange(current[..count]);

        public Memory<byte> GetMemory(int sizeHint = 0) => current = new byte[Math.Max(1, sizeHint)];

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
    }

    [Fact]
    public void CyclesAreTooDeep()
    {
        var cycle = new Cycle();
        cycle.Next = cycle;
        Fault(() => MessagePackSerializer.Serialize(cycle), "too_deep");
        object[] array = new object[1];
        array[0] = array;
        Fault(() => MessagePackSerializer.Serialize<object>(array), "too_deep");
        var list = new ArrayList();
        list.Add(list);
        AdvisoryTests.OnSmallStack(() => Fault(
            () => MessagePackSerializer.Serialize(
                list,
                MessagePackSerializerOptions.Standard.WithSecurity(MessagePackSecurity.TrustedData.WithMaximumObjectGraphDepth(int.MaxValue))),
            "too_deep"));
    }

    [Fact]
    public void CountsThatLieAreFound()
    {
        Fault(() => MessagePackSerializer.Serialize<IEnumerable<int>>(new Liar(2)), "mutated");
        Fault(() => MessagePackSerializer.Serialize<ICollection<int>>(new Liar(4)), "mutated");
        Assert.Equal(4, MessagePackSerializer.Serialize<IEnumerable<int>>(new Liar(3)).Length);
    }

    [Fact]
    public void LoneSurrogatesAreRefused()
    {
        Fault(() => MessagePackSerializer.Serialize("a\ud800"), "lone_surrogate");
        Fault(() => MessagePackSerializer.Serialize(new string('a', 5000) + "\udc00b"), "lone_surrogate");
        Fault(() => MessagePackSerializer.Serialize(new string('a', 5000) + "\ud800"), "lone_surrogate");
    }

    /// <summary>Two values where one is allowed: the second begins when the array for the first is full.</summary>
    private sealed class TwiceFormatter : IMessagePackFormatter<byte[]?>
    {
        public void Serialize(ref MessagePackWriter writer, byte[]? value, MessagePackSerializerOptions options)
        {
            writer.Write(value);
            writer.Write(value);
        }

        public byte[]? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => reader.ReadBytes()?.ToArray();
    }

    /// <summary>Values of known length that are a whole message are written into an array of that length.</summary>
    [Fact]
    [Trait("Tier", "long")]
    public void WholeValuesOfKnownLength()
    {
        MessagePackSerializerOptions twice = MessagePackSerializerOptions.Standard.WithResolver(
            CompositeResolver.Create([new TwiceFormatter()], [StandardResolver.Instance]));
        foreach (int count in new[] { 0, 1, 31, 32, 255, 256, 257, 1000, 1024, 65535, 65536, 70_000, 2_000_000 })
        {
            var random = new Random(count);
            byte[] bytes = new byte[count];
            random.NextBytes(bytes);
            SameInBufferWriter(bytes);
            SameInBufferWriter(bytes, MessagePackSerializerOptions.Standard.WithOldSpec());
            SameInBufferWriter(Array.ConvertAll(bytes, one => one > 127));
            SameInBufferWriter(Array.ConvertAll(bytes, one => (float)one));
            SameInBufferWriter(Array.ConvertAll(bytes, one => (double)one).ToList());

            byte[] once = MessagePackSerializer.Serialize(bytes);
            Assert.Equal(bytes, MessagePackSerializer.Deserialize<byte[]>(once));
            Assert.Equal([.. once, .. once], MessagePackSerializer.Serialize<byte[]?>(bytes, twice));
            SameInBufferWriter(bytes, twice);
            SameInBufferWriter<object?[]>([bytes, bytes, null]);

            // Each result is the caller's: no later call writes into it.
            byte[] first = MessagePackSerializer.Serialize(bytes);
            Array.Fill(first, (byte)0xc1);
            Assert.Equal(once, MessagePackSerializer.Serialize(bytes));
            Assert.All(first, one => Assert.Equal(0xc1, one));
        }
    }

    private static void SameInBufferWriter<T>(T value, MessagePackSerializerOptions? options = null)
    {
        var output = new ArrayBufferWriter<byte>();
        MessagePackSerializer.Serialize(output, value, options);
        Assert.True(output.WrittenSpan.SequenceEqual(MessagePackSerializer.Serialize(value, options)));
    }

    [Fact]
    public void AfterAFailureTheThreadWritesOn()
    {
        Fault(() => MessagePackSerializer.Serialize("\ud800"), "lone_surrogate");
        Assert.Equal("01", Convert.ToHexString(MessagePackSerializer.Serialize(1)));
    }

    [Fact]
    public void WriterOfTightBuffersGetsTheSameBytes()
    {
        object[] values =
        [
            1, -1, 1e10, "é", new string('a', 31), new string('é', 300), new string('\u3042', 70_000), string.Concat(Enumerable.Repeat("\ud83d\ude00", 9_000)),
            new byte[100_000], DateTime.UnixEpoch, Guid.Empty, 1.5m, new int[1000], Enumerable.Range(0, 70_000).ToList(),
        ];
        var tight = new TightWriter();
        MessagePackSerializer.Serialize(tight, values);
        byte[] bytes = MessagePackSerializer.Serialize(values);
        Assert.Equal(bytes, tight.Written);
        Assert.Equal(values.Length, MessagePackSerializer.Deserialize<object[]>(bytes).Length);
        Assert.Equal(values[6], MessagePackSerializer.Deserialize<object[]>(Segments.Each(bytes, 4097))[6]);
    }

    [Fact]
    public void EveryLengthOfTextIsWrittenAndReadAgain()
    {
        foreach (string unit in new[] { "a", "é", "い", "\ud83d\ude00", "aé" })
        {
            foreach (int count in Enumerable.Range(0, 100).Concat([127, 128, 255, 256, 257, 1023, 1024, 1025, 4095, 4096, 4097, 21845, 21846, 65535, 65536]))
            {
                string text = string.Concat(Enumerable.Repeat(unit, count));
                byte[] bytes = MessagePackSerializer.Serialize(text);
                Assert.Equal(text, MessagePackSerializer.Deserialize<string>(bytes));
                Assert.Equal(text, MessagePackSerializer.Deserialize<string>(Segments.Split(bytes, bytes.Length / 2)));
                MessagePackSerializer.Validate(bytes);
            }
        }
    }

    [Fact]
    public void ExceptionsOfUserCodeAreInside()
    {
        IEnumerable<int> throwing = Enumerable.Range(0, 3).Select(i => i < 2 ? i : throw new InvalidTimeZoneException());
        var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Serialize(throwing));
        Assert.Equal("user_code", fault.ErrorName);
        Assert.IsType<InvalidTimeZoneException>(fault.InnerException);
    }

    private static void Fault(Func<object> write, string name) =>
        Assert.Equal(name, Assert.Throws<MessagePackSerializationException>(write).ErrorName);
}
