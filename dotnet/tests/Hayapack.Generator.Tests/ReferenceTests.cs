using System.Text.Json.Serialization;
using Hayapack.Generator.Tests.Support;

namespace Hayapack.Generator.Tests;

/// <summary>Objects that occur several times are written once, with generated formatters and those made by reflection.</summary>
public class ReferenceTests
{
    private static readonly MessagePackSerializerOptions Preserve = MessagePackSerializerOptions.Standard.WithReferenceHandler(ReferenceHandler.Preserve);

    private static readonly MessagePackSerializerOptions[] Both =
    [
        Preserve,
        Resolvers.StandardResolverAllowPrivate.Options.WithReferenceHandler(ReferenceHandler.Preserve),
        Preserve.WithResolver(Resolvers.StandardResolverAllowPrivate.Instance).WithCompression(MessagePackCompression.Lz4BlockArray),
    ];

    [Fact]
    public void A_shared_object_has_an_id_and_is_one_object_when_it_is_read()
    {
        Leaf shared = new() { Name = "a" };
        Pair pair = new() { Left = shared, Right = shared, Other = new Leaf { Name = "b" } };
        foreach (MessagePackSerializerOptions options in Both)
        {
            Assert.Equal("9392d45c0091a161d45c0091a162", Wire.Hex(pair, options));
            Pair read = MessagePackSerializer.Deserialize<Pair>(Convert.FromHexString("9392d45c0091a161d45c0091a162"), options);
            Assert.Same(read.Left, read.Right);
            Assert.Equal(("a", "b"), (read.Left!.Name, read.Other!.Name));
            Assert.NotSame(read.Left, read.Other);
        }

        Assert.Equal("9391a16191a16191a162", Wire.Hex(pair));
        Assert.Equal("9391a16191a161c0", Wire.Hex(new Pair { Left = new() { Name = "a" }, Right = new() { Name = "a" } }, Preserve));
    }

    [Fact]
    public void Collections_unions_and_structs_keep_references()
    {
        Leaf leaf = new() { Name = "a" };
        List<int> numbers = [1];
        foreach (MessagePackSerializerOptions options in Both)
        {
            Kept<Leaf[]>([leaf, leaf, new Leaf()], options);
            Kept<List<int>[]>([numbers, numbers], options);
            Kept<IPart[]>([leaf, leaf], options);
            Kept(new Dictionary<string, Leaf> { ["x"] = leaf, ["y"] = leaf }, options);
            (Leaf, Leaf) tuple = MessagePackSerializer.Deserialize<(Leaf, Leaf)>(MessagePackSerializer.Serialize((leaf, leaf), options), options);
            Assert.Same(tuple.Item1, tuple.Item2);
            Branch branch = new() { Parts = [leaf, new Branch { Parts = [leaf] }] };
            Branch read = MessagePackSerializer.Deserialize<Branch>(MessagePackSerializer.Serialize(branch, options), options);
            Assert.Same(read.Parts![0], ((Branch)read.Parts[1]!).Parts![0]);
        }

        Assert.Equal("9292d45c00920091a161d45c00", Wire.Hex(new IPart[] { leaf, leaf }, Preserve));
        Assert.Equal("92a161a161", Wire.Hex(Twice("a"), Preserve));
        Assert.Equal("92c40101c40101", Wire.Hex(Twice<byte[]>([1]), Preserve));

        static T[] Twice<T>(T value) => [value, value];
    }

    [Fact]
    public void More_than_256_ids_have_two_bytes()
    {
        Leaf[] leaves = [.. Enumerable.Range(0, 70_000).Select(i => new Leaf { Name = "" + i })];
        Leaf[] twice = [.. leaves.Take(300), .. leaves.Take(300)];
        Leaf[] read = MessagePackSerializer.Deserialize<Leaf[]>(MessagePackSerializer.Serialize(twice, Preserve), Preserve);
        Assert.True(Enumerable.Range(0, 300).All(i => ReferenceEquals(read[i], read[i + 300]) && read[i].Name == "" + i));
        Assert.EndsWith("d55c012b", Wire.Hex(twice, Preserve), StringComparison.Ordinal);
        var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Serialize<Leaf[]>([.. leaves, .. leaves], Preserve));
        Assert.Equal(MessagePackErrorNames.SizeLimit, fault.ErrorName);
        Leaf[] wide = MessagePackSerializer.Deserialize<Leaf[]>(Convert.FromHexString("9292d65c0001000091a161d65c00010000"), Preserve);
        Assert.Same(wide[0], wide[1]);
    }

    [Theory]
    [InlineData("93d45c00c0c0", "invalid_value", 1, "$[0]")] // before its definition
    [InlineData("9392d45c0091a16192d45c0091a162c0", "unexpected_type", 9, "$[1][0]")] // an array that begins with a reference
    [InlineData("9392d45c00c0c0c0", "invalid_value", 5, "$[0][1]")]
    [InlineData("9392d45c0091d45c00c0c0", "unexpected_type", 6, "$[0][1][0]")] // itself, as text
    [InlineData("9392d45c00", "truncated", 1, "$[0]")]
    [InlineData("93d45c", "truncated", 0, "$")]
    public void Errors_have_names_offsets_and_paths(string hex, string name, long offset, string path)
    {
        foreach (MessagePackSerializerOptions options in Both)
        {
            var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<Leaf[]>(Convert.FromHexString(hex), options));
            Assert.Equal((name, offset, path), (fault.ErrorName, fault.Offset, fault.Path));
        }
    }

    [Fact]
    public void An_object_may_contain_itself()
    {
        foreach (MessagePackSerializerOptions options in Both)
        {
            Node parent = new() { Id = 1 };
            parent.Children = [new() { Id = 2, Parent = parent }, new() { Id = 3, Parent = parent, Next = parent }];
            parent.Next = parent;
            Node read = MessagePackSerializer.Deserialize<Node>(MessagePackSerializer.Serialize(parent, options), options);
            Assert.Same(read, read.Next);
            Assert.Equal([2, 3], read.Children!.Select(child => child.Id));
            Assert.All(read.Children!, child => Assert.Same(read, child.Parent));
            Assert.Same(read, read.Children![1].Next);

            Branch branch = new();
            branch.Parts = [branch, new Leaf(), branch];
            Branch kept = (Branch)MessagePackSerializer.Deserialize<IPart>(MessagePackSerializer.Serialize<IPart>(branch, options), options);
            Assert.Same(kept, kept.Parts![0]);
            Assert.Same(kept, kept.Parts[2]);

            Fixed own = new(null, [null]);
            own.Items[0] = own;
            var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<Fixed>(MessagePackSerializer.Serialize(own, options), options));
            Assert.Equal(MessagePackErrorNames.UnsupportedType, fault.ErrorName);
            Assert.Equal(options.Compression == MessagePackCompression.None ? "$[1][1][0]" : fault.Path, fault.Path);
        }

        Node alone = new();
        alone.Next = alone;
        Assert.Equal(MessagePackErrorNames.TooDeep, Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Serialize(alone)).ErrorName);
    }

    [Fact]
    public void An_array_of_two_may_begin_with_a_reference()
    {
        Leaf a = new() { Name = "a" }, b = new() { Name = "b" };
        foreach (MessagePackSerializerOptions options in Both)
        {
            Leaf[][] read = MessagePackSerializer.Deserialize<Leaf[][]>(MessagePackSerializer.Serialize<Leaf[][]>([[a, a, b], [a, b], [b, a]], options), options);
            Assert.Same(read[0][0], read[1][0]);
            Assert.Same(read[0][2], read[1][1]);
            Assert.Same(read[2][0], read[1][1]);
            Assert.Equal("b", read[1][1].Name);
        }
    }

    [Fact]
    public void A_reference_must_be_to_an_object_of_the_type()
    {
        var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<Mixed>(Convert.FromHexString("9292d45c0091a161d45c00"), Preserve));
        Assert.Equal((MessagePackErrorNames.UnexpectedType, 8, "$[1]"), (fault.ErrorName, fault.Offset, fault.Path));
    }

    [Fact]
    public void An_error_of_a_value_is_as_without_references()
    {
        Leaf shared = new() { Name = "\ud800" };
        foreach (MessagePackSerializerOptions options in Both.Take(2))
        {
            var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Serialize<Leaf[]>([new(), shared, shared], options));
            Assert.Equal(MessagePackErrorNames.LoneSurrogate, fault.ErrorName);
            Assert.StartsWith("$[1]", fault.Path, StringComparison.Ordinal);
        }
    }

    /// <summary>n bytes make at most one object each, and an entry of a table for five bytes.</summary>
    [Fact]
    public void Memory_is_bounded_by_the_message()
    {
        const int Count = MessageReferencesMost;
        using MemoryStream message = new();
        message.Write([0xdd, 0, 1, 0, 0]);
        for (int i = 0; i < Count; i++)
        {
            message.Write([0x92, 0xd5, 0x5c, (byte)(i >> 8), (byte)i, 0x90]);
        }

        byte[] bytes = message.ToArray();
        MessagePackSerializer.Deserialize<Leaf[]>(bytes, Preserve);
        long before = GC.GetAllocatedBytesForCurrentThread();
        MessagePackSerializer.Deserialize<Leaf[]>(bytes, Preserve);
        long used = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.InRange(used, 0, 40L * bytes.Length);

        // As many references to one object as there is room for cost no object each.
        byte[] many = [0xdd, 0, 1, 0, 0, 0x92, 0xd4, 0x5c, 0, 0x90, .. Enumerable.Repeat(new byte[] { 0xd4, 0x5c, 0 }, 65_535).SelectMany(one => one)];
        MessagePackSerializer.Deserialize<Leaf[]>(many, Preserve);
        before = GC.GetAllocatedBytesForCurrentThread();
        MessagePackSerializer.Deserialize<Leaf[]>(many, Preserve);
        used = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.InRange(used, 0, 10L * many.Length);

        byte[] more = [0xdd, 0, 1, 0, 1, .. bytes.AsSpan(5), 0x92, 0xd6, 0x5c, 0, 1, 0, 0, 0x90];
        var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<Leaf[]>(more, Preserve));
        Assert.Equal(MessagePackErrorNames.SizeLimit, fault.ErrorName);
    }

    [Fact]
    public void Options_are_changed_and_changed_back()
    {
        Assert.Null(MessagePackSerializerOptions.Standard.ReferenceHandler);
        Assert.Same(ReferenceHandler.Preserve, Preserve.ReferenceHandler);
        Assert.Same(MessagePackSerializerOptions.Standard.Resolver, Preserve.WithReferenceHandler(null).Resolver);
        Assert.Equal("9291a16191a161", Wire.Hex(new Leaf[] { new() { Name = "a" }, new() { Name = "a" } }, Preserve));
        Assert.Throws<ArgumentOutOfRangeException>(() => Preserve.WithReferenceHandler(ReferenceHandler.IgnoreCycles));
    }

    private const int MessageReferencesMost = 65_536;

    private static void Kept<T>(T value, MessagePackSerializerOptions options)
        where T : System.Collections.IEnumerable
    {
        byte[] bytes = MessagePackSerializer.Serialize(value, options);
        object[] read = Items(MessagePackSerializer.Deserialize<T>(bytes, options));
        Assert.Same(read[0], read[1]);

        static object[] Items(System.Collections.IEnumerable all) => all is System.Collections.IDictionary map ? [.. map.Values.Cast<object>()] : [.. all.Cast<object>()];
    }

    [Union(0, typeof(Leaf))]
    [Union(1, typeof(Branch))]
    public interface IPart;

    [MessagePackObject]
    public sealed class Leaf : IPart
    {
        [Key(0)]
        public string? Name { get; set; }
    }

    [MessagePackObject]
    public sealed class Branch : IPart
    {
        [Key(0)]
        public List<IPart?>? Parts { get; set; }
    }

    [MessagePackObject]
    public sealed class Node
    {
        [Key(0)]
        public int Id { get; set; }

        [Key(1)]
        public Node? Parent { get; set; }

        [Key(2)]
        public List<Node>? Children { get; set; }

        [Key(3)]
        public Node? Next { get; set; }
    }

    [MessagePackObject]
    public sealed record Fixed([property: Key(0)] Fixed? Other, [property: Key(1)] List<Fixed?> Items);

    [MessagePackObject]
    public sealed class Pair
    {
        [Key(0)]
        public Leaf? Left { get; set; }

        [Key(1)]
        public Leaf? Right { get; set; }

        [Key(2)]
        public Leaf? Other { get; set; }
    }

    [MessagePackObject]
    public sealed class Mixed
    {
        [Key(0)]
        public Leaf? Leaf { get; set; }

        [Key(1)]
        public Branch? Branch { get; set; }
    }
}
