using Cases.Schemas;
using Ours = Hayapack.MessagePackSerializer;
using Theirs = MessagePack.MessagePackSerializer;

namespace Oracle;

/// <summary>
/// Compares MessagePack-CSharp with vectors/schemas: its bytes of each value are those of values.tsv, and it reads them.
/// It reads no message of read.tsv as another value, but refuses some.
/// </summary>
internal sealed class SchemaComparison : ISchemaVisitor
{
    private const string Error = "error";
    private const string Optional = "optional: ";
    private readonly List<string> values = [];
    private readonly List<string> invalid = [];
    private readonly List<string> read = [];
    private readonly List<string> either = [];
    private readonly List<string> differences = [];
    private readonly ILookup<(string Schema, string Form), ValueRow> valueRows;
    private readonly ILookup<(string Schema, string Form), MessageRow> readRows = SchemaTable.Messages(Path.Combine(SchemaTable.Folder, "read.tsv"));
    private readonly ILookup<(string Schema, string Form), MessageRow>? messageRows;

    private SchemaComparison(string? input)
    {
        valueRows = SchemaTable.Values(Path.Combine(input ?? SchemaTable.Folder, "values.tsv"));
        messageRows = input is null ? null : SchemaTable.Messages(Path.Combine(input, "messages.tsv"));
    }

    /// <summary>
    /// Prints the differences and returns their number. With a folder, which has the values and messages that
    /// make generate wrote, writes the tables of vectors/schemas first.
    /// </summary>
    public static int Run(string? input)
    {
        var comparison = new SchemaComparison(input);
        Roots.Visit(comparison);
        if (input is not null)
        {
            comparison.Write();
        }

        foreach (var row in comparison.differences)
        {
            Console.WriteLine(row);
        }

        Console.WriteLine($"{comparison.values.Count} values of schemas: {comparison.differences.Count} written or read otherwise by MessagePack-CSharp");
        return comparison.differences.Count;
    }

    public void Visit<T>(string schema, string form)
    {
        foreach (var row in valueRows[(schema, form)])
        {
            var value = Neutral.Read<T>(row.Value);
            var bytes = Ours.Serialize(value);
            var ours = Convert.ToHexStringLower(bytes);
            values.Add($"{schema}\t{form}\t{row.Value}\t{ours}");
            var theirs = Convert.ToHexStringLower(Theirs.Serialize(value));
            if (ours != theirs || (messageRows is null && ours != row.Bytes))
            {
                differences.Add($"{schema}, {form}: {row.Value} written as {theirs}, not {ours}");
            }

            var text = TheirOutcome<T>(bytes);
            if (text != Neutral.Text(value))
            {
                differences.Add($"{schema}, {form}: {text} read of {ours}");
            }
        }

        foreach (var row in readRows[(schema, form)])
        {
            var text = TheirOutcome<T>(SchemaTable.Bytes(row.Bytes));
            if (text != row.Outcome && text != Error)
            {
                differences.Add($"{schema}, {form}: {text} read of {row.Bytes}, not {row.Outcome}");
            }
        }

        foreach (var row in messageRows?[(schema, form)] ?? [])
        {
            var message = SchemaTable.Bytes(row.Bytes);
            string[] outcomes = [.. SchemaTable.BackEnds.Select(backEnd => SchemaTable.Outcome<T>(message, backEnd.Options))];
            var start = $"{schema}\t{form}\t{row.Bytes}\t";
            if (outcomes[0] != outcomes[1] || row.About.StartsWith(Optional, StringComparison.Ordinal))
            {
                either.Add($"{start}{SchemaTable.OneCell(outcomes[0])}\t{SchemaTable.OneCell(outcomes[1])}\t{row.About.Replace(Optional, "", StringComparison.Ordinal)}");
            }
            else
            {
                (outcomes[0].Contains('\t') ? invalid : read).Add($"{start}{outcomes[0]}\t{row.About}");
            }
        }
    }

    private static string TheirOutcome<T>(byte[] message)
    {
        try
        {
            return Neutral.Text(Theirs.Deserialize<T>(message));
        }
        catch (MessagePack.MessagePackSerializationException)
        {
            return Error;
        }
    }

    private void Write()
    {
        Save("values", "schema\tform\tvalue\tbytes", values);
        Save("invalid", "schema\tform\tbytes\terror\toffset\tpath\twhat is wrong", invalid);
        Save("read", "schema\tform\tbytes\tvalue\twhat it is", read);
        Save("either", "schema\tform\tbytes\tresult of the generator's formatters\tof formatters made by reflection\twhat it is", either);

        static void Save(string table, string columns, List<string> rows) =>
            File.WriteAllLines(Path.Combine(SchemaTable.Folder, table + ".tsv"), ["# " + columns, .. rows]);
    }
}
