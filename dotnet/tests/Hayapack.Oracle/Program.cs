using System.Globalization;
using Cases;
using Hayapack.Tests.Api;
using Oracle;

// Compares hayapack with the version of MessagePack-CSharp that it was built with.
//   --count=N      the number of values per type (1000)   --seed=N       the seed of the values
//   --only=TEXT    only types with TEXT in their names    --golden=DIR   also write golden rows to DIR
//   --schemas=DIR  write vectors/schemas of what make generate wrote to DIR, and compare nothing else
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
var options = args.Select(argument => argument.Split('=', 2)).ToDictionary(pair => pair[0], pair => pair[1]);
var count = int.Parse(options.GetValueOrDefault("--count", "1000"), CultureInfo.InvariantCulture);
var seed = int.Parse(options.GetValueOrDefault("--seed", "11"), CultureInfo.InvariantCulture);
var only = options.GetValueOrDefault("--only", "");
var version = typeof(MessagePack.MessagePackSerializer).Assembly.GetName().Version!.ToString(2);

if (options.TryGetValue("--schemas", out var schemas))
{
    return SchemaComparison.Run(schemas) == 0 ? 0 : 1;
}

var comparison = new Comparison(seed, count, version);
var typeless = new TypelessComparison(seed, Math.Max(1, count / 10), version);
foreach (var item in AllCases.Make().Where(item => item.Name.Contains(only, StringComparison.Ordinal)))
{
    item.Visit(comparison);
    item.Visit(typeless);
}

var folder = options.GetValueOrDefault("--golden");
if (folder is not null)
{
    GoldenWriter.Write(folder, seed, version);
}

var names = ApiNames.Of(typeof(MessagePack.MessagePackSerializer).Assembly, typeof(MessagePack.MessagePackObjectAttribute).Assembly);
if (folder is not null && version == "3.1")
{
    File.WriteAllLines(Path.Combine(folder, "api.tsv"), names);
}

var notAsMeant = MeantDifferences.Check();
var contracts = ContractComparison.Run(version, folder);
var schemaRows = version == "3.1" ? SchemaComparison.Run(null) : 0;
return comparison.Report() + typeless.Report(folder) + notAsMeant + contracts + schemaRows == 0 ? 0 : 1;
