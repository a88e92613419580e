using System;
using System.Collections.Generic;
using System.Linq;
using Hayapack.Generator.Analyzers;
using Hayapack.Generator.Models;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Hayapack.Generator.Parsing;

/// <summary>
/// Chooses the constructor that creates an object when reading: the one marked with <c>[SerializationConstructor]</c>,
/// or else, of those whose parameters all correspond to members, the most accessible one with the most parameters.
/// </summary>
internal sealed class ConstructorParser
{
    private readonly INamedTypeSymbol type;
    private readonly List<ParsedMember> members;
    private readonly bool publicOnly;
    private readonly bool isContractless;
    private readonly INamedTypeSymbol? host;
    private readonly Compilation compilation;
    private readonly DiagnosticSink sink;

    public ConstructorParser(INamedTypeSymbol type, List<ParsedMember> members, ContractKind kind, INamedTypeSymbol? host, Compilation compilation, DiagnosticSink sink)
    {
        this.type = type;
        this.members = members;
        this.publicOnly = kind is ContractKind.Contractless or ContractKind.DataMembers;
        this.isContractless = kind == ContractKind.Contractless;
        this.host = host;
        this.compilation = compilation;
        this.sink = sink;
    }

    /// <summary>Sets the constructor of the model and marks the members that are passed to it.</summary>
    public TypeModel Apply(TypeModel model)
    {
        IMethodSymbol? chosen = this.type.InstanceConstructors.FirstOrDefault(c => KnownNames.Has(c, KnownNames.Constructor));
        ParsedMember?[]? matches = null;
        if (chosen is not null)
        {
            matches = this.Match(chosen, out IParameterSymbol? failed);
            if (matches is null)
            {
                this.sink.Report(Descriptors.ParameterMismatch, failed!, failed!.Name, this.type.Name);
                return model;
            }
        }
        else
        {
            foreach (IMethodSymbol candidate in this.Candidates())
            {
                matches = this.Match(candidate, out _);
                if (matches is not null)
                {
                    chosen = candidate;
                    break;
                }
            }
        }

        if (chosen is null || matches is null)
        {
            if (!this.type.IsValueType)
            {
                this.sink.Report(Descriptors.NoConstructor, this.type, this.type.Name);
            }

            return model with { ConstructByDefault = this.type.IsValueType };
        }

        List<ParameterModel> parameters = new();
        for (int i = 0; i < matches.Length; i++)
        {
            IParameterSymbol parameter = chosen.Parameters[i];
            parameters.Add(new ParameterModel(TypeNames.Of(parameter.Type), TypeNames.Of(parameter.OriginalDefinition.Type), this.members.IndexOf(matches[i]!), ParameterDefault.Of(parameter, matches[i]!.Type)));
            MemberModel fed = matches[i]!.Model;
            matches[i]!.Model = fed with { Assign = AssignKind.Constructor, Parameter = i, Access = fed.ReadByAccessor ? fed.Access : null };
        }

        bool setsRequired = KnownNames.SetsRequiredMembers(chosen);
        if (setsRequired)
        {
            foreach (ParsedMember member in this.members)
            {
                member.Model = member.Model with { IsRequired = false };
            }
        }

        bool byAccessor = (!setsRequired && this.HasRequiredMembers())
            || !this.compilation.IsSymbolAccessibleWithin(chosen, (ISymbol?)this.host ?? this.compilation.Assembly);
        bool byDefault = this.type.IsValueType && chosen.IsImplicitlyDeclared && parameters.Count == 0;
        if (byDefault && this.Candidates().Any(c => !c.IsImplicitlyDeclared) && this.LosesMembers())
        {
            this.sink.Report(Descriptors.NoConstructor, this.type, this.type.Name);
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

    private IEnumerable<IMethodSymbol> Candidates()
        => this.type.InstanceConstructors
            .Where(c => !this.IsCopyConstructor(c) && (!this.publicOnly || c.DeclaredAccessibility == Accessibility.Public))
            .OrderByDescending(c => c.DeclaredAccessibility)
            .ThenByDescending(c => c.Parameters.Length);

    // Whether the default value of a struct is not enough, because members have state that is not restored. Without
    // attributes, any member that is not restored counts, because it is not written either.
    private bool LosesMembers()
        => (this.isContractless && this.members.Count == 0)
            || this.members.Any(m => m.Model.Assign == AssignKind.None && (this.isContractless || HasField(m.Symbol)));

    private static bool HasField(ISymbol member)
        => member is IFieldSymbol || member.ContainingType.GetMembers().OfType<IFieldSymbol>().Any(f => SymbolEqualityComparer.Default.Equals(f.AssociatedSymbol, member));

    private bool IsCopyConstructor(IMethodSymbol constructor)
        => this.type.IsRecord && constructor.Parameters.Length == 1
            && SymbolEqualityComparer.Default.Equals(constructor.Parameters[0].Type, this.type);

    private AccessModel AccessConstructor(IMethodSymbol constructor)
    {
        ITypeSymbol hidden = constructor.Parameters.Select(p => p.Type).FirstOrDefault(t => !HostParser.IsVisible(t)) ?? this.type;
        return MemberParser.Access(this.type, hidden, this.type);
    }

    private bool HasRequiredMembers()
    {
        for (INamedTypeSymbol? current = this.type; current is not null; current = current.BaseType)
        {
            if (current.GetMembers().Any(m => m is IPropertySymbol { IsRequired: true } or IFieldSymbol { IsRequired: true }))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>
    /// Finds the member of each parameter by name. With integer keys, if a name is not found, finds all members by
    /// their position in the order of the keys, like MessagePack-CSharp.
    /// </summary>
    private ParsedMember?[]? Match(IMethodSymbol constructor, out IParameterSymbol? failed)
    {
        ParsedMember?[]? byName = this.Match(constructor, (p, _) => this.FindByName(p.Name), out failed);
        if (byName is not null || this.members.Count == 0 || !this.members[0].HasNumber)
        {
            return byName;
        }

        ParsedMember[] ordered = this.members.OrderBy(m => m.Model.Index).ToArray();
        return this.Match(constructor, (_, i) => i < ordered.Length ? ordered[i] : null, out _);
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
                || !this.compilation.ClassifyConversion(member.Type, parameter.Type).IsImplicit)
            {
                failed = parameter;
                return null;
            }

            matches[i] = member;
        }

        return matches;
    }

    private ParsedMember? FindByName(string name)
        => this.members.FirstOrDefault(m => m.Symbol.Name == name)
            ?? this.members.FirstOrDefault(m => string.Equals(m.Symbol.Name, name, StringComparison.OrdinalIgnoreCase))
            ?? this.members.FirstOrDefault(m => string.Equals(m.Model.Key, name, StringComparison.OrdinalIgnoreCase));
}
