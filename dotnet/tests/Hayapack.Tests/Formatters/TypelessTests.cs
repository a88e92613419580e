using System.Buffers;
using Xunit;

namespace Hayapack.Tests;

public sealed class Gadget
{
    public static int Made;

    public Gadget() => Made++;

    public string? Command { get; set; }
}

public sealed class Crate
{
    public int Number { get; set; }

    public object? Any { get; set; }

    public ICargo? Cargo { get; set; }
}

public interface ICargo;

public sealed record Tea(string Kind) : ICargo;

public sealed class Page<T>
{
    public List<T>? Items { get; set; }
}

/// <summary>Typed values, and the table of their type names.</summary>
public class TypelessTests
{
    private static readonly MessagePackSerializerOptions Base = MessagePackSerializer.Typeless.DefaultOptions.WithOmitAssemblyVersion(true);

    private static readonly MessagePackSerializerOptions Known = Base.WithTypeTable(
        new TypeTable().Add<Crate>("Shop.Crate, Shop", "Shop.OldCrate, Shop").Add<Tea>().Add(typeof(Page<>)));

    [Fact]
    public async Task StreamsAndPipes()
    {
        byte[] bytes = MessagePackSerializer.Typeless.Serialize(new Crate { Number = 5 }, Known);
        var stream = new MemoryStream();
        MessagePackSerializer.Typeless.Serialize(stream, new Crate { Number = 5 }, Known);
        await MessagePackSerializer.Typeless.SerializeAsync(stream, new Crate { Number = 5 }, Known);
        Assert.Equal([.. bytes, .. bytes], stream.ToArray());
        stream.Position = 0;
        Assert.Equal(5, Assert.IsType<Crate>(MessagePackSerializer.Typeless.Deserialize(stream, Known)).Number);
        Assert.Equal(bytes.Length, stream.Position);
        Assert.Equal(5, Assert.IsType<Crate>(await MessagePackSerializer.Typeless.DeserializeAsync(stream, Known)).Number);

        var values = new List<object?>();
        var pieces = new Streams.PieceStream(stream.ToArray().Append((byte)0xc0).Select(one => new[] { one }));
        await foreach (object? value in MessagePackSerializer.Typeless.ReadManyAsync(pieces, Known))
        {
            values.Add(value);
        }

        await foreach (object? value in MessagePackSerializer.Typeless.ReadManyAsync(System.IO.Pipelines.PipeReader.Create(new MemoryStream(bytes))))
        {
            values.Add(value);
        }

        Assert.Equal([typeof(Crate), typeof(Crate), null, typeof(TypedValue)], values.Select(value => value?.GetType()));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            async () => await MessagePackSerializer.Typeless.DeserializeAsync(new MemoryStream(bytes), Known, new CancellationToken(true)));
    }

    [Fact]
    public void WritesTheSameBytesToBuffersOfAnySize()
    {
        var crate = new Crate { Number = 7, Any = new object?[] { new string('x', 300), new byte[70], null, 5, new Crate { Cargo = new Tea("green") } } };
        object value = new object?[] { "first", crate, Enumerable.Repeat(crate, 200).ToList<object>(), new string('y', 3_000_000), crate };
        foreach (MessagePackSerializerOptions options in (MessagePackSerializerOptions[])[Known, Known.WithOldSpec()])
        {
            byte[] expected = MessagePackSerializer.Typeless.Serialize(value, options);
            foreach (int size in (int[])[1, 256, 300, 900, 4096, 70_000, 1_500_000, expected.Length, expected.Length + 300])
            {
                var output = new SmallOutput(size);
                MessagePackSerializer.Typeless.Serialize(output, value, options);
                Assert.Equal(expected, output.ToArray());
            }
        }
    }

    [Fact]
    public void AnErrorInsideATypedValueLeavesTheWriterBeforeIt()
    {
        foreach (int size in (int[])[16, 100_000])
        {
            var output = new SmallOutput(size);
            var writer = new MessagePackWriter(output);
            writer.Write(1);
            object bad = new object[] { new string('x', 5000), "\ud800" };
            Assert.Equal("lone_surrogate", Fault(ref writer, bad).ErrorName);
            MessagePackSerializer.Typeless.Serialize(ref writer, new Crate(), Known);
            writer.Flush();
            Assert.Equal([1, .. MessagePackSerializer.Typeless.Serialize(new Crate(), Known)], output.ToArray());
        }

        static MessagePackSerializationException Fault(ref MessagePackWriter writer, object value)
        {
            try
            {
                MessagePackSerializer.Typeless.Serialize(ref writer, value, Known);
            }
            catch (MessagePackSerializationException fault)
            {
                return fault;
            }

            throw new InvalidOperationException("no error");
        }
    }

    [Fact]
    public void WritesNamesThatWereRegisteredAndReadsAliases()
    {
        byte[] bytes = MessagePackSerializer.Typeless.Serialize(new Crate { Number = 5 }, Known);
        Assert.Equal("c72664b053686f702e43726174652c2053686f7083a64e756d62657205a3416e79c0a5436172676fc0", Convert.ToHexStringLower(bytes));
        Assert.Equal(5, Assert.IsType<Crate>(MessagePackSerializer.Typeless.Deserialize(bytes, Known)).Number);
        byte[] old = Named("Shop.OldCrate, Shop, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null", "81a64e756d62657207");
        Assert.Equal(7, Assert.IsType<Crate>(MessagePackSerializer.Typeless.Deserialize(old, Known)).Number);
    }

    [Fact]
    public void ReadsWhatItWrites()
    {
        var crate = new Crate
        {
            Number = -1,
            Any = new object?[] { 1, "text", null, new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Local), Guid.Empty, 1.5m, new Tea("green"), new[] { 1L } },
            Cargo = new Tea("black"),
        };
        foreach (MessagePackSerializerOptions options in (MessagePackSerializerOptions[])[Known, Known.WithOmitAssemblyVersion(false)])
        {
            byte[] bytes = MessagePackSerializer.Typeless.Serialize(crate, options);
            foreach (ReadOnlySequence<byte> input in Segments.Splits(bytes))
            {
                Crate read = Assert.IsType<Crate>(MessagePackSerializer.Typeless.Deserialize(input, options));
                Assert.Equal((object?[])crate.Any, (object?[])read.Any!);
                Assert.Equal(DateTimeKind.Local, ((DateTime)((object?[])read.Any!)[3]!).Kind);
                Assert.Equal(crate.Cargo, read.Cargo);
            }

            var output = new SmallOutput();
            MessagePackSerializer.Typeless.Serialize(output, crate, options);
            Assert.Equal(bytes, output.ToArray());
        }
    }

    [Fact]
    public void CollectionsOfRegisteredTypesNeedNoRegistration()
    {
        object[] values =
        [
            new List<Tea> { new("green") }, new Tea[] { new("green") }, new Dictionary<string, Tea[]> { ["a"] = [new("green")] },
            new Page<Tea> { Items = [new("green")] }, new[,] { { 1, 2 }, { 3, 4 } }, new (int, Tea)[] { (1, new("green")) }, new int?[] { 1, null },
        ];
        foreach (object value in values)
        {
            byte[] bytes = MessagePackSerializer.Typeless.Serialize(value, Known);
            object? read = MessagePackSerializer.Typeless.Deserialize(bytes, Known);
            Assert.IsType(value.GetType(), read);
            Assert.Equal(bytes, MessagePackSerializer.Typeless.Serialize(read, Known));
        }
    }

    [Fact]
    public void AnUnknownNameGivesAValueThatIsWrittenAgain()
    {
        byte[] bytes = MessagePackSerializer.Typeless.Serialize(new Crate { Any = new Tea("green") }, Known);
        TypedValue value = Assert.IsType<TypedValue>(MessagePackSerializer.Typeless.Deserialize(bytes, Base));
        Assert.Equal("Shop.Crate, Shop", value.Name);
        Assert.Equal(0, value.Value["Number"].AsInt64());
        var map = Assert.IsType<Dictionary<object, object?>>(value.ToObject(Known));
        Assert.Equal(new Tea("green"), map["Any"]);
        Assert.Equal(bytes, MessagePackSerializer.Typeless.Serialize(value, Base));
        Assert.Equal(value, MessagePackSerializer.Deserialize<TypedValue>(bytes));
        Assert.Equal(new Tea("green"), value.As<Crate>(Known).Any);

        // A header that is longer than needed is preserved.
        byte[] wide = [0xc9, 0, 0, 0, 3, 0x64, 0xa1, 0x4e, 0x05];
        Assert.Equal(wide, MessagePackSerializer.Typeless.Serialize(MessagePackSerializer.Typeless.Deserialize(wide)));
    }

    [Fact]
    public void UnknownNamesAreReadAtEverySplitAndAfterOneAnother()
    {
        object?[] values = [new Tea("green"), new Crate { Any = new Tea("white") }, 7, new Tea("black")];
        byte[] bytes = MessagePackSerializer.Typeless.Serialize(values, Known);
        foreach (ReadOnlySequence<byte> input in Segments.Splits(bytes).Append(Segments.Each(bytes, 1)))
        {
            object?[] read = Assert.IsType<object?[]>(MessagePackSerializer.Typeless.Deserialize(input, Base));
            Assert.Equal(bytes, MessagePackSerializer.Typeless.Serialize(read, Base));
            Assert.Equal(values[3], Assert.IsType<TypedValue>(read[3]).As<Tea>(Known));
        }
    }

    [Fact]
    public void ATableMayRefuseUnknownNames()
    {
        MessagePackSerializerOptions strict = Base.WithTypeTable(new TypeTable { ThrowsOnUnknown = true });
        byte[] bytes = MessagePackSerializer.Typeless.Serialize(new object?[] { null, new Tea("green") }, Known);
        var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Typeless.Deserialize(bytes, strict));
        Assert.Equal("unknown_type", fault.ErrorName);
        Assert.Equal("$[1]", fault.Path);
        fault = Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Deserialize<ICargo>(Named("Shop.Tea, Shop", "80"), Base));
        Assert.Equal("unknown_type", fault.ErrorName);
    }

    [Fact]
    public void AnObjectIsItsNameAlone()
    {
        byte[] bytes = MessagePackSerializer.Typeless.Serialize(new object(), Base);
        Assert.Equal("c72764d92553797374656d2e4f626a6563742c2053797374656d2e507269766174652e436f72654c6962", Convert.ToHexStringLower(bytes));
        Assert.Equal(typeof(object), MessagePackSerializer.Typeless.Deserialize(bytes, Base)!.GetType());
        byte[] items = MessagePackSerializer.Typeless.Serialize(new[] { new object(), 5 }, Base);
        object?[] read = Assert.IsType<object?[]>(MessagePackSerializer.Typeless.Deserialize(items, Base));
        Assert.Equal(typeof(object), read[0]!.GetType());
        Assert.Equal(5, read[1]);
        Assert.Equal(typeof(object), MessagePackSerializer.Typeless.Deserialize(Named("System.Object, mscorlib", "c0"), Base)!.GetType());
    }

    /// <summary>Going back to each name from the first segment would take many minutes.</summary>
    [Fact]
    [Trait("Tier", "long")]
    public void ValidatingObjectsIsLinearInTheNumberOfSegments()
    {
        byte[] one = MessagePackSerializer.Typeless.Serialize(new object());
        const int Count = 200_000;
        byte[] message = new byte[5 + (Count * one.Length)];
        message[0] = 0xdd;
        System.Buffers.Binary.BinaryPrimitives.WriteInt32BigEndian(message.AsSpan(1), Count);
        for (int i = 0; i < Count; i++)
        {
            one.CopyTo(message, 5 + (i * one.Length));
        }

        MessagePackSerializer.Validate(Segments.Each(message, 16), MessagePackLimits.Default with { TypedValues = true });
    }

    [Fact]
    public void AnObjectOfAnUnknownNameHasNoValue()
    {
        MessagePackSerializerOptions empty = Base.WithTypeTable(TypeTable.Empty);
        byte[] bytes = Named("System.Object, mscorlib", "");
        TypedValue read = Assert.IsType<TypedValue>(MessagePackSerializer.Typeless.Deserialize(bytes, empty));
        Assert.False(read.HasValue);
        Assert.Equal("System.Object, mscorlib", read.Name);
        Assert.True(read.Value.IsNil);
        Assert.Null(read.ToObject(empty));
        Assert.Null(read.As<string>(empty));
        Assert.Equal(bytes, MessagePackSerializer.Typeless.Serialize(read, empty));
        TypedValue nil = Assert.IsType<TypedValue>(MessagePackSerializer.Typeless.Deserialize(Named("System.Object, mscorlib", "c0"), empty));
        Assert.True(nil.HasValue);
        Assert.NotEqual(read, nil);
        foreach (string name in new[] { "", "N", "System.Objects", "System.Object[]", "system.object" })
        {
            foreach (MessagePackSerializerOptions options in new[] { empty, Base })
            {
                var fault = Assert.Throws<MessagePackSerializationException>(
                    () => MessagePackSerializer.Typeless.Deserialize(Named(name, ""), options));
                Assert.Equal("invalid_typed", fault.ErrorName);
            }
        }

        Assert.Throws<InvalidOperationException>(() => TypeTable.Empty.Add<Gadget>());
    }

    [Fact]
    public void ATableThatWasUsedCannotBeChanged()
    {
        var table = new TypeTable().Add<Tea>();
        Assert.Throws<ArgumentException>(() => table.Add<Tea>());
        Assert.Throws<ArgumentException>(() => table.Add<int>());
        Assert.Throws<ArgumentException>(() => table.Add<Crate>(name: typeof(Tea).AssemblyQualifiedName));
        MessagePackSerializer.Typeless.Deserialize(Named("N", "c0"), Base.WithTypeTable(table));
        Assert.Throws<InvalidOperationException>(() => table.Add<Gadget>());
        Assert.Throws<InvalidOperationException>(() => TypeTable.Framework.Add<Gadget>());
    }

    [Theory]
    [InlineData("Hayapack.Tests.Gadget, Hayapack.Tests")]
    [InlineData("Hayapack.Tests.Gadget[], Hayapack.Tests")]
    [InlineData("Hayapack.Tests.Gadget[,], Hayapack.Tests")]
    [InlineData("System.Collections.Generic.List`1[[Hayapack.Tests.Gadget, Hayapack.Tests]], System.Private.CoreLib")]
    [InlineData("System.Collections.Generic.Dictionary`2[[System.String, mscorlib],[Hayapack.Tests.Gadget[], Hayapack.Tests]], mscorlib")]
    [InlineData("Hayapack.Tests.Page`1[[Hayapack.Tests.Gadget, Hayapack.Tests]], Hayapack.Tests")]
    [InlineData("System.Nullable`1[[Hayapack.Tests.Gadget, Hayapack.Tests]], mscorlib")]
    [InlineData("System.Diagnostics.Process, System.Diagnostics.Process")]
    [InlineData("System.IO.FileInfo, System.Private.CoreLib")]
    [InlineData("System.Type, System.Private.CoreLib")]
    [InlineData("System.RuntimeType, System.Private.CoreLib")]
    public void GHSA_qhmf_xw27_6rqr_NamesOutsideOfTheTableMakeNothing(string name)
    {
        Gadget.Made = 0;
        byte[] gadget = [0x91, 0x81, 0xa7, .. "Command"u8, 0xa2, .. "rm"u8];
        byte[] bytes = Named(name, Convert.ToHexString(gadget));
        TypedValue value = Assert.IsType<TypedValue>(MessagePackSerializer.Typeless.Deserialize(bytes, Known));
        Assert.Equal(name, value.Name);
        var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<ICargo>(bytes, Known));
        Assert.Equal("unknown_type", fault.ErrorName);
        Assert.Equal(0, Gadget.Made);
    }

    [Theory]
    [InlineData("]][`, ")]
    [InlineData("[[[[[[[[[[[[")]
    [InlineData("System.Int32[][][][][][][][][][][][][][][], mscorlib")]
    [InlineData("System.Int32[,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,], mscorlib")]
    [InlineData("System.Collections.Generic.List`1, mscorlib")]
    [InlineData("System.Collections.Generic.List`1[], mscorlib")]
    [InlineData("System.Collections.Generic.List`1[[System.Int32, mscorlib],[System.Int32, mscorlib]], mscorlib")]
    [InlineData("System.Collections.Generic.List`1[[System.Int32, mscorlib]")]
    [InlineData("System.Nullable`1[[System.String, mscorlib]], mscorlib")]
    [InlineData("System.Guid, Evil")]
    [InlineData("System.Guid*, mscorlib")]
    [InlineData("System.Guid&, mscorlib")]
    public void NamesThatAreNoTypesAreUnknown(string name) =>
        Assert.IsType<TypedValue>(MessagePackSerializer.Typeless.Deserialize(Named(name, "90"), Known));

    [Fact]
    public void NamesDoNotFillTheMemory()
    {
        MessagePackSerializerOptions options = Base.WithTypeTable(new TypeTable());
        long typed = 0;
        for (int i = 0; i < 20_000; i++)
        {
            string name = $"System.Int32[], mscorlib, Version={i}.0.0.0";
            if (MessagePackSerializer.Typeless.Deserialize(Named(name, "9105"), options) is int[])
            {
                typed++;
            }
        }

        Assert.Equal(20_000, typed);
        string nested = "System.Int32, mscorlib";
        int made = 0;
        for (int i = 0; i < 8; i++)
        {
            nested = $"System.Collections.Generic.List`1[[{nested}]], mscorlib";
            made += MessagePackSerializer.Typeless.Deserialize(Named(nested, "90"), options) is TypedValue ? 0 : 1;
        }

        Assert.InRange(made, 3, 8);
    }

    [Fact]
    public void GHSA_cj9g_3mj2_g8vv_NestedTypedValuesCountForTheDepth()
    {
        byte[] bytes = [0xc0];
        for (int i = 0; i < 5000; i++)
        {
            bytes = [0xc9, .. BitConverter.GetBytes(bytes.Length + 2).Reverse(), 0x64, 0xa1, 0x4e, .. bytes];
        }

        foreach (MessagePackSerializerOptions options in (MessagePackSerializerOptions[])[Known, Base.WithSecurity(MessagePackSecurity.TrustedData)])
        {
            var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Typeless.Deserialize(bytes, options));
            Assert.Equal("too_deep", fault.ErrorName);
        }
    }

    [Fact]
    public void ErrorsHaveTheOffsetAndThePathInside()
    {
        byte[] bytes = MessagePackSerializer.Typeless.Serialize(new object[] { 1, new Crate { Number = 7 } }, Known);
        int at = bytes.AsSpan().IndexOf("Number"u8) + 6;
        bytes[at] = 0xc3;
        var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Typeless.Deserialize(bytes, Known));
        Assert.Equal("unexpected_type", fault.ErrorName);
        Assert.Equal(at, fault.Offset);
        Assert.Equal("$[1].Number", fault.Path);
    }

    [Fact]
    public void AFormatterInTheTableIsUsed()
    {
        MessagePackSerializerOptions options = Base.WithTypeTable(new TypeTable().Add(new TeaFormatter(), "Shop.Tea, Shop"));
        byte[] bytes = MessagePackSerializer.Typeless.Serialize(new Tea("green"), options);
        Assert.EndsWith("a5677265656e", Convert.ToHexStringLower(bytes), StringComparison.Ordinal);
        Assert.Equal(new Tea("green"), MessagePackSerializer.Typeless.Deserialize(bytes, options));
    }

    internal static byte[] Named(string name, string valueInHex)
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new MessagePackWriter(output);
        var inner = new ArrayBufferWriter<byte>();
        var payload = new MessagePackWriter(inner);
        payload.Write(name);
        payload.WriteRaw(Convert.FromHexString(valueInHex));
        payload.Flush();
        writer.WriteExtensionFormat(new ExtensionResult(100, new ReadOnlySequence<byte>(inner.WrittenMemory)));
        writer.Flush();
        return output.WrittenSpan.ToArray();
    }

    private sealed class TeaFormatter : Formatters.IMessagePackFormatter<Tea>
    {
        public void Serialize(ref MessagePackWriter writer, Tea value, MessagePackSerializerOptions options) => writer.Write(value.Kind);

        public Tea Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => new(reader.ReadString()!);
    }

    /// <summary>Returns buffers of the size hint, but at least <paramref name="least"/> bytes.</summary>
    private sealed class SmallOutput(int least = 16) : IBufferWriter<byte>
    {
        private readonly List<byte> bytes = [];
        private byte[] space = [];

        public void Advance(int count) => bytes.AddRange(space[..count]);

        public Memory<byte> GetMemory(int sizeHint = 0) => space = new byte[Math.Max(sizeHint, least)];

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

        internal byte[] ToArray() => [.. bytes];
    }
}
