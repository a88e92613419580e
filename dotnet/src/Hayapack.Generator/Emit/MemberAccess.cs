using Hayapack.Generator.Models;
using Hayapack.Generator.Parsing;

namespace Hayapack.Generator.Emit;

/// <summary>
/// Emits expressions that get and set members and call constructors, and <c>UnsafeAccessor</c> methods for those that
/// C# does not allow the formatter to access.
/// </summary>
internal static class MemberAccess
{
    /// <summary>Returns the expression that gets a member.</summary>
    public static string Get(TypeModel type, MemberModel member, string value)
        => (member.Value.IsDynamic ? "(object)" : "") + GetValue(type, member, value);

    private static string GetValue(TypeModel type, MemberModel member, string value)
    {
        if (!member.ReadByAccessor)
        {
            return Direct(member, value);
        }

        string target = (type.IsValueType ? "ref " : "") + value;
        return Method(member, member.IsField ? "Field" : "Get") + "(" + target + ")";
    }

    /// <summary>Returns the statement that sets a member.</summary>
    public static string Set(TypeModel type, MemberModel member, string value, string newValue)
    {
        if (member.Assign == AssignKind.Direct)
        {
            return Direct(member, value) + " = " + newValue + ";";
        }

        string target = (type.IsValueType ? "ref " : "") + value;
        return member.IsField
            ? Method(member, "Field") + "(" + target + ") = " + newValue + ";"
            : Method(member, "Set") + "(" + target + ", " + newValue + ");";
    }

    /// <summary>Returns the expression that creates an object.</summary>
    public static string Construct(TypeModel type, IEnumerable<string> arguments)
        => type.ConstructByDefault ? "default(" + type.TypeName + ")"
            : (type.ConstructByAccessor ? "Access_" + AccessSuffix(type.ConstructorAccess!) + ".New" : "new " + type.TypeName) + "(" + string.Join(", ", arguments) + ")";

    /// <summary>
    /// Emits the accessors: one static class for each declaring type, generic if that type is. They must not be nested
    /// in a generic formatter, because its type parameters would then precede theirs.
    /// </summary>
    /// <param name="nested">True for the accessors nested in the formatter, false for those beside it.</param>
    public static void EmitAccessors(SourceBuilder source, TypeModel type, bool nested)
    {
        List<(AccessModel Access, string Method)> methods = new();
        IEnumerable<MemberModel> members = type.Extra is { } extra ? type.Members.Append(extra) : type.Members;
        foreach (MemberModel member in members.Where(m => m.Access is not null && m.Access.IsNested == nested))
        {
            AccessModel access = member.Access!;
            string target = (member.DeclaredByStruct ? "ref " : "") + access.DeclaringType + " target";
            if (member.IsField)
            {
                methods.Add((access, Attribute("Field", member.Name) + " public static extern ref " + access.MemberType + " Field" + Suffix(member) + "(" + target + ");"));
                continue;
            }

            if (member.ReadByAccessor)
            {
                methods.Add((access, Attribute("Method", "get_" + member.Name) + " public static extern " + access.MemberType + " Get" + Suffix(member) + "(" + target + ");"));
            }

            if (member.Assign == AssignKind.Accessor)
            {
                methods.Add((access, Attribute("Method", "set_" + member.Name) + " public static extern void Set" + Suffix(member) + "(" + target + ", " + access.MemberType + " value);"));
            }
        }

        if (type.ConstructorAccess is { } constructor && constructor.IsNested == nested)
        {
            string parameters = string.Join(", ", type.Parameters.Select((p, i) => p.DefinitionTypeName + " a" + i));
            methods.Add((constructor, Attribute("Constructor", null) + " public static extern " + constructor.DeclaringType + " New(" + parameters + ");"));
        }

        foreach (IGrouping<string, (AccessModel Access, string Method)> group in methods.GroupBy(m => m.Access.DeclaringType))
        {
            AccessModel access = group.First().Access;
            string generic = access.TypeParameters.Count == 0 ? "" : "<" + string.Join(", ", access.TypeParameters) + ">";
            source.Line().Open((nested ? "private" : "file") + " static class Access_" + ClassName(access) + generic + access.Constraints);
            foreach ((AccessModel _, string method) in group)
            {
                source.Line(method);
            }

            source.Close();
        }

        static string Attribute(string kind, string? name)
            => "[global::System.Runtime.CompilerServices.UnsafeAccessor(global::System.Runtime.CompilerServices.UnsafeAccessorKind." + kind
                + (name is null ? "" : ", Name = " + Api.Literal(name)) + ")]";
    }

    private static string Direct(MemberModel member, string value)
        => (member.IsHidden ? "((" + member.DeclaringType + ")" + value + ")" : value) + "." + SymbolNames.Identifier(member.Name);

    private static string Method(MemberModel member, string verb)
        => "Access_" + AccessSuffix(member.Access!) + "." + verb + Suffix(member);

    private static string Suffix(MemberModel member) => "_" + member.Name;

    private static string AccessSuffix(AccessModel access)
        => ClassName(access) + (access.TypeArguments.Count == 0 ? "" : "<" + string.Join(", ", access.TypeArguments) + ">");

    private static string ClassName(AccessModel access)
        => new(access.DeclaringType.Replace("global::", "").Select(c => char.IsLetterOrDigit(c) ? c : '_').ToArray());
}
