using Hayapack.Generator.Models;

namespace Hayapack.Generator.Emit;

/// <summary>Emits the module initializer that registers all formatters of the assembly.</summary>
internal static class RegistrationEmitter
{
    /// <summary>Emits the class. If a type occurs several times, the first of types, formatters and others is registered.</summary>
    public static string Emit(IEnumerable<TypeModel> types, IEnumerable<Registration> formatters, IEnumerable<Registration> others)
    {
        SourceBuilder source = SourceBuilder.WithHeader();
        source.Line().Line("namespace Hayapack.Generated;").Line();
        source.Line("/// <summary>Registers the formatters of this assembly. Called by the runtime when code of the assembly first runs.</summary>");
        if (types.Any(t => t.IsObsolete))
        {
            source.Line(Api.Obsolete);
        }

        source.Open("internal static class HayapackRegistration");
        source.Line("[global::System.Runtime.CompilerServices.ModuleInitializer]");
        source.Open("internal static void Register()");
        HashSet<string> done = new();
        IEnumerable<TypeModel> usable = types.Where(t => !t.IsBroken && !t.IsByReflection).OrderBy(t => t.TypeName, StringComparer.Ordinal);
        foreach (TypeModel type in usable.Where(t => done.Add(t.TypeName)))
        {
            if (type.Hosts.Count > type.VisibleHosts || (type.Hosts.Count > 0 && type.IsPrivate))
            {
                if (!type.HostsAreGeneric && type.TypeParameters.Count == 0)
                {
                    source.Line(HostName(type, type.VisibleHosts) + ".Register_" + type.FormatterClass + "();");
                }
            }
            else if (!type.HostsAreGeneric && type.TypeParameters.Count == 0)
            {
                source.Line(Call(type.TypeName, "new " + FormatterName(type) + "()"));
            }
            else if (!type.IsPrivate)
            {
                source.Line(Api.Registry + ".RegisterGeneric(typeof(" + type.UnboundName + "), typeof(" + UnboundFormatter(type) + "));");
            }
        }

        // Of several formatters for one type, none is preferred.
        IEnumerable<Registration> single = formatters.GroupBy(r => r.TypeName).Where(g => g.Count() == 1).Select(g => g.First());
        foreach (Registration other in Sorted(single).Concat(Sorted(others)).Where(r => done.Add(r.TypeName)))
        {
            source.Line(Call(other.TypeName, other.Formatter));
        }

        source.Close().Close();
        return source.ToString();
    }

    /// <summary>Emits the attributes that tell the generator in other assemblies what it cannot see there.</summary>
    public static string EmitHiddenMembers(IEnumerable<string> rows)
    {
        SourceBuilder source = SourceBuilder.WithHeader();
        source.Line().Line("[assembly: global::Hayapack.GeneratedMembers]");
        foreach (string row in rows.Distinct().OrderBy(row => row, StringComparer.Ordinal))
        {
            source.Line("[assembly: global::Hayapack.GeneratedHiddenMember(" + row + ")]");
        }

        return source.ToString();
    }

    private static IEnumerable<Registration> Sorted(IEnumerable<Registration> registrations)
        => registrations.OrderBy(r => r.TypeName, StringComparer.Ordinal).ThenBy(r => r.Formatter, StringComparer.Ordinal);

    /// <summary>Emits, in the innermost host of a private type, the method that registers its formatter.</summary>
    public static void EmitHostMethod(SourceBuilder source, TypeModel type)
    {
        if (NeedsHostMethod(type))
        {
            source.Line();
            source.Line("internal static void Register_" + type.FormatterClass + "() => " + Call(type.TypeName, "new " + type.FormatterClass + "()"));
        }
    }

    /// <summary>
    /// Emits, in an outer host, the method that calls the one of the next inner host, which might be private too.
    /// </summary>
    public static void EmitOuterHostMethod(SourceBuilder source, TypeModel type, int index)
    {
        if (index >= 0 && index >= type.VisibleHosts - 1 && NeedsHostMethod(type))
        {
            source.Line();
            source.Line("internal static void Register_" + type.FormatterClass + "() => " + type.Hosts[index + 1].Name + ".Register_" + type.FormatterClass + "();");
        }
    }

    private static bool NeedsHostMethod(TypeModel type)
        => type.Hosts.Count > 0 && (type.IsPrivate || type.Hosts.Count > type.VisibleHosts) && !type.HostsAreGeneric && type.TypeParameters.Count == 0 && !type.IsBroken && !type.IsByReflection;

    private static string Call(string type, string formatter) => Api.Registry + ".Register<" + type + ">(" + formatter + ");";

    private static string FormatterName(TypeModel type)
        => type.Hosts.Count == 0 ? type.FormatterClass : HostName(type, type.Hosts.Count) + "." + type.FormatterClass;

    private static string UnboundFormatter(TypeModel type)
    {
        string name = type.FormatterClass + Commas(type.TypeParameters.Count);
        return type.Hosts.Count == 0 ? name : Qualified(type, type.Hosts.Select(UnboundName)) + "." + name;
    }

    private static string HostName(TypeModel type, int count)
        => Qualified(type, type.Hosts.Take(count).Select(h => h.Name));

    private static string Qualified(TypeModel type, IEnumerable<string> hosts)
        => "global::" + (type.Namespace.Length == 0 ? "" : type.Namespace + ".") + string.Join(".", hosts);

    private static string UnboundName(HostModel host)
        => host.Arity == 0 ? host.Name : host.Name.Substring(0, host.Name.IndexOf('<')) + Commas(host.Arity);

    private static string Commas(int arity) => arity == 0 ? "" : "<" + new string(',', arity - 1) + ">";
}
