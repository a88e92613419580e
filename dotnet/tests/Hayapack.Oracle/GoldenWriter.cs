using System.Text;
using Cases;
using Theirs = MessagePack.MessagePackSerializer;

namespace Oracle;

/// <summary>Writes MessagePack-CSharp's bytes to vectors/dotnet, for test runs without that package.</summary>
internal sealed class GoldenWriter(int seed, string version) : ICaseVisitor
{
    private const int Rows = 32;
    private const int LongestRow = 700;
    private readonly SortedDictionary<string, StringBuilder> files = new(StringComparer.Ordinal);

    public static void Write(string folder, int seed, string version)
    {
        var writer = new GoldenWriter(seed, version);
        foreach (var item in AllCases.Make())
        {
            item.Visit(writer);
        }

        foreach (var (name, text) in writer.files)
        {
            File.WriteAllText(Path.Combine(folder, name + ".tsv"), text.ToString());
        }
    }

    public void Visit<T>(Case<T> item)
    {
        if (!files.TryGetValue(item.Group, out var text))
        {
            files.Add(item.Group, text = new StringBuilder("# type\tvalue\tbytes\twritten by MessagePack-CSharp\n"));
        }

        var seen = new HashSet<string>();
        var maker = new Maker(seed);
        for (var i = 0; i < item.Edges.Count + Rows; i++)
        {
            var value = i < item.Edges.Count ? item.Edges[i] : item.Make(maker);
            if (Comparison.Written(value, item.Form) is not { } written)
            {
                return;
            }

            var bytes = Convert.ToHexStringLower(written);
            var shown = Show.Text(Theirs.Deserialize<T>(written, TheirForms.Reading(item.Form)));
            if (shown.Length + bytes.Length <= LongestRow && seen.Add(bytes))
            {
                text.Append(item.Name).Append('\t').Append(shown).Append('\t').Append(bytes).Append('\t').Append(version).Append('\n');
            }
        }
    }
}
