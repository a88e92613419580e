using System.Text;
using Cases;
using Hayapack;
using Ours = Hayapack.MessagePackSerializer;
using Theirs = MessagePack.MessagePackSerializer;

namespace Oracle;

/// <summary>
/// Writes each value as a typed value with both libraries, alone and as a member of an object, and reads each output with
/// the other library.
/// </summary>
internal sealed class TypelessComparison(int seed, int count, string version) : ICaseVisitor
{
    private const int ShownFailures = 2;
    private const int GoldenRows = 6;
    private const int LongestRow = 900;

    private static readonly MessagePackSerializerOptions FullNames =
        Ours.Typeless.DefaultOptions.WithTypeTable(CaseTypes.Table()).WithSecurity(MessagePackSecurity.TrustedData);

    private static readonly MessagePackSerializerOptions ShortNames = FullNames.WithOmitAssemblyVersion(true);

    private static readonly MessagePack.MessagePackSerializerOptions TheirShortNames =
        Theirs.Typeless.DefaultOptions.WithOmitAssemblyVersion(true);

    private readonly List<string> failures = [];
    private readonly List<string> unknown = [];
    private readonly StringBuilder golden = new("# type\tvalue\tbytes\twritten by MessagePack-CSharp\n");
    private int types;
    private long values;

    public void Visit<T>(Case<T> item)
    {
        if (item.Group == "forms" || Differences.IsOtherTypeless(item.Name))
        {
            return;
        }

        var maker = new Maker(seed);
        var failed = 0;
        var rows = 0;
        for (var i = 0; i < count + item.Edges.Count && failed < ShownFailures; i++)
        {
            object? value = i < item.Edges.Count ? item.Edges[i] : item.Make(maker);
            if (value is null)
            {
                continue;
            }

            if (Written(value) is not { } theirs)
            {
                unknown.Add(item.Name);
                return;
            }

            if (Compare(item.Name, value, theirs) is { } failure)
            {
                failures.Add($"typeless {item.Name}, value {i}: {failure}");
                failed++;
            }

            rows += rows < GoldenRows && AddGolden(item.Name, theirs) ? 1 : 0;
            values++;
        }

        types++;
    }

    public int Report(string? goldenFolder)
    {
        foreach (var failure in failures)
        {
            Console.WriteLine(failure);
        }

        if (goldenFolder is not null)
        {
            File.WriteAllText(Path.Combine(goldenFolder, "typeless.tsv"), golden.ToString());
        }

        Console.WriteLine($"MessagePack-CSharp {version} does not write typeless: {(unknown.Count == 0 ? "none" : string.Join(", ", unknown))}");
        Console.WriteLine($"typeless: {types} types, seed {seed}: {values} values compared with MessagePack-CSharp {version}, {failures.Count} failed");
        return failures.Count == 0 ? 0 : 1;
    }

    /// <summary>Returns MessagePack-CSharp's bytes with short type names; null if it cannot write the value.</summary>
    private static byte[]? Written(object value)
    {
        try
        {
            var written = Theirs.Typeless.Serialize(value, TheirShortNames);
            Theirs.Typeless.Deserialize(written);
            return written;
        }
        catch (MessagePack.MessagePackSerializationException)
        {
            return null;
        }
    }

    private static string? Compare(string name, object value, byte[] theirs)
    {
        try
        {
            var holder = new Holder { Any = value, Number = 5, Items = [value, null, 7] };
            return Same(name, theirs, Ours.Typeless.Serialize(value, ShortNames))
                ?? Same(name, Theirs.Typeless.Serialize(value), Ours.Typeless.Serialize(value, FullNames))
                ?? Same(name, Theirs.Typeless.Serialize(holder, TheirShortNames), Ours.Typeless.Serialize(holder, ShortNames))
                ?? Read(name, theirs)
                ?? Read(name, Theirs.Typeless.Serialize(holder));
        }
        catch (Exception error) when (error is not OutOfMemoryException)
        {
            return $"{Show.Text(value)}: {error.GetType().Name}: {error.Message} {error.InnerException?.Message}\n  {error.StackTrace?.Split('\n')[0].Trim()}\n  bytes {Hex(theirs)}";
        }
    }

    private static string? Same(string name, byte[] theirs, byte[] ours) =>
        ours.AsSpan().SequenceEqual(theirs) || Differences.IsOtherOrder(name, ours, theirs) ? null : $"bytes\n  ours   {Hex(ours)}\n  theirs {Hex(theirs)}";

    private static string? Read(string name, byte[] bytes)
    {
        if (Forms.IsNotRead(name))
        {
            return null;
        }

        var we = Show.Text(Ours.Typeless.Deserialize(bytes, FullNames));
        var they = Show.Text(Theirs.Typeless.Deserialize(bytes));
        return we == they ? null : $"we read {we} of {Hex(bytes)}, they {they}";
    }

    private bool AddGolden(string name, byte[] theirs)
    {
        var text = Show.Text(Theirs.Typeless.Deserialize(theirs));
        var bytes = Convert.ToHexStringLower(theirs);

        // The generic arguments are types of the oracle's assembly.
        if (text.Length + bytes.Length > LongestRow || Encoding.Latin1.GetString(theirs).Contains("[Cases.", StringComparison.Ordinal))
        {
            return false;
        }

        golden.Append(name).Append('\t').Append(text).Append('\t').Append(bytes).Append('\t').Append(version).Append('\n');
        return true;
    }

    private static string Hex(byte[] bytes) => bytes.Length <= 300 ? Convert.ToHexStringLower(bytes) : Convert.ToHexStringLower(bytes, 0, 300) + $"… ({bytes.Length} bytes)";
}
