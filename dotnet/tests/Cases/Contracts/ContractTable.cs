namespace Cases.Contracts;

/// <summary>
/// The tables of vectors/dotnet/contracts. written.tsv: what versions of MessagePack-CSharp make of each kind of member.
/// differences.tsv: where hayapack makes something else, or something that is not the whole value, with the reason.
/// </summary>
public static class ContractTable
{
    private static string Folder => Path.Combine(Golden.Folder, "contracts");

    /// <summary>hayapack's two ways to a contract.</summary>
    public static IReadOnlyList<(string Name, IContractSerializer Serializer)> BackEnds { get; } =
        [("generator", new GeneratedContracts()), ("reflection", new ReflectedContracts())];

    /// <summary>Returns the rows of a table, without comments.</summary>
    public static IReadOnlyList<string[]> Rows(string table) =>
        [.. File.ReadLines(Path.Combine(Folder, table + ".tsv")).Where(line => line[0] != '#').Select(line => line.Split('\t'))];

    /// <summary>Returns the rows of written.tsv: what a version of MessagePack-CSharp makes of each kind.</summary>
    public static IEnumerable<string> Written(IContractSerializer library, string version) =>
        from item in ContractCases.Make()
        let made = item.Run(library)
        select $"{item.Name}\t{item.Form}\t{version}\t{made.Bytes}\t{made.Read}";

    /// <summary>
    /// Returns hayapack's differences, as rows of differences.tsv without the reason: bytes other than those of 3.1;
    /// a value that is not read back whole; and what MessagePack-CSharp wrote, read as something other than what it
    /// reads itself or the whole value.
    /// </summary>
    public static IReadOnlyList<string> Differences()
    {
        ILookup<(string Name, string Form), string[]> written = Rows("written").ToLookup(row => (row[0], row[1]));
        var found = new List<string>();
        foreach (ContractCase item in ContractCases.Make())
        {
            foreach ((string name, IContractSerializer serializer) in BackEnds.Where(backEnd => item.IsFor(backEnd.Serializer)))
            {
                ContractOutcome ours = item.Run(serializer);
                foreach (string[] row in written[(item.Name, item.Form.ToString())])
                {
                    if (row[2].StartsWith('3') && row[3] != ours.Bytes)
                    {
                        Note("bytes", ours.Bytes, row[3]);
                    }

                    string read = row[3] == ContractOutcome.Error ? row[4] : item.Read(serializer, row[3]);
                    if (read != row[4] && read != item.State())
                    {
                        Note($"reads {row[2]}", read, row[4]);
                    }
                }

                if (ours.Read != item.State())
                {
                    Note("restores", ours.Read, item.State());
                }

                void Note(string what, string our, string expected) => found.Add($"{item.Name}\t{item.Form}\t{name}\t{what}\t{our}\t{expected}");
            }
        }

        return found;
    }
}
