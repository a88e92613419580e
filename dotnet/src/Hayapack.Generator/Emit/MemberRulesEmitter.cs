using Hayapack.Generator.Models;

namespace Hayapack.Generator.Emit;

/// <summary>
/// Emits the methods of <c>IMemberRulesFormatter</c>: reading into an existing object, and reading and writing by the options'
/// rules for members. The methods for usual options do not look at these.
/// </summary>
internal static class MemberRulesEmitter
{
    public static void Emit(SourceBuilder source, TypeModel type, HashSet<string> constants)
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
}
