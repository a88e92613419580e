using System.Collections.Generic;
using System.Linq;
using Hayapack.Generator.Models;

namespace Hayapack.Generator.Emit;

/// <summary>
/// Emits the method that reads an object. With the standard options, an array with all members is read without a loop;
/// maps, shorter arrays and objects under other resolvers are read in a loop over the keys or indexes.
/// </summary>
internal sealed class ReadEmitter
{
    private readonly SourceBuilder source;
    private readonly TypeModel type;
    private readonly bool late;
    private readonly bool nests;
    private readonly int length;

    private ReadEmitter(SourceBuilder source, TypeModel type)
    {
        this.source = source;
        this.type = type;

        // If no member is passed to the constructor, the object is created first and its members are set as they are
        // read.
        this.late = type.Parameters.Count == 0;
        this.nests = WriteEmitter.CanNest(type);
        this.length = type.Members.Count == 0 ? 0 : type.Members.Max(m => m.Index) + 1;
    }

    public static void Emit(SourceBuilder source, TypeModel type) => new ReadEmitter(source, type).Emit();

    private void Emit()
    {
        bool general = this.type.Members.Any(m => m.CustomFormatter is null && m.Assign != AssignKind.None && WriteEmitter.NeedsFormatter(m.Value));
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

            if (this.type.IsMap)
            {
                this.EmitMap(standard: false);
            }
            else
            {
                this.EmitLoop();
            }

            this.source.Close();
        }

        if (this.type.IsMap && general)
        {
            this.EmitIndexOf();
        }
    }

    private void EmitEmpty()
    {
        // What is no object of this form is an error, as for types with members.
        this.source.Line("reader.EnterDepth(options);");
        this.source.Line("int count = reader.Read" + (this.type.IsMap ? "Map" : "Array") + "Header();");
        this.source.Open("for (int i = 0; i < count; i++)");
        if (this.type.IsMap)
        {
            this.source.Line("reader.ReadKeySpan();");
        }

        this.source.Line("reader.Skip();").Close();
        this.source.Line("reader.LeaveDepth();");
        this.source.Line(this.type.TypeName + " value = " + MemberAccess.Construct(this.type, Enumerable.Empty<string>()) + ";");
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

        this.source.Open("for (int i = " + this.length + "; i < count; i++)").Line("reader.Skip();").Close();
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
        foreach (MemberModel member in this.type.Members.Where(m => m.Assign != AssignKind.None))
        {
            this.source.Open("case " + member.Index + ":");
            this.EmitMember(member, standard: false, declare: false);
            this.source.Line("break;").Close();
        }

        this.source.Line("default:").Line("    reader.Skip();").Line("    break;").Close().Close();
        foreach (MemberModel member in this.type.Members.Where(m => m.IsRequired))
        {
            this.source.Open("if (count <= " + member.Index + ")").Line(this.ThrowMissing(member)).Close();
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

        MemberModel[] read = this.type.Members.Where(m => m.Assign != AssignKind.None).ToArray();
        this.source.Open("for (int i = 0; i < count; i++)");
        this.source.Line("long at = reader.Consumed;");
        this.source.Line("global::System.ReadOnlySpan<byte> key = reader.ReadKeySpan();");
        if (standard)
        {
            KeyMatchEmitter.Emit(this.source, read, member =>
            {
                this.EmitSeen(member);
                this.EmitMember(member, standard, declare: false);
                this.source.Line("continue;");
            });
            this.source.Line().Line("reader.Skip();");
        }
        else
        {
            this.source.Open("switch (IndexOf(key))");
            foreach (MemberModel member in read)
            {
                this.source.Open("case " + member.Index + ":");
                this.EmitSeen(member);
                this.EmitMember(member, standard, declare: false);
                this.source.Line("break;").Close();
            }

            this.source.Line("default:").Line("    reader.Skip();").Line("    break;").Close();
        }

        this.source.Close().Line();
        foreach (MemberModel member in this.type.Members.Where(m => m.IsRequired))
        {
            this.source.Open("if ((" + Seen(member) + " & " + Bit(member) + ") == 0)").Line(this.ThrowMissing(member)).Close();
        }

        this.EmitEnd(member => "(" + Seen(member) + " & " + Bit(member) + ") != 0", leave: this.nests || !standard);
    }

    private void EmitIndexOf()
    {
        this.source.Line();
        this.source.Open("private static int IndexOf(global::System.ReadOnlySpan<byte> key)");
        KeyMatchEmitter.Emit(
            this.source,
            this.type.Members.Where(m => m.Assign != AssignKind.None),
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
        if (this.late)
        {
            this.source.Line(this.type.TypeName + " value = " + MemberAccess.Construct(this.type, Enumerable.Empty<string>()) + ";");
        }
        else if (declareLocals)
        {
            foreach (MemberModel member in this.type.Members.Where(m => m.Assign != AssignKind.None))
            {
                this.source.Line(member.Value.TypeName + " " + LocalOf(member) + " = " + this.DefaultOf(member) + ";");
            }
        }
    }

    // condition returns the test whether a member was read, or null if all members were read.
    private void EmitEnd(System.Func<MemberModel, string?> condition, bool leave)
    {
        if (leave)
        {
            this.source.Line("reader.LeaveDepth();");
        }

        if (!this.late)
        {
            IEnumerable<string> arguments = this.type.Parameters.Select(p => LocalOf(this.type.Members[p.Member]));
            this.source.Line(this.type.TypeName + " value = " + MemberAccess.Construct(this.type, arguments) + ";");
            foreach (MemberModel member in this.type.Members.Where(m => m.Assign is AssignKind.Direct or AssignKind.Accessor))
            {
                string set = MemberAccess.Set(this.type, member, "value", LocalOf(member));
                if (condition(member) is { } test)
                {
                    this.source.Open("if (" + test + ")").Line(set).Close();
                }
                else
                {
                    this.source.Line(set);
                }
            }
        }

        CallbackEmitter.EmitAfter(this.source, this.type);
        this.source.Line("return value;");
    }

    private void EmitMember(MemberModel member, bool standard, bool declare)
    {
        if (member.Assign == AssignKind.None)
        {
            this.source.Line("reader.Skip();");
            return;
        }

        string read = member.CustomFormatter is null
            ? ValueEmitter.EmitRead(this.source, member.Value, standard)
            : FormatterEmitter.CustomName(member) + ".Deserialize(ref reader, options)";
        this.source.Line((declare && !this.late ? member.Value.TypeName + " " : "") + this.Assign(member, read));
    }

    private string ThrowMissing(MemberModel member)
        => Api.ReaderType + ".ThrowMissingMember(start, " + Api.Literal(this.type.DisplayName) + ", " + Api.Literal(member.Name) + ");";

    // A missing member that is passed to the constructor gets the default of the parameter.
    private string DefaultOf(MemberModel member)
        => member.Assign == AssignKind.Constructor ? this.type.Parameters[member.Parameter].Default : "default";

    private static string LocalOf(MemberModel member) => "member" + member.Index;

    private static string Seen(MemberModel member) => "seen" + (member.Index / 64);

    private static string Bit(MemberModel member) => "0x" + (1UL << (member.Index % 64)).ToString("x") + "UL";
}
