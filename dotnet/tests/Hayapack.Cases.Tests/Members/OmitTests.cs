using Hayapack;
using Xunit;

namespace Cases.Members;

/// <summary>Members that are left out, by generated code and by reflection.</summary>
public sealed class OmitTests
{
    public static IEnumerable<object[]> Resolvers => Both.Resolvers();

    [Theory]
    [MemberData(nameof(Resolvers))]
    public void MapsHaveNoEntriesOfDefaults(Hidden resolver)
    {
        Assert.Equal("""{"Always":0,"Needed":null}""", Json(new Omitting { Needed = null }, resolver));
        var full = new Omitting
        {
            Number = 1, Text = "", Real = -0.0, Flag = true, Always = 2, Nullable = 0, Nested = new(), Time = DateTime.UnixEpoch, Needed = "n", LongKey = "l", Last = [],
            Id = Guid.Parse("00000000-0000-0000-0000-000000000001"),
        };
        Assert.Equal(12, MessagePackSerializer.Deserialize<Dictionary<string, object>>(MessagePackSerializer.Serialize(full, Both.Options(resolver))).Count);
        Omitting read = MessagePackSerializer.Deserialize<Omitting>(MessagePackSerializer.Serialize(full, Both.Options(resolver)), Both.Options(resolver));
        Assert.True(double.IsNegative(read.Real));
        Assert.Equal((0, "l"), (read.Nullable, read.LongKey));
    }

    [Theory]
    [MemberData(nameof(Resolvers))]
    public void ArraysEndAtTheLastOtherMember(Hidden resolver)
    {
        MessagePackSerializerOptions options = Both.Options(resolver);
        Assert.Equal("[0,0]", Json(new OmittingArray(), resolver));
        Assert.Equal("""[0,0,null,null,"t"]""", Json(new OmittingArray { Third = "t" }, resolver));
        Assert.Equal("[0,0,null,null,null,2]", Json(new OmittingArray { Fourth = 2 }, resolver));
        Assert.Equal("[1,0,null,null,null,0,null,[0,null,null]]", Json(new OmittingArray { First = 1, Fifth = new() }, resolver));
        Assert.Equal(2, MessagePackSerializer.Deserialize<OmittingArray>(MessagePackSerializer.Serialize(new OmittingArray { Fourth = 2 }, options), options).Fourth);
    }

    [Theory]
    [MemberData(nameof(Resolvers))]
    public void OptionsOmit(Hidden resolver)
    {
        var value = new Plain { Text = null, Map = null!, List = null };
        MessagePackSerializerOptions options = Both.Options(resolver);
        Assert.Equal("{}", MessagePackSerializer.SerializeToJson(value, options.WithOmitDefaults(OmitDefaults.Default)));
        string nulls = MessagePackSerializer.SerializeToJson(value, options.WithOmitDefaults(OmitDefaults.Null));
        Assert.DoesNotContain("null", nulls, StringComparison.Ordinal);
        Assert.Contains("\"Number\":0", nulls, StringComparison.Ordinal);
        Assert.Equal("[]", MessagePackSerializer.SerializeToJson(new PlainArray(), options.WithOmitDefaults(OmitDefaults.Default)));
        Assert.Equal("[0,null,null,2]", MessagePackSerializer.SerializeToJson(new PlainArray { Third = 2 }, options.WithOmitDefaults(OmitDefaults.Default)));
        Assert.Equal(MessagePackSerializer.Serialize(value, options), MessagePackSerializer.Serialize(value, options.WithOmitDefaults(OmitDefaults.Null).WithOmitDefaults(OmitDefaults.None)));
    }

    [Theory]
    [MemberData(nameof(Resolvers))]
    public void WhatReadingWouldChangeIsWritten(Hidden resolver)
    {
        MessagePackSerializerOptions options = Both.Options(resolver);
        var record = new OmittingRecord(0, null, null);
        Assert.Equal("""{"Number":0,"Text":null}""", Json(record, resolver));
        Assert.Equal(record, MessagePackSerializer.Deserialize<OmittingRecord>(MessagePackSerializer.Serialize(record, options), options));
    }

    private static string Json<T>(T value, Hidden resolver) => MessagePackSerializer.SerializeToJson(value, Both.Options(resolver));
}
