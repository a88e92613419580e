using System.Runtime.CompilerServices;

namespace Hayapack.Tests.Vectors;

/// <summary>Reads the files of vectors/; vectors/README.md describes their format.</summary>
internal static class VectorFile
{
    internal static readonly string Root = FindRoot();

    internal record Row(string File, string[] Fields)
    {
        internal string Name => Fields[0];

        internal byte[] Bytes { get; } = ByteTerms.Parse(Fields[1]);

        public override string ToString() => $"{File}: {Name}";
    }

    internal static IEnumerable<Row> Rows(string folder)
    {
        foreach (string path in Directory.GetFiles(Path.Combine(Root, "vectors", folder), "*.tsv").Order(StringComparer.Ordinal))
        {
            foreach (Row row in RowsOf(Path.Combine(folder, Path.GetFileName(path))))
            {
                yield return row;
            }
        }
    }

    internal static IEnumerable<Row> RowsOf(string file)
    {
        foreach (string line in File.ReadAllLines(Path.Combine(Root, "vectors", file)))
        {
            if (line.Length > 0 && line[0] != '#')
            {
                yield return new Row(file, line.Split('\t'));
            }
        }
    }

    /// <summary>Returns the first column of a file whose rows have no bytes.</summary>
    internal static IEnumerable<string> NamesOf(string file) =>
        from line in File.ReadAllLines(Path.Combine(Root, "vectors", file))
        where line.Length > 0 && line[0] != '#'
        select line.Split('\t')[0];

    private static string FindRoot([CallerFilePath] string here = "")
    {
        string? folder = AppContext.BaseDirectory;
        while (folder is not null && !File.Exists(Path.Combine(folder, "vectors", "README.md")))
        {
            folder = Path.GetDirectoryName(folder);
        }

        return folder ?? throw new InvalidOperationException($"No vectors/ above {AppContext.BaseDirectory} (built from {here}).");
    }
}
