using System.Buffers;
using System.Text;

namespace Hayapack.Fuzz;

/// <summary>Compares MessageInspector, MessageScanner and MessagePackHeader with Validate and with each other.</summary>
internal static class Inspection
{
    /// <param name="input">The input.</param>
    /// <param name="split">The same input in segments.</param>
    /// <param name="valid">What Validate found.</param>
    internal static void Check(byte[] input, in ReadOnlySequence<byte> split, Differential.Answer valid)
    {
        (string values, string? fault, long end) = List(new MessageInspector(input));
        Expect((values, fault, end), List(new MessageInspector(split)), "in segments");
        Expect(valid.Is("extra_data") ? null : valid.Fault, fault, "Validate");
        (string structure, string? broken, long structureEnd) = List(
            new MessageInspector(input, null, MessageInspectorOptions.StructureOnly | MessageInspectorOptions.Incomplete));
        Expect(true, structure.StartsWith(values, StringComparison.Ordinal), "the values of the structure");

        var scanner = new MessageScanner();
        bool isComplete = false;
        int length = 0;
        try
        {
            for (int size = 0; size <= input.Length && !isComplete; size++)
            {
                isComplete = scanner.TryFindEnd(input.AsSpan(0, size), out length);
            }

            Expect(broken is null, isComplete, "MessageScanner");
            Expect(isComplete ? structureEnd : 0, length, "the length");
        }
        catch (MessagePackSerializationException error)
        {
            Expect(broken, Differential.Describe(With(error, MessageInspector.PathAt(input, error.Offset))), "MessageScanner");
        }
    }

    private static MessagePackSerializationException With(MessagePackSerializationException error, string? path)
    {
        error.Path = path;
        return error;
    }

    private static (string Values, string? Fault, long End) List(MessageInspector inspector)
    {
        var values = new StringBuilder();
        try
        {
            while (inspector.Read())
            {
                values.Append($"{inspector.Offset} {inspector.Header} {inspector.Depth} {inspector.Index} {inspector.IsKey};");
            }

            return (values.ToString(), null, inspector.End);
        }
        catch (MessagePackSerializationException fault)
        {
            return (values.ToString(), Differential.Describe(fault), 0);
        }
        finally
        {
            inspector.Dispose();
        }
    }

    private static void Expect<T>(T expected, T actual, string what)
    {
        if (!EqualityComparer<T>.Default.Equals(expected, actual))
        {
            throw new InvalidOperationException($"MessageInspector and {what}: {expected}, then {actual}");
        }
    }
}
