using Hayapack.Generator.Analyzers;
using Hayapack.Generator.Models;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Hayapack.Generator.Parsing;

/// <summary>
/// Chooses the constructor that creates an object when reading, by the rules of the library's ConstructorMatch: the one
/// marked with <c>[SerializationConstructor]</c>; or else the first whose parameters are members by name, the most accessible
/// ones first, then those with more parameters, and one without parameters only if every member can be set after it; or else
/// the first whose parameters are members by position; or else the one without parameters.
/// </summary>
internal sealed class ConstructorParser(
    INamedTypeSymbol type, List<ParsedMember> members, ContractKind kind, INamedTypeSymbol? host, Compilation compilation, DiagnosticSink sink)
{
    private readonly bool publicOnly = kind is ContractKind.Contractless or ContractKind.DataMembers;
    private readonly bool isContractless = kind == ContractKind.Contractless;

    /// <summary>Sets the constructor of the model and marks the members that are passed to it.</summary>
    public TypeModel Apply(TypeModel model)
    {
        IMethodSymbol? chosen = type.InstanceConstructors.FirstOrDefault(c => KnownAttributes.Has(c, KnownAttributes.Constructor));
        ParsedMember?[]? matches = null;
        if (chosen is not null)
        {
            matches = this.ByName(chosen, out IParameterSymbol? failed) ?? this.ByPosition(chosen);
            if (matches is null)
            {
                sink.Report(Descriptors.ParameterMismatch, failed!, failed!.Name, type.Name);
                return model;
            }
        }
        else
        {
            (chosen, matches) = this.Choose();
        }

        if (chosen is null || matches is null)
        {
            if (!type.IsValueType)
            {
                sink.Report(Descriptors.NoConstructor, type, type.Name);
            }

            return model with { ConstructByDefault = type.IsValueType };
        }

        List<ParameterModel> parameters = new();
        for (int i = 0; i < matches.Length; i++)
        {
            IParameterSymbol parameter = chosen.Parameters[i];
            parameters.Add(new ParameterModel(SymbolNames.Of(parameter.Type), SymbolNames.Of(parameter.OriginalDefinition.Type), members.IndexOf(matches[i]!), ParameterDefault.Of(parameter, matches[i]!.Type)));
            MemberModel fed = matches[i]!.Model;
            matches[i]!.Model = fed with { Assign = AssignKind.Constructor, Parameter = i, Access = fed.ReadByAccessor ? fed.Access : null };
        }

        bool setsRequired = KnownAttributes.SetsRequiredMembers(chosen);
        if (setsRequired)
        {
            foreach (ParsedMember member in members)
            {
                member.Model = member.Model with { IsRequired = false };
            }
        }

        bool byAccessor = (!setsRequired && this.HasRequiredMembers())
            || !compilation.IsSymbolAccessibleWithin(chosen, (ISymbol?)host ?? compilation.Assembly);
        bool byDefault = type.IsValueType && chosen.IsImplicitlyDeclared && parameters.Count == 0;
        if (byDefault && this.Candidates().Any(c => !c.IsImplicitlyDeclared) && this.LosesMembers())
        {
            sink.Report(Descriptors.NoConstructor, type, type.Name);
            return model;
        }

        return model with
        {
            Parameters = parameters.ToEquatable(),
            ConstructByDefault = byDefault,
            ConstructByAccessor = byAccessor && !byDefault,
            ConstructorAccess = byAccessor && !byDefault ? this.AccessConstructor(chosen) : null,
        };
    }

    private (IMethodSymbol? Constructor, ParsedMember?[]? Members) Choose()
    {
        IMethodSymbol[] candidates = this.Candidates().ToArray();
        bool losesMembers = this.LosesMembers();
        foreach (IMethodSymbol candidate in candidates)
        {
            if (this.ByName(candidate, out _) is { } found && (found.Length > 0 || !losesMembers))
            {
                return (candidate, found);
            }
        }

        foreach (IMethodSymbol candidate in candidates.Where(c => c.Parameters.Length > 0))
        {
            if (this.ByPosition(candidate) is { } found)
            {
                return (candidate, found);
            }
        }

        IMethodSymbol? last = candidates.FirstOrDefault(c => c.Parameters.IsEmpty);
        return (last, last is null ? null : Array.Empty<ParsedMember?>());
    }

    private IEnumerable<IMethodSymbol> Candidates()
        => type.InstanceConstructors
            .Where(c => !this.IsCopyConstructor(c) && (!this.publicOnly || c.DeclaredAccessibility == Accessibility.Public))
            .OrderByDescending(c => c.DeclaredAccessibility)
            .ThenByDescending(c => c.Parameters.Length);

    // Whether the default value of a struct is not enough, because members have state that is not restored. Without
    // attributes, any member that is not restored counts, because it is not written either.
    private bool LosesMembers()
        => (this.isContractless && members.Count == 0)
            || members.Any(m => m.Model.Assign == AssignKind.None && (this.isContractless || HasField(m.Symbol)));

    private static bool HasField(ISymbol member)
        => member is IFieldSymbol || member.ContainingType.GetMembers().OfType<IFieldSymbol>().Any(f => SymbolEqualityComparer.Default.Equals(f.AssociatedSymbol, member));

    private bool IsCopyConstructor(IMethodSymbol constructor)
        => type.IsRecord && constructor.Parameters.Length == 1
            && SymbolEqualityComparer.Default.Equals(constructor.Parameters[0].Type, type);

    private AccessModel AccessConstructor(IMethodSymbol constructor)
    {
        ITypeSymbol hidden = constructor.Parameters.Select(p => p.Type).FirstOrDefault(t => !HostParser.IsVisible(t)) ?? type;
        return MemberParser.Access(type, hidden, type);
    }

    private bool HasRequiredMembers()
        => TypeChains.SelfAndBases(type).SelectMany(t => t.GetMembers()).Any(m => m is IPropertySymbol { IsRequired: true } or IFieldSymbol { IsRequired: true });

    private ParsedMember?[]? ByName(IMethodSymbol constructor, out IParameterSymbol? failed)
        => this.Match(constructor, (parameter, _) => this.FindByName(parameter.Name), out failed);

    /// <summary>
    /// Finds the members by their position in the order of integer keys, like MessagePack-CSharp. The types must be identical,
    /// and no parameter may have the name of another member: else members of one type would be swapped.
    /// </summary>
    private ParsedMember?[]? ByPosition(IMethodSymbol constructor)
    {
        if (members.Count == 0 || !members[0].HasNumber)
        {
            return null;
        }

        ParsedMember[] ordered = members.OrderBy(m => m.Model.Index).ToArray();
        return this.Match(
            constructor,
            (parameter, i) => i < ordered.Length && compilation.ClassifyConversion(ordered[i].Type, parameter.Type).IsIdentity
                && (this.FindByName(parameter.Name) ?? ordered[i]) == ordered[i] ? ordered[i] : null,
            out _);
    }

    private ParsedMember?[]? Match(IMethodSymbol constructor, Func<IParameterSymbol, int, ParsedMember?> find, out IParameterSymbol? failed)
    {
        failed = null;
        ParsedMember?[] matches = new ParsedMember?[constructor.Parameters.Length];
        for (int i = 0; i < matches.Length; i++)
        {
            IParameterSymbol parameter = constructor.Parameters[i];
            ParsedMember? member = parameter.RefKind is RefKind.None or RefKind.In ? find(parameter, i) : null;
            if (member is null || !member.Model.IsReadable || Array.IndexOf(matches, member) >= 0
                || !compilation.ClassifyConversion(member.Type, parameter.Type).IsImplicit)
            {
                failed = parameter;
                return null;
            }

            matches[i] = member;
        }

        return matches;
    }

    private ParsedMember? FindByName(string name)
        => members.FirstOrDefault(m => m.Model.Name == name)
            ?? members.FirstOrDefault(m => string.Equals(m.Model.Name, name, StringComparison.OrdinalIgnoreCase))
            ?? members.FirstOrDefault(m => string.Equals(m.Model.Key, name, StringComparison.OrdinalIgnoreCase));
}
