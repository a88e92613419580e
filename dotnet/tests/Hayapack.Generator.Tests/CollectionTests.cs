using Hayapack.Formatters;
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
    public void Constructors_decide_the_formatter()
    {
        Assert.IsType<ComparerDictionaryFormatter<long, int, LongMap>>(FormatterOf<LongMap>());
        Assert.IsType<ComparerCollectionFormatter<long, long, LongSet>>(FormatterOf<LongSet>());
        Assert.IsType<ComparerCollectionFormatter<string, long, NumberedItems>>(FormatterOf<NumberedItems>());
        Assert.IsType<GenericDictionaryFormatter<long, int, PlainMap>>(FormatterOf<PlainMap>());
        Assert.IsType<GenericCollectionFormatter<long, PlainSet>>(FormatterOf<PlainSet>());
        Assert.IsType<GenericDictionaryFormatter<string, int, CaseInsensitive>>(FormatterOf<CaseInsensitive>());
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
        Assert.Equal(hex, Wire.Hex(Wire.Read<WithCollections>(hex, Trusted)));
    }

    private static IMessagePackFormatter<T>? FormatterOf<T>() => Resolvers.StandardResolver.Instance.GetFormatter<T>();
}
