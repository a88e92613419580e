using System.Globalization;
using Hayapack.Generator.Models;

namespace Hayapack.Generator.Emit;

/// <summary>
/// Emits the method that finds all errors of a value. It is called only after reading has failed, so it has no code of its own for
/// each member: the library reads them by a table, which is made at the first call.
/// </summary>
internal static class ErrorEmitter
{
    private const string Space = "global::Hayapack.Formatters.";

    /// <summary>The interface of the method.</summary>
    public const string Interface = Space + "IErrorSource";

    /// <summary>Returns whether the formatter of a type has the method.</summary>
    public static bool Has(TypeModel type) => !type.IsBroken && !type.IsByReflection;

    public static void Emit(SourceBuilder source, TypeModel type)
    {
        bool isEmitted = type.IsUnion && UnionEmitter.IsEmitted(type);
        string table = type.IsUnion ? "Union" : "Fields";
        string made = type.IsUnion
            ? (isEmitted ? "(Union ??= " + UnionEmitter.Creation(type) + ")" : "Union") + ".FindErrors(ref reader, options, errors)"
            : "errors.ReadObject(ref reader, options, Fields ??= " + Creation(type) + ")";
        if (!type.IsUnion || isEmitted)
        {
            source.Line().Line("private static " + (type.IsUnion ? UnionEmitter.Formatter(type) : Space + "ErrorFields") + " " + table + ";");
        }

        source.Line();
        source.Line("/// <inheritdoc/>");
        source.Line("public void FindErrors(" + Api.Reader + ", " + Api.Options + ", " + Space + "ErrorCollector errors) => " + made + ";");
    }

    private static string Creation(TypeModel type)
    {
        IEnumerable<string> arguments = new[] { Api.Literal(type.DisplayName), Api.Keyword(type.IsMap), Api.Keyword(!type.IsValueType), Api.Keyword(ObjectWriteEmitter.CanNest(type)), Length(type), Unmapped(type) }
            .Concat(type.Members.Where(m => m.IsRead).Select(m => Field(m)));
        return "new " + Space + "ErrorFields(" + string.Join(", ", arguments) + ")";
    }

    private static string Length(TypeModel type)
        => type.IsMap || type.Members.Count == 0 ? "0" : (type.Members.Max(m => m.Index) + 1).ToString(CultureInfo.InvariantCulture);

    private static string Unmapped(TypeModel type)
        => type.Extra is not null || type.Unmapped == 0 ? "global::Hayapack.UnmappedMemberHandling.Skip"
            : type.Unmapped == 1 ? "global::Hayapack.UnmappedMemberHandling.Disallow"
            : "null";

    private static string Field(MemberModel member)
        => "new " + Space + "ErrorField<" + member.Value.TypeName + ">(" + Api.Literal(member.Name) + ", " + Api.Keyword(member.IsRequired)
            + ", " + member.Index.ToString(CultureInfo.InvariantCulture)
            + (member.Key is null ? "" : ", key: " + Api.Literal(member.Key))
            + (member.Alias is null ? "" : ", alias: " + Api.Literal(member.Alias))
            + (Formatter(member) is { } formatter ? ", formatter: " + formatter : "") + ")";

    // The types that no resolver can change are read without one.
    private static string? Formatter(MemberModel member)
        => member.CustomFormatter is not null ? FormatterEmitter.CustomName(member)
            : member.Value.Kind == ValueKind.Primitive ? Space + member.Value.Primitive + "Formatter.Instance"
            : member.Value.Kind == ValueKind.Bytes ? Space + "ByteArrayFormatter.Instance"
            : null;
}
