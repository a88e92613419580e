using Hayapack.Generator.Models;

namespace Hayapack.Generator.Emit;

/// <summary>
/// Emits the code that writes an object without the members that are null or have their default value, and with the unknown
/// members that it keeps: maps without those entries, arrays without those elements at the end. The members are counted
/// first, then written.
/// </summary>
internal static class OmitDefaultsEmitter
{
    private const string Rule = "global::Hayapack.OmitDefaults";

    /// <summary>Returns whether attributes of the type omit members or keep unknown ones.</summary>
    public static bool Applies(TypeModel type)
        => type.Extra is not null || type.Members.Any(m => Condition(type, m, "", byRules: false) is not null);

    /// <summary>Emits the statements that write an object.</summary>
    /// <param name="source">Receives the code.</param>
    /// <param name="type">The type.</param>
    /// <param name="standard">Whether members are written without the resolver's formatters.</param>
    /// <param name="byRules">Whether the options decide for members whose attributes do not.</param>
    /// <returns>The constants that the code copies.</returns>
    public static IEnumerable<byte[]> EmitBody(SourceBuilder source, TypeModel type, bool standard, bool byRules)
    {
        CallbackEmitter.EmitBefore(source, type);
        bool nests = ObjectWriteEmitter.CanNest(type) || !standard;
        if (nests)
        {
            source.Line("writer.EnterDepth(ref at, options);");
        }

        if (byRules)
        {
            source.Line("bool nulls = options.OmitDefaults != " + Rule + ".None;");
            source.Line("bool defaults = options.OmitDefaults == " + Rule + ".Default;");
        }

        string extras = "";
        if (type.Extra is { } extra)
        {
            source.Line(extra.Value.TypeName + " extra = " + MemberAccess.Get(type, extra, "value") + ";");
            source.Line("int extras = " + Api.Unknown + ".CountOf(extra" + (type.KeepsValues ? "" : type.IsMap ? ", true" : ", false") + ");");
            extras = " + extras";
        }

        List<Item> items = type.Members.Where(m => m.IsReadable).Select(m => Declare(source, type, m, byRules)).ToList();
        int always;
        if (type.IsMap)
        {
            // Without branches: each comparison is added.
            source.Line("int count = " + items.Count(i => i.Written is null) + extras
                + string.Concat(items.Where(i => i.Written is not null).Select(i => " + (" + i.Written + " ? 1 : 0)")) + ";");
            always = 0;
        }
        else
        {
            always = EmitLength(source, items, type.Extra is not null);
            source.Line("int count = length" + extras + ";");
        }

        source.Line("at = ref writer.Reserve(ref at, " + Api.Primitives + ".MaxHeaderSize);");
        source.Line("at = ref " + Api.Unsafe + ".Add(ref at, " + Api.Primitives + ".Write" + (type.IsMap ? "Map" : "Array") + "Header(ref at, (uint)count));");
        List<byte[]> constants = new();
        int index = 0;
        List<Item> run = new();
        int size = 0;
        foreach (Item item in items)
        {
            byte[] before = type.IsMap ? Key(item.Member, standard) : Enumerable.Repeat((byte)0xc0, item.Member.Index - index).ToArray();
            index = item.Member.Index + 1;
            Item placed = item with { Before = before, Written = type.IsMap ? item.Written : item.Member.Index < always ? null : "length > " + item.Member.Index };
            constants.Add(before);
            int worst = before.Length > ObjectWriteEmitter.LongestRun ? 0 : ObjectWriteEmitter.Worst(item.Member, standard);
            bool isBounded = (worst > 0 || ObjectWriteEmitter.IsText(item.Member, standard)) && !(type.IsMap && before.Length == 0);
            int needed = ObjectWriteEmitter.PaddedLength(before) + worst;
            if (!isBounded || size + needed > ObjectWriteEmitter.LongestRun)
            {
                EmitRun(source, run, size, standard);
                size = 0;
            }

            if (isBounded)
            {
                run.Add(placed);
                size += needed;
            }
            else
            {
                EmitLarge(source, type, placed, standard);
            }
        }

        EmitRun(source, run, size, standard);
        if (type.Extra is not null)
        {
            ValueEmitter.EmitCall(source, Api.Unknown + ".Write(extra, ref writer" + (type.KeepsValues ? ", options" : "") + ");");
        }

        if (nests)
        {
            source.Line("writer.LeaveDepth();");
        }

        return constants;
    }

    /// <summary>Returns the expression that tells whether a value is written; null if it always is.</summary>
    private static string? Condition(TypeModel type, MemberModel member, string value, bool byRules)
    {
        // Reading would fail, or give another value than the one that is omitted.
        if (member.IsRequired || (member.Assign == AssignKind.Constructor && type.Parameters[member.Parameter].Default != "default"))
        {
            return null;
        }

        switch (member.Omit)
        {
            case 0:
                return null;
            case 1:
                return member.CanBeNull ? value + " is not null" : null;
            case 2:
                return member.CanBeNull ? value + " is not null" : NotDefault(member.Value, value);
            default:
                return !byRules ? null
                    : member.CanBeNull ? "!(nulls && " + value + " is null)"
                    : "!(defaults && !(" + NotDefault(member.Value, value) + "))";
        }
    }

    private static string NotDefault(ValueModel type, string value) => type switch
    {
        { Kind: ValueKind.Primitive, Primitive: "Boolean" } => value,

        // A negative zero is not the default.
        { Kind: ValueKind.Primitive, Primitive: "Double" } => "global::System.BitConverter.DoubleToInt64Bits(" + value + ") != 0",
        { Kind: ValueKind.Primitive, Primitive: "Single" } => "global::System.BitConverter.SingleToInt32Bits(" + value + ") != 0",
        { Kind: ValueKind.Primitive or ValueKind.Enum } => value + " != 0",
        _ => "!" + Api.Members + ".IsOmitted<" + type.TypeName + ">(" + value + ", " + Rule + ".Default)",
    };

    // Values are read once: a second call of a property could return another one than was counted.
    private static Item Declare(SourceBuilder source, TypeModel type, MemberModel member, bool byRules)
    {
        string value = MemberAccess.Get(type, member, "value");
        string local = "v" + member.Index;
        string? written = Condition(type, member, local, byRules);
        bool isText = ObjectWriteEmitter.IsText(member, standard: true);
        if (written is null && !isText)
        {
            return new Item(member, value, null, Array.Empty<byte>());
        }

        source.Line(member.Value.TypeName + " " + local + " = " + value + ";");
        if (written is not null && (written.Contains("IsOmitted") || written.Contains("&&")))
        {
            source.Line("bool w" + member.Index + " = " + written + ";");
            written = "w" + member.Index;
        }

        return new Item(member, local, written, Array.Empty<byte>());
    }

    /// <summary>Emits the number of elements to write, and returns how many are always written.</summary>
    private static int EmitLength(SourceBuilder source, List<Item> items, bool keeps)
    {
        int all = items.Count == 0 ? 0 : items[items.Count - 1].Member.Index + 1;
        int last = items.FindLastIndex(i => i.Written is null);
        int always = last < 0 ? 0 : items[last].Member.Index + 1;
        IEnumerable<string> tests = items.Skip(last + 1).Reverse().Select(i => i.Written + " ? " + (i.Member.Index + 1) + " : ");
        source.Line("int length = " + (keeps ? "extras > 0 ? " + all + " : " : "") + string.Concat(tests) + always + ";");
        return always;
    }

    private static byte[] Key(MemberModel member, bool standard)
    {
        byte[] text = Bytes.Text(member.Key!).ToArray();

        // The old format has no str 8, so the writer writes such a key.
        return standard || text[0] != 0xd9 ? text : Array.Empty<byte>();
    }

    private static void EmitRun(SourceBuilder source, List<Item> run, int size, bool standard)
    {
        if (run.Count == 0)
        {
            return;
        }

        string worst = ObjectWriteEmitter.WithSlack(size);
        Item[] texts = run.Where(i => ObjectWriteEmitter.IsText(i.Member, standard)).ToArray();
        if (texts.Length > 0)
        {
            string sum = source.Local("worst");
            source.Line("int " + sum + " = " + worst + string.Concat(texts.Select(t => " + " + Api.Primitives + ".MaxStringSize(" + t.Value + ")")) + ";");
            worst = sum;
        }

        source.Line("at = ref writer.Reserve(ref at, " + worst + ");");
        foreach (Item item in run)
        {
            Open(source, item);
            int constant = item.Before.Length;
            if (constant > 0)
            {
                ObjectWriteEmitter.EmitCopy(source, "ref at", item.Before);
            }

            string target = constant == 0 ? "ref at" : "ref " + Api.Unsafe + ".Add(ref at, " + constant + ")";
            if (texts.Contains(item))
            {
                ObjectWriteEmitter.EmitText(source, item.Value, target, constant, worst);
            }
            else
            {
                ObjectWriteEmitter.EmitAdvance(source, ValueEmitter.EmitBounded(source, item.Member.Value, item.Value, target), constant);
            }

            Close(source, item);
        }

        run.Clear();
    }

    private static void EmitLarge(SourceBuilder source, TypeModel type, Item item, bool standard)
    {
        Open(source, item);
        if (type.IsMap && item.Before.Length == 0)
        {
            ValueEmitter.EmitCall(source, "writer.Write(" + Api.Literal(item.Member.Key!) + ");");
        }
        else if (item.Before.Length > 0)
        {
            source.Line("at = ref writer.Reserve(ref at, " + ObjectWriteEmitter.WithSlack(ObjectWriteEmitter.PaddedLength(item.Before)) + ");");
            ObjectWriteEmitter.EmitCopy(source, "ref at", item.Before);
            source.Line("at = ref " + Api.Unsafe + ".Add(ref at, " + item.Before.Length + ");");
        }

        ObjectWriteEmitter.EmitMember(source, item.Member, item.Value, standard);
        Close(source, item);
    }

    private static void Open(SourceBuilder source, Item item)
    {
        if (item.Written is not null)
        {
            source.Open("if (" + item.Written + ")");
        }
    }

    private static void Close(SourceBuilder source, Item item)
    {
        if (item.Written is not null)
        {
            source.Close();
        }
    }

    /// <summary>A member to write.</summary>
    /// <param name="Member">The member.</param>
    /// <param name="Value">The expression of its value.</param>
    /// <param name="Written">The expression that tells whether it is written; null if it always is.</param>
    /// <param name="Before">The bytes before the value: its key, or nil for unused indexes.</param>
    private sealed record Item(MemberModel Member, string Value, string? Written, byte[] Before);
}
