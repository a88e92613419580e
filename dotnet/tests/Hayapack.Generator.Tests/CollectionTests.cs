using Hayapack.Generator.Tests.Models;
using Hayapack.Generator.Tests.Support;

namespace Hayapack.Generator.Tests;

/// <summary>Collection types of an application: the comparer of untrusted keys is passed to their constructors.</summary>
public class CollectionTests
{
    private static readonly MessagePackSerializerOptions Trusted = MessagePackSerializerOptions.Standard.WithSecurity(MessagePackSecurity.TrustedData);

    [Fact]
    public void A_constructor_with_a_comparer_gets_the_keyed_one()
    {
        WithCollections read = Wire.RoundTrip(new WithCollections
        {
            Map = new() { [5] = 6 },
            Set = new(EqualityComparer<long>.Default) { 7 },
            Items = new(EqualityComparer<long>.Default) { "abc" },
            Tree = new() { [1] = 2 },
            Headers = new() { ["a"] = 8 },
        });
        IEqualityComparer<long> keyed = MessagePackSecurity.UntrustedData.GetEqualityComparer<long>();
        Assert.Equal((6, true, "abc", 2), (read.Map![5], read.Set!.Contains(7), read.Items![3L], read.Tree![1]));
        Assert.Same(keyed, read.Map.Comparer);
        Assert.Same(keyed, read.Set.Comparer);
        Assert.Same(keyed, read.Items.Comparer);

        // The runtime hashes strings with a key, so the comparer that the type chooses is kept.
        Assert.Equal(8, read.Headers!["A"]);
        Assert.NotSame(keyed, Wire.RoundTrip(read, Trusted).Map!.Comparer);
        Assert.Equal(EqualityComparer<long>.Default, Wire.RoundTrip(read, Trusted).Set!.Comparer);
    }

    [Fact]
    public void Generated_code_calls_the_constructors()
    {
        string generated = string.Concat(Compiler.Generate("""
            public class OnlyComparer(IEqualityComparer<long> comparer) : Dictionary<long, int>(comparer);
            public class Both : HashSet<System.Guid> { public Both() { } public Both(IEqualityComparer<System.Guid> comparer) : base(comparer) { } }
            public class Plain : Dictionary<long, int>;
            public class Text : HashSet<string> { public Text() { } public Text(IEqualityComparer<string> comparer) : base(comparer) { } }
            [MessagePackObject(true)]
            public class Model { public OnlyComparer? A { get; set; } public Both? B { get; set; } public Plain? C { get; set; } public Text? D { get; set; } }
            """).SyntaxTrees.Select(tree => tree.ToString()));
        Assert.Contains("new global::Hayapack.Formatters.ComparerDictionaryFormatter<long, int, global::OnlyComparer>(static comparer => new global::OnlyComparer(comparer ?? ", generated);
        Assert.Contains("ComparerCollectionFormatter<global::System.Guid, global::System.Guid, global::Both>(static comparer => comparer is null ? new global::Both() : new global::Both(comparer))", generated);
        Assert.Contains("new global::Hayapack.Formatters.GenericDictionaryFormatter<long, int, global::Plain>()", generated);
        Assert.Contains("new global::Hayapack.Formatters.GenericCollectionFormatter<string, global::Text>()", generated);
    }

    [Fact]
    public void Two_items_with_one_key_are_an_error_of_the_input()
    {
        MessagePackSerializationException fault = Wire.Fails<WithCollections>("97c0c092a161a162c0c0c0c0");
        Assert.Equal((MessagePackErrorNames.DuplicateKey, "$[2]", 3), (fault.ErrorName, fault.Path, fault.Offset));
    }

    [Theory]
    [InlineData("97c0c0c0810102c0c0c0", "$[3]", 4)]
    [InlineData("97c0c0c0c09101c0c0", "$[4]", 5)]
    public void Without_one_untrusted_keys_are_refused(string hex, string path, long offset)
    {
        MessagePackSerializationException fault = Wire.Fails<WithCollections>(hex);
        Assert.Equal((MessagePackErrorNames.InvalidKey, path, offset), (fault.ErrorName, fault.Path, fault.Offset));
        Assert.Contains("IEqualityComparer<System.Int64>", fault.Message);
        Assert.Contains("TrustedData", fault.Message);
        WithCollections read = Wire.Read<WithCollections>(hex, Trusted);
        Assert.Equal(1, read.Plain?.Count ?? read.Numbers?.Count);
    }
}
