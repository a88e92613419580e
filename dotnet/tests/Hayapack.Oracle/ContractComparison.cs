using Cases.Contracts;
using MessagePack;
using MessagePack.Resolvers;

namespace Oracle;

/// <summary>
/// Compares MessagePack-CSharp with its rows of vectors/dotnet/contracts/written.tsv, and lets it read what hayapack writes.
/// </summary>
internal static class ContractComparison
{
    private static readonly TheirContracts Library = new();

    /// <summary>Prints the differences and returns their number; with a folder, writes the rows to it instead.</summary>
    public static int Run(string version, string? folder)
    {
        string[] now = [.. ContractTable.Written(Library, version)];
        string[] known = [.. ContractTable.Rows("written").Where(row => row[2] == version).Select(row => string.Join('\t', row))];
        if (folder is not null)
        {
            File.WriteAllLines(
                Path.Combine(folder, "contracts", "written.tsv"),
                ["# type\tresolver\tversion of MessagePack-CSharp\tbytes\tstate that it reads back", .. ContractTable.Rows("written").Where(row => row[2] != version).Select(row => string.Join('\t', row)).Concat(now).Order(StringComparer.Ordinal)]);
            known = now;
        }

        string[] other = [.. now.Except(known).Select(row => "now " + row), .. known.Except(now).Select(row => "was " + row), .. NotRead()];
        foreach (string row in other)
        {
            Console.WriteLine(row);
        }

        Console.WriteLine($"{now.Length} kinds of members: {other.Length} other than in vectors/dotnet/contracts or not read by MessagePack-CSharp {version}");
        return other.Length;
    }

    // What hayapack restores from its own bytes, MessagePack-CSharp must read from them, too, if it can restore the type.
    private static IEnumerable<string> NotRead() =>
        from item in ContractCases.Make()
        let theirs = item.Run(Library)
        where theirs.Bytes != ContractOutcome.Error
        from backEnd in ContractTable.BackEnds
        where item.IsFor(backEnd.Serializer)
        let ours = item.Run(backEnd.Serializer)
        where ours.Bytes != theirs.Bytes && ours.Bytes != ContractOutcome.Error
        let read = item.Read(Library, ours.Bytes)
        where read != theirs.Read && read != item.State()
        let row = $"{item.Name}\t{item.Form}\t{backEnd.Name}"
        where !MeantNotRead.Contains(row)
        select $"they read {read} of {ours.Bytes}: {row}";

    // A [Key] in a type that is written by member names: its generator writes it, its dynamic resolver and 2.5 don't
    // know it. docs/dotnet.md has a row for it.
    private static readonly HashSet<string> MeantNotRead =
    [
        "NameAndKey\tAttributes\tgenerator", "NameAndKey\tAttributes\treflection",
        "NameAndSwappedKey\tAttributes\tgenerator", "NameAndSwappedKey\tAttributes\treflection",
    ];

    private sealed class TheirContracts : IContractSerializer
    {
        public bool Knows<T>(ContractForm form) => true;

        public byte[] Write<T>(T value, ContractForm form) => MessagePackSerializer.Serialize(value, Options(form));

        public T Read<T>(byte[] bytes, ContractForm form) => MessagePackSerializer.Deserialize<T>(bytes, Options(form));

        public bool IsError(Exception error) => error is MessagePackSerializationException or TypeInitializationException;

        private static MessagePackSerializerOptions Options(ContractForm form) => MessagePackSerializerOptions.Standard.WithResolver(form switch
        {
            ContractForm.Attributes => StandardResolver.Instance,
            ContractForm.AllowPrivate => StandardResolverAllowPrivate.Instance,
            ContractForm.Contractless => ContractlessStandardResolver.Instance,
            _ => ContractlessStandardResolverAllowPrivate.Instance,
        });
    }
}
