using Hayapack.Generator.Models;

namespace Hayapack.Generator.Emit;

/// <summary>Emits the class that describes the types of the assembly. No formatter uses it.</summary>
internal static class ShapeEmitter
{
    /// <summary>Emits the class; returns null without types.</summary>
    public static string? Emit(IEnumerable<TypeModel> types)
    {
        TypeModel[] shown = types.Where(t => t.Shape is not null && !t.IsBroken && !t.IsByReflection && !t.IsPrivate)
            .GroupBy(t => t.UnboundName).Select(g => g.First()).OrderBy(t => t.UnboundName, StringComparer.Ordinal).ToArray();
        if (shown.Length == 0)
        {
            return null;
        }

        SourceBuilder source = SourceBuilder.WithHeader();
        source.Line().Line("[assembly: global::Hayapack.GeneratedShapes(typeof(global::Hayapack.Generated.HayapackShapes))]").Line();
        source.Line("namespace Hayapack.Generated").Line("{");
        source.Line("/// <summary>Describes the types of this assembly, for MessagePackSchema.</summary>");
        if (shown.Any(t => t.IsObsolete))
        {
            source.Line(Api.Obsolete);
        }

        source.Open("internal sealed class HayapackShapes : global::Hayapack.Registry.GeneratedShapes");
        source.Line("/// <inheritdoc/>");
        source.Open("public override global::Hayapack.Registry.TypeShape Find(global::System.Type type, global::Hayapack.Registry.TypeUse[] arguments)");
        foreach (TypeModel type in shown)
        {
            source.Line("if (type == typeof(" + type.UnboundName + ")) return " + Method(type) + "(arguments);");
        }

        source.Line("return null;").Close();
        foreach (TypeModel type in shown)
        {
            source.Line().Line("private static global::Hayapack.Registry.TypeShape " + Method(type) + "(global::Hayapack.Registry.TypeUse[] arguments)");
            source.Line("    => " + type.Shape + ";");
        }

        source.Close().Line("}");
        return source.ToString();
    }

    private static string Method(TypeModel type) => "Of_" + type.FormatterClass;
}
