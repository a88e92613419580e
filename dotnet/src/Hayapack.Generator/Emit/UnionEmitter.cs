using System.Globalization;
using Hayapack.Generator.Models;

namespace Hayapack.Generator.Emit;

/// <summary>
/// Emits the methods of a union, <c>[key, value]</c>. An instance of a class that is not listed is written as the union that
/// is listed and lists it, or is an error; a key that is not listed is read as the options say. Unions with names, or with the
/// key in the map, call the library's formatter.
/// </summary>
internal static class UnionEmitter
{
    public static void Emit(SourceBuilder source, TypeModel type)
    {
        if (!IsEmitted(type))
        {
            EmitFormatter(source, type);
            return;
        }

        EmitWrite(source, type);
        EmitRead(source, type);
    }

    private static void EmitWrite(SourceBuilder source, TypeModel type)
    {
        source.Line();
        source.Open("internal static ref byte Write(" + Api.Writer + ", " + Api.Cursor + ", " + type.TypeName + " value, " + Api.Options + ")");
        source.Open("if (value is null)").Line("return ref writer.WriteNil(ref at);").Close().Line();
        source.Line("global::System.Type type = value.GetType();");
        foreach (UnionCase item in type.Cases.Where(c => !c.Value.IsUnion).Concat(type.Cases.Where(c => c.Value.IsUnion).OrderBy(c => c.Tag)))
        {
            byte[] bytes = new byte[] { 0x92 }.Concat(Bytes.Integer(item.Tag)).ToArray();
            source.Open(item.Value.IsUnion ? "if (value is " + item.Value.TypeName + ")" : "if (type == typeof(" + item.Value.TypeName + "))");
            source.Line("writer.EnterDepth(ref at, options);");
            source.Line("at = ref writer.Reserve(ref at, " + bytes.Length + ");");
            source.Line("at = ref " + Api.Unsafe + ".Add(ref at, " + Api.Primitives + ".WriteRaw(ref at, new byte[] { " + string.Join(", ", bytes) + " }));");
            string cast = "(" + item.Value.TypeName + ")(object)value";
            EmitEither(source, item.Value, standard => ValueEmitter.EmitWrite(source, item.Value, cast, standard));
            source.Line("writer.LeaveDepth();");
            source.Line("return ref at;");
            source.Close().Line();
        }

        source.Line("return ref global::Hayapack.Registry.GeneratedUnions.WriteUnlisted(ref writer, ref at, typeof(" + type.TypeName + "), type, options);");
        source.Close();
    }

    private static void EmitRead(SourceBuilder source, TypeModel type)
    {
        source.Line();
        source.Line(Api.NoInlining);
        source.Open("internal static " + type.TypeName + " Read(" + Api.Reader + ", " + Api.Options + ")");
        source.Open("if (reader.TryReadNil())").Line("return null;").Close().Line();
        source.Line("reader.EnterDepth(options);");
        source.Line("long at = reader.Consumed;");
        source.Open("if (reader.ReadArrayHeader() != 2)");
        source.Line(Api.ReaderType + ".ThrowInvalidValue(at, " + Api.Literal("The union " + type.DisplayName + " is an array of 2 values: the key and the object.") + ");");
        source.Close().Line();
        source.Line(type.TypeName + " value = null;");
        source.Line("long keyAt = reader.Consumed;");
        source.Line("int key = reader.ReadInt32();");
        source.Open("switch (key)");
        foreach (UnionCase item in type.Cases)
        {
            source.Open("case " + item.Tag + ":");
            string cast = item.IsPartial ? "(" + type.TypeName + ")(object)" : "";
            if (item.IsPartial)
            {
                source.Open("if (!typeof(" + type.TypeName + ").IsAssignableFrom(typeof(" + item.Value.TypeName + ")))");
                source.Line("reader.ThrowUnexpected(\"a class of \" + typeof(" + type.TypeName + "));").Close();
            }

            EmitEither(source, item.Value, standard => source.Line("value = " + cast + ValueEmitter.EmitRead(source, item.Value, standard) + ";"));
            source.Line("break;").Close();
        }

        source.Line("default:").Line("    global::Hayapack.Registry.GeneratedUnions.SkipUnlisted(ref reader, keyAt, typeof(" + type.TypeName + "), key, options);").Line("    break;").Close();
        source.Line("reader.LeaveDepth();");
        source.Line("return value;");
        source.Close();
    }

    /// <summary>Returns whether a union has methods of its own: its tags are integers, and not in the map.</summary>
    public static bool IsEmitted(TypeModel type) => type.UnionKey is null && type.Cases.All(c => c.Name is null);

    /// <summary>Returns the library's formatter of a union.</summary>
    public static string Formatter(TypeModel type) => "global::Hayapack.Formatters.UnionFormatter<" + type.TypeName + ">";

    /// <summary>Returns the expression that creates the library's formatter of a union.</summary>
    public static string Creation(TypeModel type)
    {
        IEnumerable<string> cases = type.Cases.Select(c => "new global::Hayapack.Formatters.UnionCase<" + type.TypeName + ", " + c.Value.TypeName + ">("
            + (c.Name is null ? c.Tag.ToString(CultureInfo.InvariantCulture) : Api.Literal(c.Name)) + ", " + Api.Keyword(c.Value.IsUnion) + ", " + Api.Keyword(c.HasFreeKey)
            + (c.Value.IsUnionItself ? ", new " + c.Value.FormatterName + "()" : "") + ")");
        return "new " + Formatter(type) + "(" + string.Join(", ", cases.Prepend(type.UnionKey is null ? "null" : Api.Literal(type.UnionKey))) + ")";
    }

    private static void EmitFormatter(SourceBuilder source, TypeModel type)
    {
        source.Line();
        source.Line("private static readonly " + Formatter(type) + " Union = " + Creation(type) + ";");
        source.Line();
        source.Open("internal static ref byte Write(" + Api.Writer + ", " + Api.Cursor + ", " + type.TypeName + " value, " + Api.Options + ")");
        ValueEmitter.EmitCall(source, "Union.Serialize(ref writer, value, options);");
        source.Line("return ref at;").Close().Line();
        source.Line("internal static " + type.TypeName + " Read(" + Api.Reader + ", " + Api.Options + ") => Union.Deserialize(ref reader, options);");
    }

    /// <summary>Emits the code for the standard options and that for others, or the only one there is.</summary>
    private static void EmitEither(SourceBuilder source, ValueModel value, Action<bool> emit)
    {
        if (value.Kind != ValueKind.Generated || value.IsUnionItself)
        {
            emit(value.Kind == ValueKind.Generated);
            return;
        }

        source.Open("if (options.IsStandard)");
        emit(true);
        source.Close().Open("else");
        emit(false);
        source.Close();
    }
}
