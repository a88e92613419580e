using Hayapack.Generator.Tests.Models;
using Hayapack.Resolvers;

namespace Hayapack.Generator.Tests;

/// <summary>docs/schema-changes.md, the columns of C#: what a program with one version of a type reads of another's data.</summary>
public class SchemaChangeTests
{
    private static T Read<T>(object written) =>
        MessagePackSerializer.Deserialize<T>(MessagePackSerializer.Serialize(written.GetType(), written));

    private static string Error<T>(object written) =>
        Assert.ThrowsAny<MessagePackSerializationException>(() => Read<T>(written)).ErrorName;

    [Fact]
    public void Added_members_keep_their_initial_values_and_removed_ones_are_ignored()
    {
        IndexAdded index = Read<IndexAdded>(new IndexOld { A = 1, B = "b" });
        Assert.Equal((1, "b", 9), (index.A, index.B, index.C));
        NameAdded name = Read<NameAdded>(new NameOld { A = 1, B = "b" });
        Assert.Equal((1, "b", 9), (name.A, name.B, name.C));
        Assert.Equal("b", Read<IndexOld>(new IndexAdded { B = "b" }).B);
        Assert.Equal("b", Read<NameOld>(new NameAdded { B = "b" }).B);
    }

    [Fact]
    public void Added_required_members_are_an_error_and_constructor_parameters_are_not()
    {
        Assert.Equal("missing_member", Error<IndexRequired>(new IndexOld { A = 1 }));
        Assert.Equal("missing_member", Error<NameRequired>(new NameOld { A = 1 }));
        Assert.Equal(new NameRecord(1, "b", 0, 3), Read<NameRecord>(new NameOld { A = 1, B = "b" }));
    }

    [Fact]
    public void A_removed_index_leaves_a_gap_of_nil()
    {
        var gap = new IndexGap { A = 1, C = 5 };
        IndexAdded read = Read<IndexAdded>(gap);
        Assert.Equal((1, null, 5), (read.A, read.B, read.C));
        Assert.Equal("unexpected_type", Error<IndexNotNullable>(gap));
    }

    [Fact]
    public void The_order_of_names_has_no_meaning_and_that_of_indexes_has()
    {
        Assert.Equal("b", Read<NameReordered>(new NameOld { A = 1, B = "b" }).B);
        Assert.Equal("unexpected_type", Error<IndexReordered>(new IndexOld { A = 1, B = "b" }));
    }

    [Fact]
    public void A_renamed_member_keeps_its_key()
    {
        Assert.Equal("b", Read<IndexRenamed>(new IndexOld { B = "b" }).Title);
        Assert.Null(Read<NameRenamed>(new NameOld { B = "b" }).Title);
        Assert.Equal("b", Read<NameRenamedWithKey>(new NameOld { B = "b" }).Title);
    }

    [Fact]
    public void Wider_numbers_are_read_and_narrower_ones_if_the_value_fits()
    {
        Assert.Equal(5L, Read<long>(5));
        Assert.Equal(5.0, Read<double>(5));
        Assert.Equal((byte)200, Read<byte>(200));
        Assert.Equal("int_range", Error<byte>(300));
        Assert.Equal("unexpected_type", Error<int>(5.0));
        Assert.Equal("unexpected_type", Error<string>(5));
    }

    [Fact]
    public void A_value_becomes_nullable_and_nil_is_no_value()
    {
        Assert.Equal(5, Read<int?>(5));
        Assert.Equal("unexpected_type", Error<IndexNotNullable>(new IndexNullable { B = null }));
    }

    [Fact]
    public void An_unknown_case_of_a_union_is_null()
    {
        byte[] bytes = MessagePackSerializer.Serialize<INewShape>(new NewShape { X = 1 });
        Assert.Null(MessagePackSerializer.Deserialize<IOldShape>(bytes));
    }

    [Fact]
    public void An_unknown_value_of_an_enum_is_kept_as_a_number_and_an_error_as_a_name()
    {
        Assert.Equal((OldKind)2, Read<OldKind>(NewKind.C));
        MessagePackSerializerOptions names = MessagePackSerializerOptions.Standard.WithResolver(
            CompositeResolver.Create(DynamicEnumAsStringResolver.Instance, StandardResolver.Instance));
        byte[] bytes = MessagePackSerializer.Serialize("C");
        Assert.Equal(
            "invalid_value",
            Assert.ThrowsAny<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<OldKind>(bytes, names)).ErrorName);
    }

    [Fact]
    public void Keys_of_the_other_kind_are_an_error()
    {
        Assert.Equal("unexpected_type", Error<NameOld>(new IndexOld()));
        Assert.Equal("unexpected_type", Error<IndexOld>(new NameOld()));
    }
}
