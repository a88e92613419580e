using Hayapack.Generator.Models;

namespace Hayapack.Generator.Emit;

/// <summary>Emits the code that writes or reads one value.</summary>
internal static class ValueEmitter
{
    private const string Collections = "global::Hayapack.Registry.GeneratedCollections";

    /// <summary>
    /// Returns the expression that writes a value of bounded size to reserved memory and is the number of bytes written. If
    /// needed, emits the statements that precede it.
    /// </summary>
    public static string EmitBounded(SourceBuilder source, ValueModel value, string expression, string target)
    {
        if (value.Kind != ValueKind.Nullable)
        {
            return WritePrimitive(value, expression, target);
        }

        string local = source.Local("nullable");
        source.Line(value.TypeName + " " + local + " = " + expression + ";");
        return "(" + local + ".HasValue ? " + WritePrimitive(value.Element!, local + ".GetValueOrDefault()", target)
            + " : " + Api.Primitives + ".WriteNil(" + target + "))";
    }

    /// <summary>
    /// Emits the code that writes a value of any size at the cursor, by calling generated code, the writer or a formatter.
    /// </summary>
    public static void EmitWrite(SourceBuilder source, ValueModel value, string expression, bool standard)
    {
        if (!standard && ObjectWriteEmitter.NeedsFormatter(value))
        {
            EmitCall(source, "options.GetFormatter<" + value.TypeName + ">().Serialize(ref writer, " + expression + ", options);");
            return;
        }

        switch (value.Kind)
        {
            case ValueKind.Generated:
                source.Line("at = ref " + value.FormatterName + ".Write(ref writer, ref at, " + expression + ", options);");
                break;
            case ValueKind.Nullable:
                string nullable = source.Local("nullable");
                source.Line(value.TypeName + " " + nullable + " = " + expression + ";");
                source.Open("if (" + nullable + ".HasValue)");
                EmitWrite(source, value.Element!, nullable + ".GetValueOrDefault()", standard);
                source.Close().Open("else").Line("at = ref writer.WriteNil(ref at);").Close();
                break;
            case ValueKind.Array:
            case ValueKind.List:
                EmitWriteItems(source, value, expression);
                break;
            case ValueKind.Map:
                EmitWriteEntries(source, value, expression);
                break;
            case ValueKind.String:
                source.Line("at = ref writer.Write(ref at, " + expression + ");");
                break;
            case ValueKind.Primitive:
            case ValueKind.Bytes:
            case ValueKind.DateTime:
                EmitCall(source, "writer.Write(" + expression + ");");
                break;
            case ValueKind.Enum:
                EmitCall(source, "writer.Write((" + Keyword(value.Primitive) + ")" + expression + ");");
                break;
            default:
                EmitCall(source, "options.GetFormatter<" + value.TypeName + ">().Serialize(ref writer, " + expression + ", options);");
                break;
        }
    }

    /// <summary>Emits a statement that writes with the writer itself, so that it must know the cursor.</summary>
    public static void EmitCall(SourceBuilder source, string statement) =>
        source.Line("writer.SetCursor(ref at);").Line(statement).Line("at = ref writer.GetCursor();");

    /// <summary>
    /// Emits the statements that precede the reading of a value, and returns the expression that reads it.
    /// </summary>
    public static string EmitRead(SourceBuilder source, ValueModel value, bool standard)
    {
        if (!standard && ObjectWriteEmitter.NeedsFormatter(value))
        {
            return ByFormatter(value);
        }

        switch (value.Kind)
        {
            case ValueKind.Primitive:
                return "reader.Read" + value.Primitive + "()";
            case ValueKind.Enum:
                // As GenericEnumFormatter: other resolvers write names.
                return "(reader.IsNextText ? " + ReadName(value) + " : (" + value.TypeName + ")reader.Read" + value.Primitive + "())";
            case ValueKind.DateTime:
                return "reader.ReadDateTime()";
            case ValueKind.Bytes:
                return "global::Hayapack.Formatters.ByteArrayFormatter.Instance.Deserialize(ref reader, options)";
            case ValueKind.String:
                return "reader.ReadString()";
            case ValueKind.Generated:
                return value.FormatterName + ".Read(ref reader, options)";
            case ValueKind.Nullable:
                return "reader.TryReadNil() ? default(" + value.TypeName + ") : " + EmitRead(source, value.Element!, standard);
            case ValueKind.Array:
            case ValueKind.List:
                return EmitReadItems(source, value);
            case ValueKind.Map:
                return EmitReadEntries(source, value);
            default:
                return ByFormatter(value);
        }
    }

    /// <summary>Returns the C# keyword of a primitive type.</summary>
    public static string Keyword(string primitive) => primitive switch
    {
        "Boolean" => "bool",
        "Byte" => "byte",
        "SByte" => "sbyte",
        "Int16" => "short",
        "UInt16" => "ushort",
        "Char" => "char",
        "Int32" => "int",
        "UInt32" => "uint",
        "Int64" => "long",
        "UInt64" => "ulong",
        "Single" => "float",
        _ => "double",
    };

    /// <summary>Returns the expression that reads the name of an enum.</summary>
    public static string ReadName(ValueModel value) => "global::Hayapack.Registry.GeneratedEnums.ReadName<" + value.TypeName + ">(ref reader)";

    private static string ByFormatter(ValueModel value)
        => "options.GetFormatter<" + value.TypeName + ">().Deserialize(ref reader, options)";

    private static string WritePrimitive(ValueModel value, string expression, string target)
    {
        if (value.Kind == ValueKind.DateTime)
        {
            return Api.Primitives + ".WriteDateTime(" + target + ", " + expression + ")";
        }

        string method = value.Primitive switch
        {
            "Byte" or "UInt16" or "Char" => "UInt32",
            "SByte" or "Int16" => "Int32",
            _ => value.Primitive,
        };
        string cast = value.Kind == ValueKind.Enum || method != value.Primitive ? "(" + Keyword(method) + ")" : "";
        return Api.Primitives + ".Write" + method + "(" + target + ", " + cast + expression + ")";
    }

    /// <summary>Opens the block that writes a collection; null is written before it.</summary>
    private static void OpenCollection(SourceBuilder source, ValueModel value, string local, string expression)
    {
        source.Line(value.TypeName + " " + local + " = " + expression + ";");
        source.Open("if (" + local + " is null)").Line("at = ref writer.WriteNil(ref at);").Close();
        source.Open("else").Line("writer.EnterDepth(ref at, options);");
    }

    private static void EmitHeader(SourceBuilder source, string type, string count)
    {
        source.Line("at = ref writer.Reserve(ref at, " + Api.Primitives + ".MaxHeaderSize);");
        source.Line("at = ref " + Api.Unsafe + ".Add(ref at, " + Api.Primitives + ".Write" + type + "Header(ref at, (uint)" + count + "));");
    }

    private static void EmitSame(SourceBuilder source, string actual, string declared)
    {
        source.Line("writer.SetCursor(ref at);");
        source.Line(Collections + ".Same(ref writer, " + actual + ", " + declared + ");");
    }

    private static void EmitWriteItems(SourceBuilder source, ValueModel value, string expression)
    {
        string list = source.Local("list");
        string item = source.Local("item");
        OpenCollection(source, value, list, expression);
        string items = list;
        if (value.Kind == ValueKind.List)
        {
            items = source.Local("items");
            source.Line("global::System.Span<" + value.Element!.TypeName + "> " + items + " = global::System.Runtime.InteropServices.CollectionsMarshal.AsSpan(" + list + ");");
        }

        EmitHeader(source, "Array", items + ".Length");
        source.Open("foreach (" + value.Element!.TypeName + " " + item + " in " + items + ")");
        EmitWrite(source, value.Element, item, standard: true);
        source.Close();
        if (value.Kind == ValueKind.List)
        {
            EmitSame(source, list + ".Count", items + ".Length");
        }

        source.Line("writer.LeaveDepth();");
        source.Close();
    }

    // Capacity is reserved once for a key and a value of bounded size or a text.
    private static void EmitWriteEntries(SourceBuilder source, ValueModel value, string expression)
    {
        ValueModel element = value.Element!;
        string map = source.Local("map");
        string count = source.Local("count");
        string entry = source.Local("entry");
        string key = source.Local("key");
        string item = source.Local("item");
        string worst = source.Local("worst");
        string written = source.Local("written");
        bool isText = element.Kind == ValueKind.String;
        OpenCollection(source, value, map, expression);
        source.Line("int " + count + " = " + map + ".Count, " + written + " = 0;");
        EmitHeader(source, "Map", count);
        source.Open("foreach (global::System.Collections.Generic.KeyValuePair<string, " + element.TypeName + "> " + entry + " in " + map + ")");
        source.Line("string " + key + " = " + entry + ".Key;");
        source.Line(element.TypeName + " " + item + " = " + entry + ".Value;");
        source.Line("int " + worst + " = " + ObjectWriteEmitter.WithSlack(element.MaxBytes) + " + " + Api.Primitives + ".MaxStringSize(" + key + ")"
            + (isText ? " + " + Api.Primitives + ".MaxStringSize(" + item + ")" : "") + ";");
        source.Line("at = ref writer.Reserve(ref at, " + worst + ");");
        ObjectWriteEmitter.EmitText(source, key, "ref at", 0, worst);
        if (isText)
        {
            ObjectWriteEmitter.EmitText(source, item, "ref at", 0, worst);
        }
        else if (element.MaxBytes > 0)
        {
            ObjectWriteEmitter.EmitAdvance(source, EmitBounded(source, element, item, "ref at"), 0);
        }
        else
        {
            EmitWrite(source, element, item, standard: true);
        }

        source.Line(written + "++;");
        source.Close();
        EmitSame(source, written, count);
        source.Line("writer.LeaveDepth();");
        source.Close();
    }

    private static string EmitReadEntries(SourceBuilder source, ValueModel value)
    {
        ValueModel element = value.Element!;
        string map = source.Local("map");
        string count = source.Local("count");
        string start = source.Local("start");
        string key = source.Local("key");
        source.Line(value.TypeName + " " + map + " = null;");
        source.Open("if (!reader.TryReadNil())");
        source.Line("reader.EnterDepth(options);");
        source.Line(map + " = " + Collections + ".BeginMap<" + element.TypeName + ">(ref reader, options, out int " + count + ");");
        source.Open("for (; " + count + " > 0; " + count + "--)");
        source.Line("long " + start + " = reader.Consumed;");
        source.Line("string " + key + " = reader.ReadString() ?? throw " + Api.ReaderType + ".NilKey(" + start + ");");
        source.Line(Collections + ".Add(" + map + ", " + key + ", " + EmitRead(source, element, standard: true) + ", " + start + ");");
        source.Close();
        source.Line("reader.LeaveDepth();");
        source.Close();
        return map;
    }

    // The declared count is at most the number of remaining bytes. The capacity is nevertheless increased in steps,
    // because one byte of input can become an element of many bytes.
    private static string EmitReadItems(SourceBuilder source, ValueModel value)
    {
        ValueModel element = value.Element!;
        string list = source.Local("list");
        string count = source.Local("count");
        string i = source.Local("i");
        string capacity = Collections + ".Capacity<" + element.TypeName + ">(" + count + ")";
        bool isList = value.Kind == ValueKind.List;
        source.Line(value.TypeName + " " + list + " = null;");
        source.Open("if (!reader.TryReadNil())");
        source.Line("reader.EnterDepth(options);");
        source.Line("int " + count + " = reader.ReadArrayHeader();");
        source.Line(list + " = new " + (isList ? value.TypeName + "(" + capacity + ")" : ArrayCreation(element.TypeName, capacity)) + ";");
        source.Open("for (int " + i + " = 0; " + i + " < " + count + "; " + i + "++)");
        if (isList)
        {
            source.Line(list + ".Add(" + EmitRead(source, element, standard: true) + ");");
        }
        else
        {
            source.Open("if (" + i + " == " + list + ".Length)").Line(Collections + ".Grow(ref " + list + ", " + count + ");").Close();
            source.Line(list + "[" + i + "] = " + EmitRead(source, element, standard: true) + ";");
        }

        source.Close();
        source.Line("reader.LeaveDepth();");
        source.Close();
        return list;
    }

    // An array of T[] with n elements is created by new T[n][].
    private static string ArrayCreation(string element, string count)
    {
        int rank = element.Length;
        while (rank >= 2 && element[rank - 1] == ']' && element[rank - 2] == '[')
        {
            rank -= 2;
        }

        return element.Substring(0, rank) + "[" + count + "]" + element.Substring(rank);
    }
}
