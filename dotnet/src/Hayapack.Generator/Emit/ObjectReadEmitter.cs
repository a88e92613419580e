using Hayapack.Generator.Models;
using Hayapack.Generator.Parsing;

namespace Hayapack.Generator.Emit;

/// <summary>
/// Emits the method that reads an object. With the standard options, an array with all members is read without a loop;
/// maps, shorter arrays and objects under other resolvers are read in a loop over the keys or indexes.
/// </summary>
internal sealed class ObjectReadEmitter
{
    private readonly SourceBuilder source;
    private readonly TypeModel type;
    private readonly bool late;
    private readonly bool byRules;
    private readonly bool nests;
    private readonly int length;

    private ObjectReadEmitter(SourceBuilder source, TypeModel type, bool byRules = false)
    {
        this.byRules = byRules;
        this.source = source;
        this.type = type;

        // If no member is passed to the constructor, the object is created first and its members are set as they are
        // read.
        this.late = type.Parameters.Count == 0;
        this.nests = ObjectWriteEmitter.CanNest(type);
        this.length = type.Members.Count == 0 ? 0 : type.Members.Max(m => m.Index) + 1;
    }

    public static void Emit(SourceBuilder source, TypeModel type) => new ObjectReadEmitter(source, type).Emit();

    /// <summary>Emits the method that reads by the options' rules, and into an existing object.</summary>
    public static void EmitByRules(SourceBuilder source, TypeModel type) => new ObjectReadEmitter(source, type, byRules: true).EmitByRules();

    private void Emit()
    {
        bool general = this.IsGeneral;
        this.source.Line();
        this.source.Line(Api.NoInlining);
        this.source.Open("internal static " + this.type.TypeName + " Read(" + Api.Reader + ", " + Api.Options + ")");
        if (!this.type.IsValueType)
        {
            this.source.Open("if (reader.TryReadNil())").Line("return null;").Close().Line();
        }

        if (this.type.Members.Count == 0)
        {
            this.EmitEmpty();
            this.source.Close();
            return;
        }

        if (this.nests)
        {
            this.source.Line("reader.EnterDepth(options);");
        }

        // A missing required member is reported at the offset of the object's header.
        bool needsStart = this.type.Members.Any(member => member.IsRequired);
        string start = needsStart ? ", start" : "";
        if (needsStart)
        {
            this.source.Line("long start = reader.Consumed;");
        }

        this.source.Line("int count = reader.Read" + (this.type.IsMap ? "Map" : "Array") + "Header();");
        if (this.type.IsMap)
        {
            if (general)
            {
                this.source.Open("if (!options.IsStandard)").Line("return ReadWith(ref reader, options, count" + start + ");").Close().Line();
            }

            this.EmitMap(standard: true);
        }
        else
        {
            string condition = "count < " + this.length + (general ? " || !options.IsStandard" : "");
            this.source.Open("if (" + condition + ")").Line("return ReadWith(ref reader, options, count" + start + ");").Close().Line();
            this.EmitStraight();
        }

        this.source.Close();
        if (general || !this.type.IsMap)
        {
            this.source.Line();
            this.source.Line(Api.NoInlining);
            this.source.Open("private static " + this.type.TypeName + " ReadWith(" + Api.Reader + ", " + Api.Options + ", int count" + (needsStart ? ", long start" : "") + ")");
            if (!this.nests)
            {
                this.source.Line("reader.EnterDepth(options);");
            }

            this.EmitGeneral();
            this.source.Close();
        }

        if (this.type.IsMap && general)
        {
            this.EmitIndexOf();
        }
    }

    private void EmitByRules()
    {
        this.source.Line();
        this.source.Line(Api.NoInlining);
        this.source.Open("private static " + this.type.TypeName + " ReadByRules(" + Api.Reader + ", " + this.type.TypeName + " existing, bool exists, " + Api.Options + ")");
        if (!this.type.IsValueType)
        {
            this.source.Open("if (reader.TryReadNil())").Line("return null;").Close().Line();
        }

        if (this.type.Members.Count == 0)
        {
            this.EmitEmpty();
        }
        else
        {
            if (this.type.Members.Any(member => member.IsRequired))
            {
                this.source.Line("long start = reader.Consumed;");
            }

            this.source.Line("reader.EnterDepth(options);");
            this.source.Line("int count = reader.Read" + (this.type.IsMap ? "Map" : "Array") + "Header();");
            this.EmitGeneral();
        }

        this.source.Close();
        if (this.type.IsMap && this.type.Members.Count > 0 && !this.IsGeneral)
        {
            this.EmitIndexOf();
        }
    }

    /// <summary>Gets a value indicating whether other resolvers can change how the type is read.</summary>
    private bool IsGeneral => this.type.Members.Any(m => m.CustomFormatter is null && m.IsRead && ObjectWriteEmitter.NeedsFormatter(m.Value));

    /// <summary>Emits the code that reads the members with formatters of the options.</summary>
    private void EmitGeneral()
    {
        if (this.type.IsMap)
        {
            this.EmitMap(standard: false);
        }
        else
        {
            this.EmitLoop();
        }
    }

    private void EmitEmpty()
    {
        // What is no object of this form is an error, as for types with members.
        this.source.Line("reader.EnterDepth(options);");
        this.source.Line("int count = reader.Read" + (this.type.IsMap ? "Map" : "Array") + "Header();");
        this.EmitExtraLocal();
        this.source.Open("for (int i = 0; i < count; i++)");
        if (this.type.IsMap && this.KeepsOrRefuses)
        {
            this.source.Line("long at = reader.Consumed;");
            this.source.Line("global::System.ReadOnlySpan<byte> key = reader.ReadKeySpan();");
        }
        else if (this.type.IsMap)
        {
            this.source.Line("reader.ReadKeySpan();");
        }

        this.EmitUnknown().Close();
        this.source.Line("reader.LeaveDepth();");
        this.source.Line(this.type.TypeName + " value = " + this.Exists(MemberAccess.Construct(this.type, Enumerable.Empty<string>()), "existing") + ";");
        this.EmitSetExtra();
        CallbackEmitter.EmitAfter(this.source, this.type);
        this.source.Line("return value;");
    }

    private void EmitStraight()
    {
        this.EmitStart(declareLocals: false);
        int next = 0;
        List<MemberModel> run = new();
        if (!this.late)
        {
            foreach (MemberModel member in this.type.Members.Where(ReadRunEmitter.IsBounded))
            {
                this.source.Line(member.Value.TypeName + " " + LocalOf(member) + ";");
            }
        }

        foreach (MemberModel member in this.type.Members)
        {
            if (next < member.Index || !ReadRunEmitter.Fits(run, member))
            {
                this.EmitRun(run);
            }

            for (; next < member.Index; next++)
            {
                this.source.Line("reader.Skip();");
            }

            next++;
            if (ReadRunEmitter.IsBounded(member))
            {
                run.Add(member);
            }
            else
            {
                this.EmitMember(member, standard: true, declare: true);
            }
        }

        this.EmitRun(run);

        this.source.Open("for (int i = " + this.length + "; i < count; i++)");
        this.EmitUnknown().Close();
        this.EmitEnd(_ => null, this.nests);
    }

    private void EmitRun(List<MemberModel> run)
    {
        if (run.Count > 0)
        {
            ReadRunEmitter.Emit(this.source, run, this.Assign, member => this.EmitMember(member, standard: true, declare: false));
            run.Clear();
        }
    }

    private string Assign(MemberModel member, string value)
        => this.late ? MemberAccess.Set(this.type, member, "value", value) : LocalOf(member) + " = " + value + ";";

    private void EmitLoop()
    {
        this.EmitStart(declareLocals: true);
        this.source.Open("for (int i = 0; i < count; i++)").Open("switch (i)");
        foreach (MemberModel member in this.type.Members.Where(this.MayRead))
        {
            this.source.Open("case " + member.Index + ":");
            this.EmitMember(member, standard: false, declare: false);
            this.source.Line("break;").Close();
        }

        if (this.KeepsOrRefuses)
        {
            // Unused indexes are no unknown members.
            this.source.Open("case >= " + this.length + ":");
            this.EmitUnknown().Line("break;").Close();
        }

        this.source.Line("default:").Line("    reader.Skip();").Line("    break;").Close().Close();
        foreach (MemberModel member in this.type.Members.Where(m => m.IsRequired))
        {
            this.source.Open("if (" + this.Unless() + "count <= " + member.Index + ")").Line(this.ThrowMissing(member)).Close();
        }

        this.EmitEnd(member => "count > " + member.Index, leave: true);
    }

    private void EmitMap(bool standard)
    {
        this.EmitStart(declareLocals: true);
        int words = (this.type.Members.Count + 63) / 64;
        for (int i = 0; i < words; i++)
        {
            this.source.Line("ulong seen" + i + " = 0;");
        }

        MemberModel[] read = this.type.Members.Where(this.MayRead).ToArray();
        if (standard)
        {
            this.EmitExpected(read);
        }
        else
        {
            this.EmitKeys(read);
        }

        this.source.Line();
        foreach (MemberModel member in this.type.Members.Where(m => m.IsRequired))
        {
            this.source.Open("if (" + this.Unless() + "(" + Seen(member) + " & " + Bit(member) + ") == 0)").Line(this.ThrowMissing(member)).Close();
        }

        this.EmitEnd(member => "(" + Seen(member) + " & " + Bit(member) + ") != 0", leave: this.nests || !standard);
    }

    /// <summary>
    /// Emits the reading of a map whose keys are first compared with those expected next, in the order in which they are written.
    /// Another key is searched; the keys after it are expected again.
    /// </summary>
    private void EmitExpected(MemberModel[] read)
    {
        this.source.Line("long at;");
        foreach (MemberModel member in read)
        {
            string? isNext = KeyMatchEmitter.IsNext(member);
            if (isNext is null)
            {
                this.source.Line("goto find;");
            }
            else
            {
                this.source.Open("if (count == 0)").Line("goto done;").Close();
                this.source.Line("at = reader.Consumed;");
                this.source.Open("if (!" + isNext + ")").Line("goto find;").Close();
            }

            this.source.Open("found" + member.Index + ":").Line("count--;");
            this.EmitSeen(member);
            this.EmitMember(member, standard: true, declare: false);
            this.source.Close();
        }

        this.source.Line("find:").Open("if (count == 0)").Line("goto done;").Close();
        this.source.Line("at = reader.Consumed;");
        this.source.Line("global::System.ReadOnlySpan<byte> key = reader.ReadKeySpan();");
        KeyMatchEmitter.Emit(this.source, read, member => this.source.Line("goto found" + member.Index + ";"));
        this.source.Line();
        this.EmitUnknown();
        this.source.Line("count--;").Line("goto find;");
        this.source.Line("done:;");
    }

    private void EmitKeys(MemberModel[] read)
    {
        this.source.Open("for (int i = 0; i < count; i++)");
        this.source.Line("long at = reader.Consumed;");
        this.source.Line("global::System.ReadOnlySpan<byte> key = reader.ReadKeySpan();");
        this.source.Open("switch (IndexOf(key))");
        foreach (MemberModel member in read)
        {
            this.source.Open("case " + member.Index + ":");
            this.EmitSeen(member);
            this.EmitMember(member, standard: false, declare: false);
            this.source.Line("break;").Close();
        }

        if (this.KeepsOrRefuses)
        {
            this.source.Open("default:");
            this.EmitUnknown().Line("break;").Close().Close();
        }
        else
        {
            this.source.Line("default:").Line("    reader.Skip();").Line("    break;").Close();
        }

        this.source.Close();
    }

    private void EmitIndexOf()
    {
        this.source.Line();
        this.source.Open("private static int IndexOf(global::System.ReadOnlySpan<byte> key)");
        KeyMatchEmitter.Emit(
            this.source,
            this.type.Members.Where(m => m.IsRead || MayBePopulated(m)),
            member => this.source.Line("return " + member.Index + ";"));
        this.source.Line().Line("return -1;").Close();
    }

    private void EmitSeen(MemberModel member)
    {
        this.source.Open("if ((" + Seen(member) + " & " + Bit(member) + ") != 0)").Line(Api.ReaderType + ".ThrowDuplicateKey(at);").Close();
        this.source.Line(Seen(member) + " |= " + Bit(member) + ";");
    }

    private void EmitStart(bool declareLocals)
    {
        this.EmitExtraLocal();
        if (this.late)
        {
            this.source.Line(this.type.TypeName + " value = " + this.Exists(MemberAccess.Construct(this.type, Enumerable.Empty<string>()), "existing") + ";");
        }
        else if (declareLocals)
        {
            foreach (MemberModel member in this.type.Members.Where(this.MayRead))
            {
                this.source.Line(member.Value.TypeName + " " + LocalOf(member) + " = " + this.Exists(this.DefaultOf(member), member.IsReadable ? MemberAccess.Get(this.type, member, "existing") : null) + ";");
            }
        }
    }

    // condition returns the test whether a member was read, or null if all members were read.
    private void EmitEnd(Func<MemberModel, string?> condition, bool leave)
    {
        if (leave)
        {
            this.source.Line("reader.LeaveDepth();");
        }

        if (!this.late)
        {
            IEnumerable<string> arguments = this.type.Parameters.Select(p => LocalOf(this.type.Members[p.Member]));
            this.source.Line(this.type.TypeName + " value = " + MemberAccess.Construct(this.type, arguments) + ";");
            foreach (MemberModel member in this.type.Members.Where(m => this.MayRead(m) && m.Assign != AssignKind.Constructor))
            {
                if (condition(member) is { } test)
                {
                    this.source.Open("if (" + test + ")");
                    this.EmitSet(member);
                    this.source.Close();
                    if (this.byRules && member is { IsReadable: true, Assign: not AssignKind.None })
                    {
                        this.source.Open("else if (exists)").Line(MemberAccess.Set(this.type, member, "value", LocalOf(member))).Close();
                    }
                }
                else
                {
                    this.EmitSet(member);
                }
            }
        }

        this.EmitSetExtra();

        CallbackEmitter.EmitAfter(this.source, this.type);
        this.source.Line("return value;");
    }

    private void EmitMember(MemberModel member, bool standard, bool declare)
    {
        if (this.late && member.IsPopulated)
        {
            this.EmitPopulate(member);
            return;
        }

        if (this.late && this.byRules && MayBePopulated(member))
        {
            this.source.Open("if (options.ObjectCreationHandling == " + Populate + ")");
            this.EmitPopulate(member);
            this.source.Close().Open("else");
            this.EmitReplace(member, standard, declare);
            this.source.Close();
            return;
        }

        this.EmitReplace(member, standard, declare);
    }

    private void EmitReplace(MemberModel member, bool standard, bool declare)
    {
        if (!this.MayRead(member) || (this.late && member.Assign == AssignKind.None))
        {
            this.source.Line("reader.Skip();");
            return;
        }

        string read = member.CustomFormatter is null
            ? ValueEmitter.EmitRead(this.source, member.Value, standard)
            : FormatterEmitter.CustomName(member) + ".Deserialize(ref reader, options)";
        this.source.Line((declare && !this.late ? member.Value.TypeName + " " : "") + this.Assign(member, read));
    }

    private void EmitPopulate(MemberModel member)
    {
        string existing = MemberAccess.Get(this.type, member, "value");
        if (member.Assign == AssignKind.None)
        {
            this.source.Line(Api.Members + ".PopulateFixed<" + member.Value.TypeName + ">(ref reader, " + existing + ", options, " + Api.Literal(member.Name) + Custom(member) + ");");
            return;
        }

        string populated = this.source.Local("populated");
        this.source.Line(member.Value.TypeName + " " + populated + " = " + existing + ";");
        this.source.Line(Api.Members + ".Populate<" + member.Value.TypeName + ">(ref reader, ref " + populated + ", options" + Custom(member) + ");");
        this.source.Line(MemberAccess.Set(this.type, member, "value", populated));
    }

    /// <summary>Emits the code that sets a member after the constructor was called, or fills its collection.</summary>
    private void EmitSet(MemberModel member)
    {
        string local = LocalOf(member);
        bool isFixed = member.Assign == AssignKind.None;
        string fill = Api.Members + ".Fill<" + member.Value.TypeName + ">(" + MemberAccess.Get(this.type, member, "value") + ", " + local + ", options, "
            + Api.Keyword(isFixed) + ", " + Api.Literal(member.Name) + Custom(member) + ")";
        string filled = isFixed ? fill + ";" : MemberAccess.Set(this.type, member, "value", fill);
        if (member.IsPopulated)
        {
            this.source.Line(filled);
        }
        else if (this.byRules && MayBePopulated(member))
        {
            this.source.Open("if (options.ObjectCreationHandling == " + Populate + ")").Line(filled).Close();
            if (!isFixed)
            {
                this.source.Open("else").Line(MemberAccess.Set(this.type, member, "value", local)).Close();
            }
        }
        else
        {
            this.source.Line(MemberAccess.Set(this.type, member, "value", local));
        }
    }

    private void EmitExtraLocal()
    {
        if (this.type.Extra is not null)
        {
            this.source.Line((this.type.KeepsValues ? MemberRuleParser.Entries : Api.Unknown) + " extra = null;");
        }
    }

    private void EmitSetExtra()
    {
        if (this.type.Extra is not { } extra)
        {
            return;
        }

        if (this.byRules && !this.late)
        {
            this.source.Open("if (exists)").Line("extra ??= " + MemberAccess.Get(this.type, extra, "existing") + ";").Close().Line();
        }

        this.source.Open("if (extra is not null)").Line(MemberAccess.Set(this.type, extra, "value", this.type.KeepsValues ? "(" + extra.Value.TypeName + ")extra" : "extra")).Close().Line();
    }

    /// <summary>Emits the code for a key in <c>key</c>, or an element, that no member has.</summary>
    private SourceBuilder EmitUnknown()
    {
        if (this.type.IsMap && this.KeepsOrRefuses)
        {
            this.source.Open("if (reader.IsUnionKey(at))").Line("reader.Skip();").Close().Open("else");
            this.EmitUnknownMember();
            return this.source.Close();
        }

        return this.EmitUnknownMember();
    }

    private SourceBuilder EmitUnknownMember()
    {
        if (this.type.Extra is not null)
        {
            return this.source.Line(Api.Unknown
                + (this.type.KeepsValues ? ".AddEntry(ref extra, key, at, ref reader, options);" : this.type.IsMap ? ".AddEntry(ref extra, key, ref reader);" : ".AddElement(ref extra, ref reader);"));
        }

        string refuse = Api.ReaderType + ".ThrowUnknownField(" + (this.type.IsMap ? "at" : "reader.Consumed") + ", " + Api.Literal(this.type.DisplayName) + ");";
        if (this.type.Unmapped == 1)
        {
            this.source.Line(refuse);
        }
        else if (this.byRules && this.type.Unmapped is null)
        {
            this.source.Open("if (options.UnmappedMemberHandling == global::Hayapack.UnmappedMemberHandling.Disallow)").Line(refuse).Close().Line();
        }

        return this.source.Line("reader.Skip();");
    }

    private bool KeepsOrRefuses => this.type.Extra is not null || this.type.Unmapped == 1 || (this.byRules && this.type.Unmapped is null);

    /// <summary>Returns whether a member is read, or might be by the options.</summary>
    private bool MayRead(MemberModel member) => member.IsRead || (this.byRules && MayBePopulated(member));

    private static bool MayBePopulated(MemberModel member) => member is { IsPopulatable: true, IsReadable: true, Creation: null };

    private static string Custom(MemberModel member) => member.CustomFormatter is null ? "" : ", " + FormatterEmitter.CustomName(member);

    /// <summary>Returns an expression with another value for an existing object, if there may be one.</summary>
    private string Exists(string created, string? existing) => this.byRules && existing is not null ? "exists ? " + existing + " : " + created : created;

    private string Unless() => this.byRules ? "!exists && " : "";

    private string ThrowMissing(MemberModel member)
        => Api.ReaderType + ".ThrowMissingMember(start, " + Api.Literal(this.type.DisplayName) + ", " + Api.Literal(member.Name) + ");";

    // A missing member that is passed to the constructor gets the default of the parameter.
    private string DefaultOf(MemberModel member)
        => member.Assign == AssignKind.Constructor ? this.type.Parameters[member.Parameter].Default : "default";

    private const string Populate = "global::Hayapack.ObjectCreationHandling.Populate";

    private static string LocalOf(MemberModel member) => "member" + member.Index;

    private static string Seen(MemberModel member) => "seen" + (member.Index / 64);

    private static string Bit(MemberModel member) => "0x" + (1UL << (member.Index % 64)).ToString("x") + "UL";
}
