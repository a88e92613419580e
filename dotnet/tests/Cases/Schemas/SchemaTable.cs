using Hayapack;
using Hayapack.Resolvers;

namespace Cases.Schemas;

/// <summary>A row of values.tsv: a value and its bytes.</summary>
public sealed record ValueRow(string Schema, string Form, string Value, string Bytes);

/// <summary>A row of invalid.tsv or read.tsv: a message, what the reader makes of it, and what it is.</summary>
public sealed record MessageRow(string Schema, string Form, string Bytes, string Outcome, string About);

/// <summary>An operation on the types of the models.</summary>
public interface ISchemaVisitor
{
    /// <summary>Applies the operation to the type of a schema in a form.</summary>
    void Visit<T>(string schema, string form);
}

/// <summary>The tables of vectors/schemas, and hayapack's two ways to a formatter.</summary>
public static class SchemaTable
{
    /// <summary>Gets the folder of the tables.</summary>
    public static string Folder { get; } = Path.Combine(Path.GetDirectoryName(Golden.Folder)!, "schemas");

    /// <summary>Gets the options of the generator's formatters and those of formatters made by reflection.</summary>
    public static IReadOnlyList<(string Name, MessagePackSerializerOptions Options)> BackEnds { get; } =
    [
        ("generator", MessagePackSerializerOptions.Standard),
        ("reflection", MessagePackSerializerOptions.Standard.WithResolver(new ModelsByReflection())),
    ];

    /// <summary>Gets the rows of values.tsv by schema and form.</summary>
    public static ILookup<(string Schema, string Form), ValueRow> Values(string path) =>
        Rows(path).Select(cells => new ValueRow(cells[0], cells[1], cells[2], cells.Length > 3 ? cells[3] : "")).ToLookup(row => (row.Schema, row.Form));

    /// <summary>Gets the rows of a table of messages by schema and form; what is between the bytes and the description is the outcome.</summary>
    public static ILookup<(string Schema, string Form), MessageRow> Messages(string path) =>
        Rows(path).Select(cells => new MessageRow(cells[0], cells[1], cells[2], string.Join('\t', cells[3..^1]), cells[^1])).ToLookup(row => (row.Schema, row.Form));

    /// <summary>Returns the bytes of hexadecimal text; <c>-</c> is none.</summary>
    public static byte[] Bytes(string hex) => hex == "-" ? [] : Convert.FromHexString(hex);

    /// <summary>Returns the neutral text of what is read from a message, or the error's name, offset and path.</summary>
    public static string Outcome<T>(byte[] message, MessagePackSerializerOptions options)
    {
        try
        {
            return Neutral.Text(MessagePackSerializer.Deserialize<T>(message, options));
        }
        catch (MessagePackSerializationException error)
        {
            return $"{error.ErrorName}\t{error.Offset}\t{error.Path ?? "-"}";
        }
    }

    /// <summary>Returns an outcome in one cell of either.tsv.</summary>
    public static string OneCell(string outcome) => outcome.Replace('\t', ' ');

    private static IEnumerable<string[]> Rows(string path) =>
        File.ReadLines(path).Where(line => line[0] != '#').Select(line => line.Split('\t'));
}
