using Cases.Contracts;
using Xunit;

namespace Cases;

/// <summary>
/// The members, keys and order of the generator and of reflection are those of MessagePack-CSharp, for every kind of
/// member, but for the rows of vectors/dotnet/contracts/differences.tsv.
/// </summary>
public sealed class ContractTests
{
    [Fact]
    public void DifferencesAreThoseOfTheTable()
    {
        string[] known = [.. ContractTable.Rows("differences").Select(row => string.Join('\t', row[..6]))];
        IReadOnlyList<string> found = ContractTable.Differences();
        string[] other = [.. found.Except(known).Select(row => "not in the table: " + row), .. known.Except(found).Select(row => "only in the table: " + row)];
        Assert.True(other.Length == 0, string.Join('\n', other));
    }

    [Fact]
    public void EveryDifferenceHasAReason() => Assert.All(ContractTable.Rows("differences"), row => Assert.True(row.Length == 7 && row[6].Length > 10, row[0]));

    [Fact]
    public void EveryKindHasRows()
    {
        var rows = ContractTable.Rows("written").Select(row => (row[0], row[1])).ToHashSet();
        Assert.Empty(ContractCases.Make().Where(item => !rows.Contains((item.Name, item.Form.ToString()))).Select(item => item.Name));
    }
}
