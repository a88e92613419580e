using Hayapack.Generator.Models;

namespace Hayapack.Generator.Emit;

/// <summary>Emits the second part of a class with <c>[GeneratedMessagePackResolver]</c> or <c>[CompositeResolver]</c>.</summary>
internal static class ResolverEmitter
{
    private const string Resolver = "global::Hayapack.IFormatterResolver";

    public static string Emit(ResolverModel model)
    {
        SourceBuilder source = SourceBuilder.WithHeader();
        source.Line();
        if (model.Namespace.Length > 0)
        {
            source.Line("namespace " + model.Namespace + ";").Line();
        }

        for (int i = 0; i < model.Hosts.Count; i++)
        {
            source.Open(model.Hosts[i] + (i == model.Hosts.Count - 1 ? " : " + Resolver : ""));
        }

        source.Line("/// <summary>The shared instance.</summary>");
        source.Line("public static readonly " + Resolver + " Instance = new " + model.Name + "();").Line();
        source.Line("private static readonly " + Resolver + " All = global::Hayapack.Resolvers.CompositeResolver.Create(");
        source.Line("    new " + Api.Formatter + "[] { " + string.Join(", ", model.Formatters) + " },");
        source.Line("    new " + Resolver + "[] { " + string.Join(", ", model.Resolvers) + " });").Line();
        source.Line("private " + model.Name + "() { }").Line();
        source.Line("/// <inheritdoc/>");
        source.Line("public " + Api.Formatter + "<T> GetFormatter<T>() => All.GetFormatter<T>();");
        foreach (string unused in (IEnumerable<string>)model.Hosts)
        {
            source.Close();
        }

        return source.ToString();
    }
}
