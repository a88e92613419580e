using Hayapack;
using Xunit;
using Xunit.Abstractions;

namespace Cases;

/// <summary>Reads the typed values that MessagePack-CSharp wrote, compares them, and writes them again.</summary>
public sealed class TypelessGoldenTests(ITestOutputHelper output)
{
    internal const string Group = "typeless";

    // The names in the rows have the assembly of the program that wrote them.
    private static readonly MessagePackSerializerOptions Options = MessagePackSerializer.Typeless.DefaultOptions
        .WithTypeTable(CaseTypes.Table("Hayapack.Oracle")).WithSecurity(MessagePackSecurity.TrustedData).WithOmitAssemblyVersion(true);

    [Fact]
    public void RowsAreReadAndWrittenAgain()
    {
        var rows = Golden.Rows(Group).Where(row => !Forms.IsNotRead(row.Name)).ToArray();
        var failures = rows.Select(Failure).OfType<string>().ToArray();
        output.WriteLine($"{Group}: {rows.Length} rows, {failures.Length} failed");
        Assert.True(rows.Length > 500, "too few rows");
        Assert.True(failures.Length == 0, string.Join('\n', failures.Take(20)));
    }

    private static string? Failure(GoldenRow row)
    {
        try
        {
            object? value = MessagePackSerializer.Typeless.Deserialize(row.Bytes, Options);
            string text = Show.Text(value);
            byte[] written = MessagePackSerializer.Typeless.Serialize(value, Options);
            return text != row.Text ? $"{row.Name}: read {text}, not {row.Text}, of {Convert.ToHexStringLower(row.Bytes)}"
                : !written.AsSpan().SequenceEqual(row.Bytes) && !Golden.LosesOrder(row.Name)
                    ? $"{row.Name}: {text} written as {Convert.ToHexStringLower(written)}, not {Convert.ToHexStringLower(row.Bytes)}"
                : null;
        }
        catch (MessagePackSerializationException error)
        {
            return $"{row.Name}: {row.Text}: {error.Message}";
        }
    }
}
