using Cases.Schemas;
using Hayapack;
using Xunit;
using Xunit.Abstractions;

namespace Cases;

/// <summary>The generator's formatters and those made by reflection write and read the rows of vectors/schemas.</summary>
public sealed class SchemaTests(ITestOutputHelper output)
{
    [Fact]
    public void ValuesAreWrittenAndRead()
    {
        var visitor = new ValueVisitor();
        Roots.Visit(visitor);
        output.WriteLine($"schemas: {visitor.Rows} rows of values, {visitor.Failures.Count} failed");
        Assert.True(visitor.Failures.Count == 0, string.Join('\n', visitor.Failures.Take(60)));
        Assert.True(visitor.Rows > 2500, "too few rows");
    }

    [Theory]
    [InlineData("invalid", 2500)]
    [InlineData("read", 500)]
    [InlineData("either", 1)]
    public void MessagesAreReadOrRefused(string table, int fewest)
    {
        var visitor = new MessageVisitor(table);
        Roots.Visit(visitor);
        output.WriteLine($"schemas: {visitor.Rows} rows of {table}.tsv, {visitor.Failures.Count} failed");
        Assert.True(visitor.Failures.Count == 0, string.Join('\n', visitor.Failures.Take(60)));
        Assert.True(visitor.Rows >= fewest, "too few rows");
    }

    [Fact]
    public void AllErrorsAreTheSame()
    {
        var visitor = new ErrorVisitor();
        Roots.Visit(visitor);
        output.WriteLine($"schemas: {visitor.Messages} messages with {visitor.Errors} errors, {visitor.Failures.Count} failed");
        Assert.True(visitor.Failures.Count == 0, string.Join('\n', visitor.Failures.Take(60)));
        Assert.True(visitor.Messages > 5000 && visitor.Errors > visitor.Messages, "too few errors");
    }

    /// <summary>The messages of values.tsv, with each byte in turn replaced by another value of one byte, and all of them after it.</summary>
    private sealed class ErrorVisitor : ISchemaVisitor
    {
        private readonly ILookup<(string Schema, string Form), ValueRow> rows = SchemaTable.Values(Path.Combine(SchemaTable.Folder, "values.tsv"));

        public List<string> Failures { get; } = [];

        public int Messages { get; private set; }

        public int Errors { get; private set; }

        public void Visit<T>(string schema, string form)
        {
            foreach (var row in rows[(schema, form)].Where((_, i) => i % 6 == 0))
            {
                var bytes = SchemaTable.Bytes(row.Bytes);
                for (var i = 1; i < bytes.Length; i += 1 + (bytes.Length / 8))
                {
                    foreach (var code in new byte[] { 0xc2, 0xa0, 0x90 })
                    {
                        var changed = (byte[])bytes.Clone();
                        for (var at = i; at < changed.Length; at += 1 + (i % 4))
                        {
                            changed[at] = code;
                        }

                        Compare<T>($"{schema}, {form}", changed);
                    }
                }
            }
        }

        private void Compare<T>(string name, byte[] bytes)
        {
            var found = SchemaTable.BackEnds.Select(end =>
            {
                try
                {
                    MessagePackSerializer.Deserialize<T>(bytes, end.Options.WithErrorLimit(100));
                    return [];
                }
                catch (MessagePackSerializationException error)
                {
                    return error.Errors.Select(one => $"{one.ErrorName} {one.Offset} {one.Path}").ToArray();
                }
            }).ToArray();
            Messages++;
            Errors += found[0].Length;
            if (!found[0].SequenceEqual(found[1]))
            {
                Failures.Add($"{name}: {Convert.ToHexStringLower(bytes)}: {string.Join(", ", found[0])}; by reflection {string.Join(", ", found[1])}");
            }
        }
    }

    private sealed class ValueVisitor : ISchemaVisitor
    {
        private readonly ILookup<(string Schema, string Form), ValueRow> rows = SchemaTable.Values(Path.Combine(SchemaTable.Folder, "values.tsv"));

        public List<string> Failures { get; } = [];

        public int Rows { get; private set; }

        public void Visit<T>(string schema, string form)
        {
            foreach (var row in rows[(schema, form)])
            {
                Rows++;
                var value = Neutral.Read<T>(row.Value);
                foreach (var (name, options) in SchemaTable.BackEnds)
                {
                    var written = Convert.ToHexStringLower(MessagePackSerializer.Serialize(value, options));
                    if (written != row.Bytes)
                    {
                        Failures.Add($"{schema}, {form}, {name}: {row.Value} written as {written}, not {row.Bytes}");
                    }

                    var read = SchemaTable.Outcome<T>(SchemaTable.Bytes(row.Bytes), options);
                    if (read != Neutral.Text(value))
                    {
                        Failures.Add($"{schema}, {form}, {name}: {row.Bytes} read as {read}, not {row.Value}");
                    }
                }
            }
        }
    }

    private sealed class MessageVisitor(string table) : ISchemaVisitor
    {
        private readonly ILookup<(string Schema, string Form), MessageRow> rows = SchemaTable.Messages(Path.Combine(SchemaTable.Folder, table + ".tsv"));

        public List<string> Failures { get; } = [];

        public int Rows { get; private set; }

        public void Visit<T>(string schema, string form)
        {
            foreach (var row in rows[(schema, form)])
            {
                Rows++;
                var expected = table == "either" ? row.Outcome.Split('\t') : [row.Outcome, row.Outcome];
                foreach (var (index, (name, options)) in SchemaTable.BackEnds.Index())
                {
                    var found = SchemaTable.Outcome<T>(SchemaTable.Bytes(row.Bytes), options);
                    if ((table == "either" ? SchemaTable.OneCell(found) : found) != expected[index])
                    {
                        Failures.Add($"{schema}, {form}, {name}: {row.Bytes}, {row.About}: {found}, not {expected[index]}");
                    }
                }
            }
        }
    }
}
