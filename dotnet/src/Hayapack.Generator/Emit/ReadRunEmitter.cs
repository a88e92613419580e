using Hayapack.Generator.Models;

namespace Hayapack.Generator.Emit;

/// <summary>
/// Emits the code that reads consecutive members of bounded size. Their offset stays in a register, unlike the reader's
/// position. Input in segments is read so only if as many contiguous bytes follow as the members can take.
/// </summary>
internal static class ReadRunEmitter
{
    // In bytes. A longer run would more often exceed the remaining input, and its members be read one by one.
    private const int LongestRun = 192;

    /// <summary>Returns whether a member can be part of a run.</summary>
    public static bool IsBounded(MemberModel member)
        => member.CustomFormatter is null && member.Assign != AssignKind.None && SizeOf(member.Value) > 0;

    /// <summary>
    /// Returns whether a member can be added to a run. An enum is the last one of a run: it may be a name, whose size is not
    /// bounded, and reading that can move the window.
    /// </summary>
    public static bool Fits(List<MemberModel> run, MemberModel member)
        => IsBounded(member) && (run.Count == 0 || !IsEnum(run[run.Count - 1].Value)) && run.Sum(m => SizeOf(m.Value)) + SizeOf(member.Value) <= LongestRun;

    /// <summary>Emits the code that reads a run.</summary>
    /// <param name="source">Receives the code.</param>
    /// <param name="run">The members of the run.</param>
    /// <param name="assign">Returns the statement that sets a member to an expression.</param>
    /// <param name="single">Emits the code that reads one member, with its own check.</param>
    public static void Emit(SourceBuilder source, List<MemberModel> run, Func<MemberModel, string, string> assign, Action<MemberModel> single)
    {
        if (run.Count == 1)
        {
            single(run[0]);
            return;
        }

        string at = source.Local("at");
        string offset = source.Local("offset");
        string left = source.Local("left");
        source.Line("ref byte " + at + " = ref reader.PeekRun(" + run.Sum(m => SizeOf(m.Value)) + ", out int " + left + ");");
        source.Open("if (" + Api.Unsafe + ".IsNullRef(ref " + at + "))");
        run.ForEach(single);
        source.Close().Open("else");
        source.Line("int " + offset + " = 0;");
        foreach (MemberModel member in run)
        {
            ValueModel value = member.Value;
            if (value.Kind == ValueKind.Nullable)
            {
                source.Open("if (" + offset + " < " + left + " && " + Api.Unsafe + ".Add(ref " + at + ", " + offset + ") == 0xc0)");
                source.Line(offset + "++;").Line(assign(member, "default(" + value.TypeName + ")"));
                source.Close().Open("else");
                EmitTake(source, value.Element!, at, offset, left, taken => assign(member, taken));
                source.Close();
            }
            else
            {
                EmitTake(source, value, at, offset, left, taken => assign(member, taken));
            }
        }

        source.Line("reader.Advance(" + offset + ");");
        source.Close();
    }

    private static bool IsEnum(ValueModel value) => (value.Element ?? value).Kind == ValueKind.Enum;

    private static void EmitTake(SourceBuilder source, ValueModel value, string at, string offset, string left, Func<string, string> assign)
    {
        if (value.Kind == ValueKind.Enum)
        {
            source.Open("if (" + Api.ReaderType + ".IsText(ref " + at + ", " + offset + ", " + left + "))");
            source.Line("reader.Advance(" + offset + ");").Line(offset + " = 0;").Line(assign(ValueEmitter.ReadName(value)));
            source.Close().Open("else");
        }

        string taken = source.Local("taken");
        string method = value.Kind == ValueKind.DateTime ? "DateTime" : value.Primitive;
        string type = value.Kind == ValueKind.DateTime ? "global::System.DateTime" : ValueEmitter.Keyword(value.Primitive);
        source.Line(offset + " = reader.Take" + method + "(ref " + at + ", " + offset + ", " + left + ", out " + type + " " + taken + ");");
        source.Line(assign(value.Kind == ValueKind.Enum ? "(" + value.TypeName + ")" + taken : taken));
        if (value.Kind == ValueKind.Enum)
        {
            source.Close();
        }
    }

    private static int SizeOf(ValueModel value) => value.Kind switch
    {
        ValueKind.Nullable => SizeOf(value.Element!),
        ValueKind.DateTime => 15,
        ValueKind.Primitive or ValueKind.Enum => value.Primitive switch
        {
            "Boolean" => 1,
            "Int32" or "Int64" or "Double" or "Single" or "Byte" or "SByte" or "Int16" or "UInt16" or "UInt32" or "UInt64" or "Char" => 9,
            _ => 0,
        },
        _ => 0,
    };
}
