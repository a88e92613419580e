using System.Text;
using System.Text.Json.Nodes;

namespace Bench;

/// <summary>A workload: values of one kind, and a case for each codec, which is created on demand.</summary>
/// <param name="Name">The name in the tables.</param>
/// <param name="Kind">The kind of data: workloads of one kind have means of their own.</param>
/// <param name="Cases">Makes the cases.</param>
internal sealed record Workload(string Name, string Kind, Func<IEnumerable<Case>> Cases)
{
    /// <summary>Gets the name in small letters and digits, with underscores between words.</summary>
    public string Key
    {
        get
        {
            var key = new StringBuilder();
            foreach (var letter in Name.ToLowerInvariant())
            {
                if (char.IsAsciiLetterOrDigit(letter))
                {
                    key.Append(letter);
                }
                else if (key.Length > 0 && key[^1] != '_')
                {
                    key.Append('_');
                }
            }

            return key.ToString().TrimEnd('_');
        }
    }
}

/// <summary>All workloads, in the order of the tables.</summary>
internal static class Workloads
{
    private static readonly Workload[] All =
    [
        .. ByIndex.Cases.All(), .. ByName.Cases.All(), .. SparseCases.All(), .. ArrayCases.All(), .. PlainCases.All(),
        .. CompressedCases.All(), .. TypelessCases.All(), .. JsonCases.All(), .. HubCases.All(),
        .. ModelsByIndex.Cases.All(), .. ModelsByName.Cases.All(),
    ];

    /// <summary>Returns a codec's case, null if there is none.</summary>
    public static Case? Find(string workload, string codec) =>
        All.FirstOrDefault(one => one.Key == workload)?.Cases().FirstOrDefault(one => one.Codec == codec);

    /// <summary>Returns each workload with the names of its codecs.</summary>
    public static JsonArray List() =>
    [
        .. All.Select(one => Row(one.Key, one.Name, one.Kind, one.Cases().Select(found => found.Codec))),
        Row(FirstCall.Key, FirstCall.Name, FirstCall.Name, FirstCall.Codecs),
    ];

    private static JsonObject Row(string key, string name, string kind, IEnumerable<string> codecs) => new()
    {
        ["key"] = key,
        ["name"] = name,
        ["kind"] = kind,
        ["codecs"] = new JsonArray([.. codecs.Select(codec => (JsonNode)codec)]),
    };
}
