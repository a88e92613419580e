using System.Buffers;
using System.Globalization;
using Hayapack.Typeless;
using Xunit;
using Xunit.Abstractions;

namespace Hayapack.Tests.Vectors;

/// <summary>The rows of vectors/typeless, with a table without names, so that every typed value is read as a TypedValue.</summary>
public class TypelessVectorTests(ITestOutputHelper output)
{
    internal static readonly MessagePackSerializerOptions Options = MessagePackSerializer.Typeless.DefaultOptions
        .WithTypeTable(TypeTable.Empty)
        .WithSecurity(MessagePackSecurity.UntrustedData.WithMaximumObjectGraphDepth(MessagePackLimits.Default.MaximumDepth));

    [Fact]
    public void ValidRows()
    {
        int rows = 0;
        foreach (VectorFile.Row row in VectorFile.RowsOf("typeless/valid.tsv"))
        {
            Value value = ValueNotation.Parse(row.Fields[3]);
            MessagePackSerializer.Validate(row.Bytes, MessagePackLimits.Default with { TypedValues = true });
            foreach (ReadOnlySequence<byte> input in Segments.Splits(row.Bytes))
            {
                object? read = MessagePackSerializer.Typeless.Deserialize(input, Options);
                ValueCheck.Same(value, read);
                if (value is Value.Typed)
                {
                    Assert.Equal(row.Bytes, MessagePackSerializer.Typeless.Serialize(read, Options));
                }
            }

            rows++;
        }

        output.WriteLine($"vectors: dotnet: typeless/valid: {rows} of {rows} rows");
    }

    [Fact]
    public void InvalidRows()
    {
        int rows = 0;
        foreach (VectorFile.Row row in VectorFile.RowsOf("typeless/invalid.tsv"))
        {
            var expected = new MessagePackSerializationException(row.Fields[2], long.Parse(row.Fields[3], CultureInfo.InvariantCulture), "")
            {
                Path = row.Fields[4],
            };
            foreach (ReadOnlySequence<byte> input in Segments.Splits(row.Bytes))
            {
                VectorTests.SameFault(
                    expected,
                    Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Validate(input, MessagePackLimits.Default with { TypedValues = true })),
                    row);
                if (expected.ErrorName == "extra_data")
                {
                    continue;
                }

                VectorTests.SameFault(
                    expected,
                    Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Typeless.Deserialize(input, Options)),
                    row);
            }

            rows++;
        }

        output.WriteLine($"vectors: dotnet: typeless/invalid: {rows} of {rows} rows");
    }

    [Fact]
    public void TheFrameworksTypesAreThoseOfTheVectors()
    {
        IEnumerable<string> listed = VectorFile.NamesOf("names/framework.tsv");
        Assert.Equal(listed.Order(StringComparer.Ordinal), FrameworkTypes.Names.Order(StringComparer.Ordinal));
    }
}
