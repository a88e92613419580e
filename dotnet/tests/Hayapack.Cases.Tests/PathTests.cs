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
    // Damaged bytes: a fixint, nil, an empty str, a str of one byte, an array, an empty map, a bin, the reserved byte, an ext, a negative number.
    private static readonly byte[] Bytes = [0x00, 0xc0, 0xa0, 0xa1, 0x93, 0x80, 0xc4, 0xc1, 0xd6, 0xff];

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
            string made = Outcome(() => Convert.ToHexStringLower(bytes = MessagePackSerializer.Serialize(value, generated)));
            string other = Outcome(() => Convert.ToHexStringLower(MessagePackSerializer.Serialize(value, reflected)));
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
            Read<T>(name, bytes);
            int last = Math.Min(bytes.Length, 200);
            for (int i = 0; i < last; i++)
            {
                Read<T>(name, bytes[..i]);
                byte[] damaged = [.. bytes];
                damaged[i] = Bytes[i % Bytes.Length];
                Read<T>(name, damaged);
                damaged[i] = Bytes[(i + 1 + (bytes[i] % (Bytes.Length - 1))) % Bytes.Length];
                Read<T>(name, damaged);
            }
        }

        private void Read<T>(string name, byte[] bytes)
        {
            Compared++;
            string made = Outcome(() => Show.Text(MessagePackSerializer.Deserialize<T>(bytes, generated)));
            string other = Outcome(() => Show.Text(MessagePackSerializer.Deserialize<T>(bytes, reflected)));
            if (made != other)
            {
                Failures.Add($"{name}: {Convert.ToHexStringLower(bytes)} read as {made}, by reflection {other}");
            }
        }

        private static string Outcome(Func<string> action)
        {
            try
            {
                return action();
            }
            catch (MessagePackSerializationException error)
            {
                return $"{error.ErrorName} {error.Offset} {error.Path}";
            }
            catch (InvalidOperationException)
            {
                return "default"; // Show.Text of an ArraySegment without an array
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
