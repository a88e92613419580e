using Hayapack;
using Xunit;
using Xunit.Abstractions;

namespace Cases;

/// <summary>Reads the rows of vectors/dotnet, which MessagePack-CSharp wrote, compares the values, and writes them again.</summary>
public sealed class GoldenTests(ITestOutputHelper output)
{
    /// <summary>The files of vectors/dotnet with values: typeless.tsv has tests of its own, and api.tsv has names.</summary>
    public static TheoryData<string> Groups =>
    [
        .. Directory.GetFiles(Golden.Folder, "*.tsv")
            .Select(path => Path.GetFileNameWithoutExtension(path))
            .Where(group => group is not (TypelessGoldenTests.Group or "api"))
            .Order(StringComparer.Ordinal),
    ];

    [Theory]
    [MemberData(nameof(Groups))]
    public void RowsAreReadAndWrittenAgain(string group)
    {
        var cases = AllCases.Make().Where(item => item.Group == group).ToDictionary(item => item.Name);
        var rows = Golden.Rows(group).ToArray();
        var failures = new List<string>();
        foreach (var row in rows)
        {
            if (cases[row.Name].Accept(new Rewriting(row)) is { } failure)
            {
                failures.Add($"{row.Name}: {failure}");
            }
        }

        output.WriteLine($"{group}: {rows.Length} rows, {failures.Count} failed");
        Assert.True(rows.Length > 100, "too few rows");
        Assert.True(failures.Count == 0, string.Join('\n', failures.Take(20)));
    }

    [Fact]
    public void EveryTypeHasRows()
    {
        var missing = AllCases.Make().Where(item => !Golden.Rows(item.Group).Any(row => row.Name == item.Name));
        Assert.Empty(missing.Select(item => item.Name));
    }

    private sealed class Rewriting(GoldenRow row) : ICaseVisitor
    {
        public string? Failure { get; private set; }

        public void Visit<T>(Case<T> item)
        {
            if (Forms.IsNotRead(item.Name))
            {
                return;
            }

            try
            {
                var value = MessagePackSerializer.Deserialize<T>(row.Bytes, Forms.Reading(item.Form));
                var text = Show.Text(value);
                if (text != row.Text)
                {
                    Failure = $"read {text}, not {row.Text}, of {Convert.ToHexStringLower(row.Bytes)}";
                    return;
                }

                var written = MessagePackSerializer.Serialize(value, Forms.Writing(item.Form));
                if (!written.AsSpan().SequenceEqual(row.Bytes) && !Golden.LosesOrder(item.Name))
                {
                    Failure = $"{text} written as {Convert.ToHexStringLower(written)}, not {Convert.ToHexStringLower(row.Bytes)}";
                }
            }
            catch (MessagePackSerializationException error)
            {
                Failure = $"{row.Text}: {error.Message}";
            }
        }
    }
}
