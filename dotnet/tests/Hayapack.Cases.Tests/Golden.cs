namespace Cases;

/// <summary>One value that MessagePack-CSharp wrote.</summary>
public sealed record GoldenRow(string Name, string Text, byte[] Bytes);

/// <summary>The rows of vectors/dotnet.</summary>
public static class Golden
{
    public static string Folder { get; } = Find();

    public static IEnumerable<GoldenRow> Rows(string file) =>
        from line in File.ReadLines(Path.Combine(Folder, file + ".tsv"))
        where line[0] != '#'
        let cells = line.Split('\t')
        select new GoldenRow(cells[0], cells[1], Convert.FromHexString(cells[2]));

    /// <summary>Returns whether a type does not preserve order, so that writing a value again gives other bytes.</summary>
    public static bool LosesOrder(string name) =>
        name.StartsWith("ConcurrentBag", StringComparison.Ordinal) || name.StartsWith("PriorityQueue", StringComparison.Ordinal) ||
        name.StartsWith("ImmutableHashSet", StringComparison.Ordinal) || name.StartsWith("IImmutableSet", StringComparison.Ordinal) ||
        name.Contains("ImmutableDictionary", StringComparison.Ordinal) || name.StartsWith("ConcurrentDictionary", StringComparison.Ordinal) ||
        name is "Hashtable" or "IDictionary";

    public static string? Accept(this Case item, ICaseVisitor visitor)
    {
        item.Visit(visitor);
        return (string?)visitor.GetType().GetProperty("Failure")!.GetValue(visitor);
    }

    private static string Find()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            var found = Path.Combine(folder.FullName, "vectors", "dotnet");
            if (Directory.Exists(found))
            {
                return found;
            }
        }

        throw new DirectoryNotFoundException("vectors/dotnet");
    }
}
