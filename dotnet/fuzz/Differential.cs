using System.Buffers;
using Hayapack.Tests;

namespace Hayapack.Fuzz;

/// <summary>
/// Differential fuzzing: reads an input with Validate, Deserialize, Skip, MessagePackValue and typed formatters, as one
/// segment and as several, and throws if the results contradict each other.
/// </summary>
internal static class Differential
{
    private static readonly MessagePackSerializerOptions Deep = MessagePackSerializerOptions.Standard.WithSecurity(
        MessagePackSecurity.UntrustedData.WithMaximumObjectGraphDepth(MessagePackLimits.Default.MaximumDepth));

    /// <summary>The result of reading: a value, or the text of an error.</summary>
    internal readonly record struct Answer(object? Value, string? Fault)
    {
        internal bool Is(string name) => Fault is not null && Fault.StartsWith(name + " ", StringComparison.Ordinal);
    }

    /// <summary>Checks an input and returns whether it is a valid message.</summary>
    /// <exception cref="InvalidOperationException">Two results differ.</exception>
    internal static bool Check(byte[] input, Mutator random)
    {
        ReadOnlySequence<byte> split = Split(input, random);
        Answer valid = Try(() => MessagePackSerializer.Validate(input));
        bool all = random.Below(4) == 0;
        if (all)
        {
            Expect(valid, Try(() => MessagePackSerializer.Validate(split)), "Validate in segments");
        }

        Answer read = Try(() => MessagePackSerializer.Deserialize<object>(input, Deep));
        Answer readSplit = Try(() => MessagePackSerializer.Deserialize<object>(split, Deep));
        Expect(read, readSplit, "object in segments");
        bool canDiffer = read.Is("invalid_key") || read.Is("timestamp_range");
        if (!canDiffer)
        {
            // Deserialize ignores bytes after the value; Validate does not.
            Expect(valid.Is("extra_data") ? new Answer(null, null) : valid with { Value = null }, read with { Value = null }, "object and Validate");
        }

        // An error takes twenty times as long as a small message, so of an invalid one each check gets its share.
        int part = random.Below(valid.Fault is null ? 3 : 5);
        if (valid.Fault is null)
        {
            Lazy(input, read, canDiffer);
        }

        if (valid.Fault is null || part == 3)
        {
            Compressed.Check(input, split, random, Expect);
        }

        if (valid.Fault is null || part == 4)
        {
            Skip(input, all ? split : null, valid);
        }

        switch (part)
        {
            case 0:
                Json.Check(input, split, random, Expect);
                break;
            case 1:
                Inspection.Check(input, split, valid);
                break;
            case 2:
                Typed.Check(input, split, random, ExpectText);
                break;
        }

        Samples.Check(random, ExpectText);
        return valid.Fault is null;
    }

    internal static string Describe(MessagePackSerializationException fault) => $"{fault.ErrorName} {fault.Offset} {fault.Path}";

    /// <summary>Returns whether an error has a path, and a cause only where MessagePack-CSharp threw another exception.</summary>
    internal static bool IsOfInput(MessagePackSerializationException fault) => fault.Path is not null
        && fault.InnerException is null or EndOfStreamException or OverflowException or InsufficientExecutionStackException;

    internal static Answer Try(Action check) => Try(() =>
    {
        check();
        return null;
    });

    internal static Answer Try(Func<object?> read)
    {
        try
        {
            return new Answer(read(), null);
        }
        catch (MessagePackSerializationException fault)
        {
            return IsOfInput(fault)
                ? new Answer(null, Describe(fault))
                : throw new InvalidOperationException("an error that the input did not cause", fault);
        }
    }

    private static void Skip(byte[] input, ReadOnlySequence<byte>? split, Answer valid)
    {
        (long one, string? fault) = SkipOne(new MessagePackReader(input));
        (long other, string? otherFault) = split is null ? (one, fault) : SkipOne(new MessagePackReader(split.Value));
        if (one != other || fault != otherFault)
        {
            throw new InvalidOperationException($"Skip: {fault} {one}, in segments {otherFault} {other}");
        }

        bool isContent = valid.Is("invalid_utf8") || valid.Is("invalid_timestamp");
        if (!isContent && !valid.Is("extra_data") && (valid.Fault is null) != (fault is null))
        {
            throw new InvalidOperationException($"Validate: {valid.Fault}, Skip: {fault}");
        }

        if (!isContent && fault is not null && !valid.Fault!.StartsWith(fault + " ", StringComparison.Ordinal))
        {
            throw new InvalidOperationException($"Validate: {valid.Fault}, Skip: {fault}");
        }
    }

    private static (long Consumed, string? Fault) SkipOne(MessagePackReader reader)
    {
        try
        {
            reader.Skip();
            return (reader.Consumed, null);
        }
        catch (MessagePackSerializationException fault)
        {
            return (0, $"{fault.ErrorName} {fault.Offset}");
        }
    }

    private static void Lazy(byte[] input, Answer read, bool canDiffer)
    {
        var value = new MessagePackValue(input);
        if (value.Raw.Length != input.Length)
        {
            throw new InvalidOperationException("MessagePackValue.Raw");
        }

        if (!canDiffer && !Same.Values(read.Value, Eager(value)))
        {
            throw new InvalidOperationException("MessagePackValue gives another value");
        }

        if (!canDiffer)
        {
            byte[] written = MessagePackSerializer.Serialize(read.Value, Deep);
            if (!Same.Values(read.Value, MessagePackSerializer.Deserialize<object>(written, Deep)))
            {
                throw new InvalidOperationException("a round trip changed the value");
            }
        }
    }

    /// <summary>Reads an array by enumerating its MessagePackValue; any other value as an object.</summary>
    private static object? Eager(MessagePackValue value)
    {
        if (value.Type != MessagePackType.Array)
        {
            return value.ToObject(Deep);
        }

        var items = new List<object?>();
        foreach (MessagePackValue item in value)
        {
            items.Add(item.ToObject(Deep));
        }

        return items.ToArray();
    }

    private static void Expect(Answer expected, Answer actual, string what)
    {
        if (expected.Fault != actual.Fault || !Same.Values(expected.Value, actual.Value))
        {
            throw new InvalidOperationException($"{what}: {expected.Fault ?? "a value"}, then {actual.Fault ?? "another value"}");
        }
    }

    private static void ExpectText(string? expected, string? actual, string what) => Expect(new Answer(null, expected), new Answer(null, actual), what);

    internal static ReadOnlySequence<byte> Split(byte[] input, Mutator random) => random.Below(4) == 0
        ? Segments.Each(input, 1 + random.Below(4))
        : Segments.Split(input, random.Below(input.Length + 1));
}
