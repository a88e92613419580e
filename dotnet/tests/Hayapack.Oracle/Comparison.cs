using System.Buffers;
using Cases;
using Ours = Hayapack.MessagePackSerializer;
using Theirs = MessagePack.MessagePackSerializer;

namespace Oracle;

/// <summary>Writes each value with both libraries, compares the bytes, and reads each output with the other library.</summary>
internal sealed class Comparison(int seed, int count, string version) : ICaseVisitor
{
    private const int ShownFailures = 3;
    private readonly List<string> failures = [];
    private readonly List<string> unknown = [];
    private int types;
    private long values;

    public void Visit<T>(Case<T> item)
    {
        if (Differences.IsOtherList(item.Name))
        {
            return;
        }

        var maker = new Maker(seed);
        var failed = 0;
        for (var i = 0; i < count + item.Edges.Count && failed < ShownFailures; i++)
        {
            var value = i < item.Edges.Count ? item.Edges[i] : item.Make(maker);
            if (Written(value, item.Form) is not { } theirs)
            {
                unknown.Add(item.Name);
                return;
            }

            if (Compare(item, value, theirs, maker) is { } failure)
            {
                failures.Add($"{item.Name}, value {i}: {failure}");
                failed++;
            }

            values++;
        }

        types++;
    }

    public int Report()
    {
        foreach (var failure in failures)
        {
            Console.WriteLine(failure);
        }

        Console.WriteLine($"MessagePack-CSharp {version} does not know: {(unknown.Count == 0 ? "none" : string.Join(", ", unknown))}");
        Console.WriteLine($"{types} types, seed {seed}: {values} values compared with MessagePack-CSharp {version}, {failures.Count} failed");
        return failures.Count == 0 ? 0 : 1;
    }

    /// <summary>Returns MessagePack-CSharp's bytes; null for a type that its version does not support.</summary>
    public static byte[]? Written<T>(T value, Form form)
    {
        try
        {
            return Theirs.Serialize(value, TheirForms.Writing(form));
        }
        catch (MessagePack.MessagePackSerializationException error) when (error.GetBaseException() is MessagePack.FormatterNotRegisteredException)
        {
            return null;
        }
    }

    private static string? Compare<T>(Case<T> item, T value, byte[] theirs, Maker maker)
    {
        var text = Show.Text(value);
        try
        {
            var ours = Ours.Serialize(value, Forms.Writing(item.Form));
            if (!ours.AsSpan().SequenceEqual(theirs) && !Differences.IsOtherOrder(item.Name, ours, theirs))
            {
                return $"bytes of {text}\n  ours   {Hex(ours)}\n  theirs {Hex(theirs)}";
            }

            if (Forms.IsNotRead(item.Name))
            {
                return null;
            }

            var options = Forms.Reading(item.Form);
            var theirOptions = TheirForms.Reading(item.Form);
            var weRead = Show.Text(Ours.Deserialize<T>(theirs, options));
            var theyRead = Show.Text(Theirs.Deserialize<T>(ours, theirOptions));
            var theyReadTheirs = Show.Text(Theirs.Deserialize<T>(theirs, theirOptions));
            if (theyRead != theyReadTheirs)
            {
                return $"they read {theyRead} of {Hex(ours)}, not {theyReadTheirs}";
            }

            if (weRead != theyReadTheirs)
            {
                return $"we read {weRead} of {Hex(theirs)}, they {theyReadTheirs}";
            }

            var split = maker.Below(theirs.Length + 1);
            var inTwo = Show.Text(Ours.Deserialize<T>(Pieces.Of(theirs, split), options));
            return inTwo == weRead ? null : $"in two pieces, cut at {split}, we read {inTwo} of {Hex(theirs)}, not {weRead}";
        }
        catch (Exception error) when (error is not OutOfMemoryException)
        {
            return $"{text}: {error.GetType().Name}: {error.Message} {error.InnerException?.Message}\n  {error.StackTrace?.Split('\n')[0].Trim()}\n  bytes {Hex(theirs)}";
        }
    }

    private static string Hex(byte[] bytes) => bytes.Length <= 200 ? Convert.ToHexStringLower(bytes) : Convert.ToHexStringLower(bytes, 0, 200) + $"… ({bytes.Length} bytes)";
}
