using System.Buffers;
using System.Collections;
using System.Text;
using Hayapack.Formatters;
using Hayapack.ImmutableCollection;
using Hayapack.Internal;
using Hayapack.Resolvers;
using Xunit;

namespace Hayapack.Tests.Api;

/// <summary>What programs written for MessagePack-CSharp use beyond the members that other tests call.</summary>
public class CompatibilityTests
{
    private static readonly MessagePackSerializerOptions Standard = MessagePackSerializerOptions.Standard;

    /// <summary>Each shared instance of a formatter writes what the serializer writes, and reads it back.</summary>
    [Fact]
    public void InstancesOfFormattersWriteWhatTheSerializerWrites()
    {
        Same(BooleanFormatter.Instance, true);
        Same(ByteFormatter.Instance, (byte)200);
        Same(CharFormatter.Instance, 'x');
        Same(Int16Formatter.Instance, (short)-300);
        Same(Int32Formatter.Instance, -70_000);
        Same(Int64Formatter.Instance, long.MinValue);
        Same(UInt64Formatter.Instance, ulong.MaxValue);
        Same(SingleFormatter.Instance, 1.5f);
        Same(DoubleFormatter.Instance, 1.5);
        Same(NullableInt32Formatter.Instance, null);
        Same(NullableInt32Formatter.Instance, 7);
        Same(NullableStringFormatter.Instance, "text");
        Same(NullableDateTimeFormatter.Instance, DateTime.UnixEpoch);
        Same(Int32ArrayFormatter.Instance, [1, -2, 300]);
        Same(DoubleListFormatter.Instance, [1.5, 2.5]);
        Same(NullableStringArrayFormatter.Instance, ["a", null]);
        Same(DateTimeArrayFormatter.Instance, [DateTime.UnixEpoch]);
        Same(ByteArrayFormatter.Instance, [1, 2]);
        Same(DecimalFormatter.Instance, 1.25m);
        Same(GuidFormatter.Instance, Guid.Empty);
        Same(TimeSpanFormatter.Instance, TimeSpan.FromDays(1));
        Same(UriFormatter.Instance, new Uri("http://h/"));
        Same(VersionFormatter.Instance, new Version(1, 2));
        Same(NonGenericInterfaceListFormatter.Instance, new object[] { (byte)1, "a" });
        Same(DynamicObjectTypeFallbackFormatter.Instance, "text");
    }

    [Fact]
    public void ForcedAndNativeFormattersIgnoreTheResolver()
    {
        Assert.Equal("D200000001", Hex(ForceInt32BlockFormatter.Instance, 1));
        Assert.Equal("91D100" + "01", Hex(ForceInt16BlockArrayFormatter.Instance, new short[] { 1 }));
        Assert.Equal("C0", Hex<byte?>(NullableForceByteBlockFormatter.Instance, null));
        Assert.Equal("CC01", Hex<byte?>(NullableForceByteBlockFormatter.Instance, 1));
        Assert.Equal("C410" + new string('0', 32), Hex(NativeGuidFormatter.Instance, Guid.Empty));
        Assert.Equal("9100", Hex(NativeDateTimeArrayFormatter.Instance, new DateTime[1]));
        Assert.Equal("C0", Hex<string?>(new IgnoreFormatter<string>(), "x"));
        Assert.Equal("07", Hex<int?>(new StaticNullableFormatter<int>(Int32Formatter.Instance), 7));
    }

    [Fact]
    public void NilIsReadAsNilIntoANullable() => Assert.Equal(Nil.Default, MessagePackSerializer.Deserialize<Nil?>(new byte[] { 0xc0 }));

    [Fact]
    public void ACollectionFormatterOfAnApplicationDerivesFromTheBase()
    {
        MessagePackSerializerOptions options = Standard.WithResolver(
            CompositeResolver.Create([new BagFormatter(), new LookupFormatter()], [StandardResolver.Instance]));
        byte[] bytes = MessagePackSerializer.Serialize(new Bag { 1, 2 }, options);
        Assert.Equal("920102", Convert.ToHexString(bytes));
        Assert.Equal([1, 2], MessagePackSerializer.Deserialize<Bag>(bytes, options));
        bytes = MessagePackSerializer.Serialize(new Lookup { ["a"] = 1 }, options);
        Assert.Equal("81A16101", Convert.ToHexString(bytes));
        Assert.Equal(1, MessagePackSerializer.Deserialize<Lookup>(bytes, options)["a"]);
    }

    [Fact]
    public void ResolversSupportTheirTypesOnly()
    {
        Assert.NotNull(DynamicEnumResolver.Instance.GetFormatter<DayOfWeek>());
        Assert.Null(DynamicEnumResolver.Instance.GetFormatter<int>());
        Assert.NotNull(DynamicGenericResolver.Instance.GetFormatter<List<DayOfWeek>>());
        Assert.NotNull(DynamicContractlessObjectResolver.Instance.GetFormatter<Plain>());
        Assert.Null(DynamicObjectResolver.Instance.GetFormatter<Plain>());
        Assert.NotNull(ImmutableCollectionResolver.Instance.GetFormatter<System.Collections.Immutable.ImmutableList<int>>());
        Assert.Null(ImmutableCollectionResolver.Instance.GetFormatter<List<int>>());
        Assert.NotNull(PrimitiveObjectResolver.Instance.GetFormatter<object>());
        Assert.Null(PrimitiveObjectResolver.Instance.GetFormatter<string>());
        Assert.Equal(typeof(PlainFormatter), AttributeFormatterResolver.Instance.GetFormatter<Formatted>()!.GetType());
        Assert.NotNull(Standard.Resolver.GetFormatterDynamic(typeof(int)));
    }

    [Fact]
    public void AnAnonymousObjectNeedsNoAttributes() => Assert.Equal(
        "82A14101A142A178", Convert.ToHexString(MessagePackSerializer.Serialize(new { A = 1, B = "x" })));

    [Fact]
    public void TheStaticCompositeResolverIsFilledBeforeItsFirstUse()
    {
        StaticCompositeResolver.Instance.Register(NativeGuidResolver.Instance, StandardResolver.Instance);
        Assert.Equal(18, MessagePackSerializer.Serialize(Guid.Empty, Standard.WithResolver(StaticCompositeResolver.Instance)).Length);
        Assert.Throws<InvalidOperationException>(() => StaticCompositeResolver.Instance.Register(StandardResolver.Instance));
    }

    [Fact]
    public void ErrorsHaveTheirCauses()
    {
        Assert.IsType<EndOfStreamException>(Fault<int[]>("92").InnerException);
        Assert.IsType<InsufficientExecutionStackException>(Fault<object>(string.Concat(Enumerable.Repeat("91", 65)) + "C0").InnerException);
        Assert.IsType<OverflowException>(Fault<byte>("CD0100").InnerException);
        Assert.Null(Fault<int>("C1").InnerException);
        Assert.Null(Fault<int[]>("92C101").InnerException);
    }

    [Fact]
    public void OptionsOfADerivedClassDecideAboutNames()
    {
        byte[] typed = MessagePackSerializer.Typeless.Serialize(new Plain { Id = 7 });
        Assert.IsType<TypedValue>(MessagePackSerializer.Typeless.Deserialize(typed));
        Assert.Equal(7, Assert.IsType<Plain>(MessagePackSerializer.Typeless.Deserialize(typed, new Loading(null))).Id);
        var fault = Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Typeless.Deserialize(typed, new Loading(typeof(Plain))));
        Assert.IsType<TypeAccessException>(fault.InnerException);
        byte[] type = MessagePackSerializer.Serialize(typeof(Plain));
        Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<Type>(type));
        Assert.Equal(typeof(Plain), MessagePackSerializer.Deserialize<Type>(type, new Loading(null)));
    }

    [Fact]
    public void ADerivedSecurityStaysItself()
    {
        var security = new Weak();
        Assert.IsType<Weak>(security.WithMaximumObjectGraphDepth(5).WithHashCollisionResistant(true).WithMaximumDecompressedSize(9));
        Assert.Same(security, security.WithMaximumObjectGraphDepth(security.MaximumObjectGraphDepth));
        Assert.Equal(int.MaxValue, MessagePackSecurity.TrustedData.MaximumDecompressedSize);
        Assert.NotNull(security.GetEqualityComparer());
    }

    [Fact]
    public async Task ThePositionFitsTheSequenceOfOneSegment()
    {
        var pipe = new System.IO.Pipelines.Pipe();
        await pipe.Writer.WriteAsync(new byte[] { 1, 2, 3 });
        pipe.Reader.TryRead(out System.IO.Pipelines.ReadResult read);
        var reader = new MessagePackReader(read.Buffer.Slice(1));
        reader.ReadInt32();
        Assert.Equal([3], read.Buffer.Slice(reader.Position).ToArray());
        Assert.Equal([2, 3], reader.Sequence.ToArray());
        Assert.Equal(read.Buffer.GetPosition(2), reader.Position);
    }

    [Fact]
    public void HeadersCanBeReadBeforeTheRestArrives()
    {
        var reader = new MessagePackReader(Convert.FromHexString("DC0400"));
        Assert.True(reader.TryReadArrayHeader(out int count));
        Assert.Equal(1024, count);
        reader = new MessagePackReader(Convert.FromHexString("DC04"));
        Assert.False(reader.TryReadArrayHeader(out _));
        Assert.Equal(0, reader.Consumed);
        reader = new MessagePackReader(Segments.Each(Convert.FromHexString("DF00000100"), 2));
        Assert.True(reader.TryReadMapHeader(out count));
        Assert.Equal((256, 5), (count, (int)reader.Consumed));
        reader = new MessagePackReader(Convert.FromHexString("C80100"));
        Assert.False(reader.TryReadExtensionFormatHeader(out _));
        reader = new MessagePackReader(Convert.FromHexString("C8010007"));
        Assert.True(reader.TryReadExtensionFormatHeader(out ExtensionHeader header));
        Assert.Equal(new ExtensionHeader(7, 256), header);
        Assert.Equal("unexpected_type", Assert.Throws<MessagePackSerializationException>(
            () => new MessagePackReader(new byte[] { 1 }).TryReadMapHeader(out _)).ErrorName);
    }

    [Fact]
    public void AStringInSeveralSegmentsIsNoSpan()
    {
        var reader = new MessagePackReader(Segments.Each(MessagePackSerializer.Serialize("abcdef"), 3));
        Assert.False(reader.TryReadStringSpan(out _));
        Assert.Equal("abcdef", Encoding.UTF8.GetString(reader.ReadStringSequence()!.Value));
        reader = new MessagePackReader(Segments.Each([1, .. MessagePackSerializer.Serialize("ab"), 2, 3], 4));
        reader.Skip();
        Assert.True(reader.TryReadStringSpan(out ReadOnlySpan<byte> span));
        Assert.Equal("ab", Encoding.UTF8.GetString(span));
    }

    [Fact]
    public void AFormatterOfTextIsUsedForTextInObjects()
    {
        MessagePackSerializerOptions options = Standard.WithResolver(CompositeResolver.Create([new Upper()], [StandardResolver.Instance]));
        var read = (object?[])MessagePackSerializer.Deserialize<object>(MessagePackSerializer.Serialize(new[] { "a" }), options)!;
        Assert.Equal("A", read[0]);
    }

    private static void Same<T>(IMessagePackFormatter<T> formatter, T value)
    {
        Assert.Equal(Convert.ToHexString(MessagePackSerializer.Serialize(value)), Hex(formatter, value));
        var reader = new MessagePackReader(MessagePackSerializer.Serialize(value));
        Assert.Equal(value, formatter.Deserialize(ref reader, Standard));
        Assert.True(reader.End);
    }

    private static string Hex<T>(IMessagePackFormatter<T> formatter, T value)
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new MessagePackWriter(output);
        formatter.Serialize(ref writer, value, Standard);
        writer.Flush();
        return Convert.ToHexString(output.WrittenSpan);
    }

    private static MessagePackSerializationException Fault<T>(string hex) =>
        Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<T>(Convert.FromHexString(hex)));

    public sealed class Plain
    {
        public int Id { get; set; }
    }

    [MessagePackFormatter(typeof(PlainFormatter))]
    public sealed class Formatted;

    public sealed class PlainFormatter : IMessagePackFormatter<Formatted?>
    {
        public void Serialize(ref MessagePackWriter writer, Formatted? value, MessagePackSerializerOptions options) => writer.WriteNil();

        public Formatted? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => null;
    }

    private sealed class Bag : IEnumerable<int>
    {
        private readonly List<int> items = [];

        public void Add(int item) => items.Add(item);

        public IEnumerator<int> GetEnumerator() => items.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    private sealed class BagFormatter : CollectionFormatterBase<int, Bag>
    {
        protected override Bag Create(int count, MessagePackSerializerOptions options) => [];

        protected override void Add(Bag collection, int index, int value, MessagePackSerializerOptions options) => collection.Add(value);
    }

    private sealed class Lookup : Dictionary<string, int>;

    private sealed class LookupFormatter : DictionaryFormatterBase<string, int, Lookup>
    {
        protected override Lookup Create(int count, MessagePackSerializerOptions options) => [];

        protected override void Add(Lookup collection, int index, string key, int value, MessagePackSerializerOptions options) =>
            collection.Add(key, value);
    }

    private sealed class Upper : IMessagePackFormatter<string?>
    {
        public void Serialize(ref MessagePackWriter writer, string? value, MessagePackSerializerOptions options) => writer.Write(value);

        public string? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => reader.ReadString()?.ToUpperInvariant();
    }

    private sealed class Weak : MessagePackSecurity
    {
        public Weak()
            : base(UntrustedData)
        {
        }

        private Weak(Weak copy)
            : base(copy)
        {
        }

        protected override MessagePackSecurity Clone() => new Weak(this);
    }

    private sealed class Loading : MessagePackSerializerOptions
    {
        private readonly Type? refused;

        public Loading(Type? refused)
            : base(TypelessContractlessStandardResolver.Options) => this.refused = refused;

        public override Type? LoadType(string typeName) => Type.GetType(typeName);

        protected override void ThrowIfDeserializingTypeIsDisallowedCore(Type type)
        {
            if (type == refused)
            {
                throw new TypeAccessException();
            }
        }

        protected override MessagePackSerializerOptions Clone() => new Loading(refused);
    }

    /// <summary>Names of 0 to 20 bytes are little-endian integers of eight bytes and a shorter rest.</summary>
    [Fact]
    public void NamesAreTakenApartIntoIntegers()
    {
        for (int length = 1; length <= 20; length++)
        {
            byte[] name = [.. Enumerable.Range(0x81, length).Select(value => (byte)value)];
            var rest = (ReadOnlySpan<byte>)name;
            List<byte> joined = [];
            while (!rest.IsEmpty)
            {
                joined.AddRange(BitConverter.GetBytes(AutomataKeyGen.GetKey(ref rest)));
            }
            Assert.Equal(name, joined.Take(length));
            Assert.All(joined.Skip(length), value => Assert.Equal(0, value));
        }
        Assert.Throws<MessagePackSerializationException>(() =>
        {
            ReadOnlySpan<byte> none = default;
            AutomataKeyGen.GetKey(ref none);
        });
    }

    /// <summary>Texts around each size of header, read in one piece and cut in two at every byte.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(31)]
    [InlineData(32)]
    [InlineData(255)]
    [InlineData(256)]
    [InlineData(65_536)]
    public void TextsAreEncodedAndReadAsBytes(int length)
    {
        string text = new('é', length / 2);
        text += new string('a', length - (2 * text.Length));
        byte[] encoded = CodeGenHelpers.GetEncodedStringBytes(text);
        Assert.Equal(MessagePackSerializer.Serialize(text), encoded);
        foreach (ReadOnlySequence<byte> input in Segments.Splits(encoded))
        {
            var reader = new MessagePackReader(input);
            Assert.Equal(text, Encoding.UTF8.GetString(CodeGenHelpers.ReadStringSpan(ref reader)));
            Assert.True(reader.End);
        }
        var nil = new MessagePackReader(new byte[] { 0xc0 });
        Assert.True(CodeGenHelpers.ReadStringSpan(ref nil).IsEmpty);
        Assert.Throws<ArgumentNullException>(() => CodeGenHelpers.GetEncodedStringBytes(null!));
        Assert.Equal("lone_surrogate", Assert.Throws<MessagePackSerializationException>(() => CodeGenHelpers.GetEncodedStringBytes("\ud800")).ErrorName);
        Assert.Null(CodeGenHelpers.GetArrayFromNullableSequence(null));
        Assert.Equal(encoded, CodeGenHelpers.GetArrayFromNullableSequence(Segments.Split(encoded, 1)));
    }
}
