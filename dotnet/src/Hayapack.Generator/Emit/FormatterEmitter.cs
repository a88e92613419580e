using Hayapack.Generator.Models;

namespace Hayapack.Generator.Emit;

/// <summary>Emits the source of one formatter.</summary>
internal static class FormatterEmitter
{
    public static string Emit(TypeModel type)
    {
        SourceBuilder source = SourceBuilder.WithHeader();
        if (type.Namespace.Length > 0)
        {
            source.Line().Line("namespace " + type.Namespace + ";");
        }

        source.Line();
        foreach (HostModel host in type.Hosts)
        {
            source.Open(host.Declaration);
        }

        EmitClass(source, type);
        if (type.Own is { } own && !type.IsBroken && !type.IsByReflection)
        {
            source.Line();
            EmitClass(source, own);
        }

        RegistrationEmitter.EmitHostMethod(source, type);
        for (int i = 0; i < type.Hosts.Count; i++)
        {
            source.Close();
            RegistrationEmitter.EmitOuterHostMethod(source, type, type.Hosts.Count - 2 - i);
        }

        MemberAccess.EmitAccessors(source, type.Own ?? type, nested: false);
        return source.ToString();
    }

    private static void EmitClass(SourceBuilder source, TypeModel type)
    {
        string generic = type.TypeParameters.Count == 0 ? "" : "<" + string.Join(", ", type.TypeParameters) + ">";
        source.Line("/// <summary>Serializes " + type.DisplayName.Replace("&", "&amp;").Replace("<", "&lt;").Replace(">", "&gt;") + ".</summary>");
        source.Line("[global::System.CodeDom.Compiler.GeneratedCode(\"Hayapack.Generator\", \"0.1.0\")]");
        if (type.IsObsolete)
        {
            source.Line(Api.Obsolete);
        }

        source.Open((type.IsFormatterPrivate ? "private" : "internal") + " sealed class " + type.FormatterClass + generic + " : " + (HasRules(type) ? Api.RulesFormatter : Api.Formatter) + "<" + type.TypeName + ">" + (ErrorEmitter.Has(type) ? ", " + ErrorEmitter.Interface : "") + type.Constraints);
        source.Line("/// <inheritdoc/>");
        source.Line("public void Serialize(" + Api.Writer + ", " + type.TypeName + " value, " + Api.Options + ") => writer.SetCursor(ref Write(ref writer, ref writer.GetCursor(), value, options));");
        source.Line();
        source.Line("/// <inheritdoc/>");
        source.Line("public " + type.TypeName + " Deserialize(" + Api.Reader + ", " + Api.Options + ") => Read(ref reader, options);");
        if (type.IsBroken)
        {
            EmitBroken(source, type);
        }
        else if (type.IsByReflection)
        {
            EmitByReflection(source, type);
        }
        else if (type.IsUnion)
        {
            UnionEmitter.Emit(source, type);
        }
        else
        {
            HashSet<string> constants = ObjectWriteEmitter.Emit(source, type);
            ObjectReadEmitter.Emit(source, type);
            EmitMemberRules(source, type, constants);
            CallbackEmitter.EmitMethods(source, type);
            EmitCustomFormatters(source, type);
            MemberAccess.EmitAccessors(source, type, nested: true);
        }

        if (ErrorEmitter.Has(type))
        {
            ErrorEmitter.Emit(source, type);
        }

        source.Close();
    }

    private static bool HasRules(TypeModel type) => !type.IsBroken && !type.IsByReflection && !type.IsUnion;

    /// <summary>
    /// Emits the methods of <c>IMemberRulesFormatter</c>: reading into an existing object, and reading and writing by the options'
    /// rules for members. The methods for usual options do not look at these.
    /// </summary>
    private static void EmitMemberRules(SourceBuilder source, TypeModel type, HashSet<string> constants)
    {
        string parameters = "(" + Api.Reader + ", ref " + type.TypeName + " value, " + Api.Options + ")";
        source.Line();
        source.Line("/// <inheritdoc/>");
        source.Line("public void Populate" + parameters + " => value = ReadByRules(ref reader, value, " + (type.IsValueType ? "true" : "value is not null") + ", options);");
        source.Line();
        source.Line("/// <inheritdoc/>");
        source.Line("public " + type.TypeName + " DeserializeByRules(" + Api.Reader + ", " + Api.Options + ") => ReadByRules(ref reader, default, false, options);");
        source.Line();
        source.Line("/// <inheritdoc/>");
        source.Line("public void SerializeByRules(" + Api.Writer + ", " + type.TypeName + " value, " + Api.Options + ") => writer.SetCursor(ref WriteByRules(ref writer, ref writer.GetCursor(), value, options));");
        source.Line();
        source.Line(Api.NoInlining);
        source.Open("private static ref byte WriteByRules(" + Api.Writer + ", " + Api.Cursor + ", " + type.TypeName + " value, " + Api.Options + ")");
        if (!type.IsValueType)
        {
            source.Open("if (value is null)").Line("return ref writer.WriteNil(ref at);").Close().Line();
        }

        IEnumerable<byte[]> copied = OmitDefaultsEmitter.EmitBody(source, type, standard: false, byRules: true);
        source.Line("return ref at;").Close();
        ObjectWriteEmitter.EmitBlobs(source, copied, constants);
        ObjectReadEmitter.EmitByRules(source, type);
    }

    // The analyzer reports the error. The formatter must still compile, because other formatters call it.
    private static void EmitBroken(SourceBuilder source, TypeModel type)
    {
        string message = Api.Literal(type.DisplayName + " has errors, so that no formatter was generated for it.");
        source.Line();
        source.Line("internal static ref byte Write(" + Api.Writer + ", " + Api.Cursor + ", " + type.TypeName + " value, " + Api.Options + ") => throw new global::System.NotSupportedException(" + message + ");");
        source.Line();
        source.Line("internal static " + type.TypeName + " Read(" + Api.Reader + ", " + Api.Options + ") => throw new global::System.NotSupportedException(" + message + ");");
    }

    // Not registered, so that the resolver makes another one by reflection.
    private static void EmitByReflection(SourceBuilder source, TypeModel type)
    {
        source.Line();
        source.Open("internal static ref byte Write(" + Api.Writer + ", " + Api.Cursor + ", " + type.TypeName + " value, " + Api.Options + ")");
        ValueEmitter.EmitCall(source, "options.GetFormatter<" + type.TypeName + ">().Serialize(ref writer, value, options);");
        source.Line("return ref at;").Close().Line();
        source.Line("internal static " + type.TypeName + " Read(" + Api.Reader + ", " + Api.Options + ") => options.GetFormatter<" + type.TypeName + ">().Deserialize(ref reader, options);");
    }

    private static void EmitCustomFormatters(SourceBuilder source, TypeModel type)
    {
        IEnumerable<MemberModel> members = type.Members.Where(m => m.CustomFormatter is not null);
        foreach (MemberModel member in members)
        {
            source.Line();
            source.Line("private static readonly " + member.CustomFormatterType + " " + CustomName(member) + " = " + member.CustomFormatter + ";");
        }
    }

    /// <summary>Returns the name of the field with the formatter specified for a member.</summary>
    public static string CustomName(MemberModel member) => "Formatter_" + member.Name;
}
