using System.Text.RegularExpressions;
using Hayapack.Tests.Vectors;
using Xunit;
using Xunit.Abstractions;

namespace Hayapack.Tests.Api;

/// <summary>
/// Compares the public names of MessagePack-CSharp 3.1 (vectors/dotnet/api.tsv) with those of this library: each is there, or
/// docs/dotnet.md says what to write instead.
/// </summary>
public partial class ApiTests(ITestOutputHelper output)
{
    private const string Heading = "### Names that are not there";

    [Fact]
    public void EachNameIsThereOrDocumented()
    {
        string[] theirs = File.ReadAllLines(Path.Combine(VectorFile.Root, "vectors", "dotnet", "api.tsv"));
        SortedSet<string> ours = ApiNames.Of(typeof(MessagePackSerializer).Assembly);
        string[] missing = [.. theirs.Select(row => LeadingNamespace().Replace(row, "Hayapack")).Where(row => !ours.Contains(row))];
        (string Pattern, Regex Match)[] documented = [.. Patterns()];
        output.WriteLine($"names of MessagePack-CSharp 3.1: {theirs.Length}, of which {theirs.Length - missing.Length} are there");

        Assert.True(theirs.Length > 1_500, "The table of names is not complete.");
        string[] unexplained = [.. missing.Select(Readable).Where(name => !documented.Any(row => row.Match.IsMatch(name)))];
        Assert.True(unexplained.Length == 0, "Neither there nor in docs/dotnet.md:\n" + string.Join('\n', unexplained));
        string[] unused = [.. documented.Where(row => !missing.Select(Readable).Any(row.Match.IsMatch)).Select(row => row.Pattern)];
        Assert.True(unused.Length == 0, "docs/dotnet.md says that these are not there:\n" + string.Join('\n', unused));
    }

    /// <summary>The name as docs/dotnet.md writes it: without the library's namespace, and with a dot before the member.</summary>
    private static string Readable(string row) => row["Hayapack.".Length..].Replace('\t', '.');

    /// <summary>The names in the first column of the table; * stands for any text.</summary>
    private static IEnumerable<(string Pattern, Regex Match)> Patterns()
    {
        string document = File.ReadAllText(Path.Combine(VectorFile.Root, "docs", "dotnet.md"));
        string section = document[document.IndexOf(Heading, StringComparison.Ordinal)..];
        foreach (string line in section.Split('\n').SkipWhile(line => !line.StartsWith('|')).TakeWhile(line => line.StartsWith('|')))
        {
            foreach (Match name in CodeSpan().Matches(line.Split('|')[1]))
            {
                string pattern = name.Groups[1].Value;
                yield return (pattern, new Regex("^" + Regex.Escape(pattern).Replace("\\*", ".*", StringComparison.Ordinal) + "$"));
            }
        }
    }

    [GeneratedRegex("^MessagePack(?=[.\t]|$)")]
    private static partial Regex LeadingNamespace();

    [GeneratedRegex("``? ?(.+?) ?``?(?=[, ]|$)")]
    private static partial Regex CodeSpan();
}
