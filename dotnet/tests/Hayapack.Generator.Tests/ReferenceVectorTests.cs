using System.Text.Json.Serialization;
using Hayapack.Generator.Tests.Support;
using Hayapack.Resolvers;

namespace Hayapack.Generator.Tests;

/// <summary>The rows of vectors/references, which Python and PHP read without types.</summary>
public class ReferenceVectorTests
{
    private static readonly MessagePackSerializerOptions[] Both =
    [
        MessagePackSerializerOptions.Standard.WithReferenceHandler(ReferenceHandler.Preserve),
        StandardResolverAllowPrivate.Options.WithReferenceHandler(ReferenceHandler.Preserve),
    ];

    public static TheoryData<string, string, string, string> Rows()
    {
        var rows = new TheoryData<string, string, string, string>();
        foreach (string line in File.ReadLines(Path.Combine(Repository.Root, "vectors", "references", "messages.tsv")).Skip(1))
        {
            string[] row = line.Split('\t');
            if (row[0] != "-")
            {
                rows.Add(row[0], row[1], row[2], row[4]);
            }
        }

        return rows;
    }

    [Theory]
    [MemberData(nameof(Rows))]
    public void Rows_are_read_and_written(string type, string bytes, string written, string error)
    {
        foreach (MessagePackSerializerOptions options in Both)
        {
            Action<string, string, string, MessagePackSerializerOptions> row = type switch
            {
                "Leaf[]" => Row<ReferenceTests.Leaf[]>,
                "Leaf[][]" => Row<ReferenceTests.Leaf[][]>,
                "Part[]" => Row<ReferenceTests.IPart[]>,
                "Node" => Row<ReferenceTests.Node>,
                "Tree" => Row<Tree>,
                "Tree[]" => Row<Tree[]>,
                "List[]" => Row<List<int>[]>,
                "Lists" => Row<Dictionary<string, List<int>>>,
                _ => throw new InvalidOperationException(type),
            };
            row(bytes, written, error, options);
        }
    }

    private static void Row<T>(string bytes, string written, string error, MessagePackSerializerOptions options)
    {
        if (error == "-")
        {
            Assert.Equal(written == "=" ? bytes : written, Wire.Hex(Wire.Read<T>(bytes, options), options));
            return;
        }

        var fault = Assert.Throws<MessagePackSerializationException>(() => Wire.Read<T>(bytes, options));
        Assert.Equal(error, $"{fault.ErrorName} {fault.Offset} {fault.Path}");
    }

    [MessagePackObject]
    public sealed class Tree
    {
        [Key("name")]
        public string? Name { get; set; }

        [Key("parent")]
        public Tree? Parent { get; set; }

        [Key("children")]
        public List<Tree>? Children { get; set; }
    }
}
