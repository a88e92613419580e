using Cases.Schemas;
using Hayapack;
using Xunit;
using Xunit.Abstractions;

namespace Cases;

/// <summary>
/// The generator and reflection apply the same rules to every type of the cases and of vectors/schemas: the same bytes, the same
/// values, and for damaged messages the same errors at the same offsets.
/// </summary>
public sealed class PathTests(ITestOutputHelper output)
{
    [Fact]
    public void CasesAreTheSameOnBothPaths()
    {
        var visitor = new CaseVisitor();
        foreach (Case item in AllCases.Make().Where(item => !Forms.IsNotRead(item.Name) && item.Form != Form.Expando))
        {
            item.Visit(visitor);
        }

        Report(visitor.Compared, visitor.Failures, 100_000);
    }

    [Fact]
    public void SchemasAreTheSameOnBothPaths()
    {
        var visitor = new SchemaVisitor();
        Roots.Visit(visitor);
        Report(visitor.Compared, visitor.Failures, 100_000);
    }

    private void Report(int compared, List<string> failures, int fewest)
    {
        output.WriteLine($"paths: {compared} messages, {failures.Count} differ");
        Assert.True(failures.Count == 0, $"{failures.Count} differ\n" + string.Join('\n', failures.Take(60)));
        Assert.True(compared >= fewest, "too few messages");
    }

    /// <summary>Compares what both paths write of a value, and what they make of its bytes and of damaged ones.</summary>
    private sealed class Comparison(MessagePackSerializerOptions generated, MessagePackSerializerOptions reflected, bool writesSame)
    {
        public List<string> Failures { get; } = [];

        public int Compared { get; private set; }

        public void Value<T>(string name, T value)
        {
            byte[]? bytes = null;
            string made = Outcomes.Of(() => Convert.ToHexStringLower(bytes = MessagePackSerializer.Serialize(value, generated)));
            string other = Outcomes.Of(() => Convert.ToHexStringLower(MessagePackSerializer.Serialize(value, reflected)));
            if (writesSame ? made != other : made.Length != other.Length)
            {
                Failures.Add($"{name}: written as {made}, by reflection {other}");
            }

            if (bytes is not null)
            {
                Message<T>(name, bytes);
            }
        }

        private void Message<T>(string name, byte[] bytes)
        {
            foreach (byte[] message in Outcomes.Messages(bytes))
            {
                Read<T>(name, message);
            }
        }

        private void Read<T>(string name, byte[] bytes)
        {
            Compared++;
            string made = Outcomes.Of(() => Show.Text(MessagePackSerializer.Deserialize<T>(bytes, generated)));
            string other = Outcomes.Of(() => Show.Text(MessagePackSerializer.Deserialize<T>(bytes, reflected)));
            if (made != other)
            {
                Failures.Add($"{name}: {Convert.ToHexStringLower(bytes)} read as {made}, by reflection {other}");
            }
        }
    }

    private sealed class CaseVisitor : ICaseVisitor
    {
        public List<string> Failures { get; } = [];

        public int Compared { get; private set; }

        public void Visit<T>(Case<T> item)
        {
            MessagePackSerializerOptions generated = Forms.Reading(item.Form);
            MessagePackSerializerOptions reflected = generated.WithResolver(new ByReflection(IsModel, generated.Resolver));
            // With [MessagePackObject(true)] reflection writes the members in another order: docs/internals/dotnet-differences.md.
            var comparison = new Comparison(generated, reflected, writesSame: !item.Name.StartsWith("PropertyNames", StringComparison.Ordinal) && item.Name != "NamedDerived");
            var maker = new Maker(7);
            foreach (T value in item.Edges.Concat(Enumerable.Range(0, 3).Select(_ => item.Make(maker))))
            {
                comparison.Value(item.Name, value);
            }

            Failures.AddRange(comparison.Failures.Take(3));
            Compared += comparison.Compared;
        }

        private static bool IsModel(Type type) => (type.Namespace ?? "") == "Cases";
    }

    private sealed class SchemaVisitor : ISchemaVisitor
    {
        private readonly ILookup<(string Schema, string Form), ValueRow> rows = SchemaTable.Values(Path.Combine(SchemaTable.Folder, "values.tsv"));

        public List<string> Failures { get; } = [];

        public int Compared { get; private set; }

        public void Visit<T>(string schema, string form)
        {
            var comparison = new Comparison(SchemaTable.BackEnds[0].Options, SchemaTable.BackEnds[1].Options, writesSame: true);
            foreach (ValueRow row in rows[(schema, form)].Take(4))
            {
                comparison.Value($"{schema}, {form}", Neutral.Read<T>(row.Value));
            }

            Failures.AddRange(comparison.Failures.Take(3));
            Compared += comparison.Compared;
        }
    }
}
