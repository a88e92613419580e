using System.Text;
using Hayapack.Generator.Models;

namespace Hayapack.Generator.Emit;

/// <summary>
/// Emits the method that writes an object. Consecutive headers, keys, nils, strings and members of bounded size form a
/// run, for which capacity is reserved once.
/// </summary>
internal static class ObjectWriteEmitter
{
    // In bytes. MessagePackPrimitives stores 8 bytes for an integer of any size, so bytes after the run are
    // overwritten.
    private const int Slack = 8;

    // In bytes. A longer run would make small output buffers grow for every object.
    public const int LongestRun = 512;

    /// <summary>Emits the method, and returns the names of the constants that were emitted with it.</summary>
    public static HashSet<string> Emit(SourceBuilder source, TypeModel type)
    {
        HashSet<string> constants = new();
        source.Line();
        source.Open("internal static ref byte Write(" + Api.Writer + ", " + Api.Cursor + ", " + type.TypeName + " value, " + Api.Options + ")");
        if (!type.IsValueType)
        {
            source.Open("if (value is null)").Line("return ref writer.WriteNil(ref at);").Close().Line();
        }

        if (OmitDefaultsEmitter.Applies(type))
        {
            source.Open("if (!options.IsStandard)").Line("return ref WriteByRules(ref writer, ref at, value, options);").Close().Line();
            IEnumerable<byte[]> copied = OmitDefaultsEmitter.EmitBody(source, type, standard: true, byRules: false);
            source.Line("return ref at;").Close();
            EmitBlobs(source, copied, constants);
            return constants;
        }

        List<Step> steps = Steps(type, standard: true);
        List<Step> generalSteps = Steps(type, standard: false);
        bool general = generalSteps.Any(s => s.LongKey is not null || (s.Member is { CustomFormatter: null } m && NeedsFormatter(m.Value)));
        if (general)
        {
            source.Open("if (!options.IsStandard)").Line("return ref WriteWith(ref writer, ref at, value, options);").Close().Line();
        }

        EmitBody(source, type, steps, standard: true);
        source.Line("return ref at;");
        source.Close();
        if (general)
        {
            source.Line();
            source.Line("// Other resolvers can replace the formatters of members. The old format (OldSpec) has no str 8.");
            source.Line(Api.NoInlining);
            source.Open("private static ref byte WriteWith(" + Api.Writer + ", " + Api.Cursor + ", " + type.TypeName + " value, " + Api.Options + ")");
            EmitBody(source, type, generalSteps, standard: false);
            source.Line("return ref at;");
            source.Close();
        }

        EmitBlobs(source, (general ? steps.Concat(generalSteps) : steps).Where(s => s.Bytes is not null).Select(s => s.Bytes!), constants);
        return constants;
    }

    /// <summary>Emits the constants that the code copies, but for those already emitted.</summary>
    public static void EmitBlobs(SourceBuilder source, IEnumerable<byte[]> bytes, HashSet<string> emitted)
    {
        foreach (IGrouping<string, byte[]> blob in bytes.Where(b => b.Length > 1).GroupBy(BlobName).Where(b => emitted.Add(b.Key)))
        {
            source.Line();
            source.Line("private static global::System.ReadOnlySpan<byte> " + blob.Key + " => new byte[] { " + string.Join(", ", Padded(blob.First())) + " };");
        }
    }

    /// <summary>Returns whether a resolver can change how a type is written.</summary>
    public static bool NeedsFormatter(ValueModel value) => value.Kind is not (ValueKind.Primitive or ValueKind.Bytes);

    /// <summary>Returns whether an object can contain others, so that its depth must be counted.</summary>
    public static bool CanNest(TypeModel type)
        => type.Extra is not null || type.Members.Any(m => m.CustomFormatter is not null
            || m.Value.Kind is ValueKind.Formatter or ValueKind.Generated or ValueKind.Array or ValueKind.List or ValueKind.Map
            || (m.Value.Kind == ValueKind.Nullable && m.Value.MaxBytes == 0));

    private static void EmitBody(SourceBuilder source, TypeModel type, List<Step> steps, bool standard)
    {
        CallbackEmitter.EmitBefore(source, type);
        bool nests = CanNest(type) || !standard;
        if (nests)
        {
            source.Line("writer.EnterDepth(ref at, options);");
        }

        List<Step> run = new();
        int size = 0;
        foreach (Step step in steps)
        {
            int worst = step.MaxBytes(standard);
            bool text = standard && step.IsText;
            if (!text && (worst == 0 || size + worst > LongestRun))
            {
                EmitRun(source, type, run, size);
                size = 0;
            }

            if (step.LongKey is { } key)
            {
                ValueEmitter.EmitCall(source, "writer.Write(" + Api.Literal(key) + ");");
            }
            else if (worst == 0 && !text)
            {
                EmitMember(source, step.Member!, MemberAccess.Get(type, step.Member!, "value"), standard);
            }
            else
            {
                run.Add(step);
                size += worst;
            }
        }

        EmitRun(source, type, run, size);
        if (nests)
        {
            source.Line("writer.LeaveDepth();");
        }
    }

    private static void EmitRun(SourceBuilder source, TypeModel type, List<Step> run, int size)
    {
        if (run.Count == 0)
        {
            return;
        }

        string worst = WithSlack(size);
        Dictionary<Step, string> texts = run.Where(s => s.IsText).ToDictionary(s => s, _ => source.Local("text"));
        if (texts.Count > 0)
        {
            // Each property is read once, because a second call could return a different string.
            foreach (KeyValuePair<Step, string> text in texts)
            {
                source.Line("string " + text.Value + " = " + MemberAccess.Get(type, text.Key.Member!, "value") + ";");
            }

            string sum = source.Local("worst");
            source.Line("int " + sum + " = " + worst + string.Concat(texts.Values.Select(t => " + " + Api.Primitives + ".MaxStringSize(" + t + ")")) + ";");
            worst = sum;
        }

        source.Line("at = ref writer.Reserve(ref at, " + worst + ");");

        // The number of constant bytes written after the cursor: it advances only with what follows them.
        int constant = 0;
        foreach (Step step in run)
        {
            string target = constant == 0 ? "ref at" : "ref " + Api.Unsafe + ".Add(ref at, " + constant + ")";
            if (step.Bytes is { } bytes)
            {
                EmitCopy(source, target, bytes);
                constant += bytes.Length;
                continue;
            }

            if (step.IsText)
            {
                EmitText(source, texts[step], target, constant, worst);
            }
            else
            {
                EmitAdvance(source, ValueEmitter.EmitBounded(source, step.Member!.Value, MemberAccess.Get(type, step.Member, "value"), target), constant);
            }

            constant = 0;
        }

        if (constant > 0)
        {
            source.Line("at = ref " + Api.Unsafe + ".Add(ref at, " + constant + ");");
        }

        run.Clear();
    }

    /// <summary>Emits the code that writes a string to reserved memory.</summary>
    /// <param name="source">Receives the code.</param>
    /// <param name="text">The string.</param>
    /// <param name="target">Where it is written.</param>
    /// <param name="constant">The number of bytes between the cursor and the target.</param>
    /// <param name="worst">The number of bytes to reserve again if it is written otherwise.</param>
    public static void EmitText(SourceBuilder source, string text, string target, int constant, string worst)
    {
        string written = source.Local("written");
        source.Line("int " + written + " = " + Api.Primitives + ".WriteString(" + target + ", " + text + ");");
        EmitAdvance(source, written, constant);
        source.Open("if (" + written + " == 0)");
        source.Line("at = ref writer.WriteUncommonText(ref at, " + text + ", " + worst + ");");
        source.Close();
    }

    public static void EmitAdvance(SourceBuilder source, string count, int constant) =>
        source.Line("at = ref " + Api.Unsafe + ".Add(ref at, " + count + (constant == 0 ? "" : " + " + constant) + ");");

    public static void EmitCopy(SourceBuilder source, string target, byte[] bytes)
    {
        if (bytes.Length == 1)
        {
            source.Line(Api.Unsafe + ".WriteUnaligned(" + target + ", (byte)" + bytes[0] + ");");
        }
        else
        {
            source.Line(Api.Unsafe + ".CopyBlockUnaligned(" + target + ", ref global::System.Runtime.InteropServices.MemoryMarshal.GetReference(" + BlobName(bytes) + "), " + PaddedLength(bytes) + ");");
        }
    }

    /// <summary>Emits the code that writes a member of any size.</summary>
    public static void EmitMember(SourceBuilder source, MemberModel member, string value, bool standard)
    {
        if (member.CustomFormatter is not null)
        {
            ValueEmitter.EmitCall(source, FormatterEmitter.CustomName(member) + ".Serialize(ref writer, " + value + ", options);");
        }
        else
        {
            ValueEmitter.EmitWrite(source, member.Value, value, standard);
        }
    }

    // With other than the standard options, the writer writes keys of more than 31 bytes: their header depends on
    // OldSpec.
    private static List<Step> Steps(TypeModel type, bool standard)
    {
        List<Step> steps = new();
        List<byte> constant = new();
        MemberModel[] written = type.Members.Where(m => m.IsReadable).ToArray();
        int length = type.IsMap ? written.Length : written.Length == 0 ? 0 : written[written.Length - 1].Index + 1;
        constant.AddRange(Bytes.Header((uint)length, type.IsMap));
        int index = 0;
        foreach (MemberModel member in written)
        {
            if (type.IsMap)
            {
                byte[] text = Bytes.Text(member.Key!).ToArray();
                if (standard || text[0] != 0xd9)
                {
                    constant.AddRange(text);
                }
                else
                {
                    Flush();
                    steps.Add(new Step(null, null, member.Key));
                }
            }
            else
            {
                constant.AddRange(Enumerable.Repeat((byte)0xc0, member.Index - index));
                index = member.Index + 1;
            }

            Flush();
            steps.Add(new Step(null, member));
        }

        Flush();
        return steps;

        void Flush()
        {
            for (int from = 0; from < constant.Count; from += LongestRun / 2)
            {
                steps.Add(new Step(constant.Skip(from).Take(LongestRun / 2).ToArray(), null));
            }

            constant.Clear();
        }
    }

    /// <summary>Returns the number of bytes to reserve for a run.</summary>
    public static string WithSlack(int size) => (size + Slack).ToString(System.Globalization.CultureInfo.InvariantCulture);

    /// <summary>Returns whether a member is a string, whose size is known only when it is written.</summary>
    public static bool IsText(MemberModel member, bool standard) => standard && member is { CustomFormatter: null, Value.Kind: ValueKind.String };

    /// <summary>Returns the most bytes that a member takes as a part of a run, or 0 if it is none.</summary>
    public static int Worst(MemberModel member, bool standard)
        => member.CustomFormatter is not null || (!standard && NeedsFormatter(member.Value)) ? 0 : member.Value.MaxBytes;

    // Up to 64 bytes, the number of bytes copied is rounded up to whole words. The excess is overwritten by the next
    // value or not committed; MaxBytes includes it.
    public static int PaddedLength(byte[] bytes) => bytes.Length switch
    {
        <= 4 => 4,
        <= 8 => 8,
        <= 64 => bytes.Length <= 16 ? 16 : (bytes.Length + 7) / 8 * 8,
        _ => bytes.Length,
    };

    private static IEnumerable<byte> Padded(byte[] bytes) => bytes.Concat(new byte[PaddedLength(bytes) - bytes.Length]);

    private static string BlobName(byte[] bytes)
    {
        StringBuilder name = new("B");
        foreach (byte b in bytes.Take(40))
        {
            name.Append(b is >= (byte)'a' and <= (byte)'z' or >= (byte)'A' and <= (byte)'Z' or >= (byte)'0' and <= (byte)'9' ? ((char)b).ToString() : "_" + b.ToString("x2"));
        }

        // The first bytes of long names can be the same, so the name gets a hash.
        uint hash = bytes.Aggregate(2166136261u, (h, b) => unchecked((h ^ b) * 16777619));
        return bytes.Length > 40 ? name + "_" + bytes.Length + "_" + hash.ToString("x8") : name.ToString();
    }

    /// <summary>
    /// A part of a run: constant bytes, a member, or a key of more than 31 bytes, which is not part of one.
    /// </summary>
    private sealed record Step(byte[]? Bytes, MemberModel? Member, string? LongKey = null)
    {
        /// <summary>
        /// Gets a value indicating whether the step is a string, whose size is known only when it is written.
        /// </summary>
        public bool IsText => this.Member is { } member && ObjectWriteEmitter.IsText(member, standard: true);

        /// <summary>Returns the most bytes that the step may overwrite, or 0 if it is not part of a run.</summary>
        public int MaxBytes(bool standard)
            => this.Bytes is not null ? PaddedLength(this.Bytes) : this.LongKey is not null ? 0 : Worst(this.Member!, standard);
    }
}
