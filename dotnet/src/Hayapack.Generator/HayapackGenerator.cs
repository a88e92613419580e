using System.Collections.Immutable;
using System.Text;
using Hayapack.Generator.Emit;
using Hayapack.Generator.Models;
using Hayapack.Generator.Parsing;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace Hayapack.Generator;

/// <summary>
/// Generates a formatter for each type that is marked with <c>[MessagePackObject]</c>, <c>[Union]</c> or
/// <c>[DataContract]</c>, or named in <c>[assembly: GenerateFormatter]</c>, and a module initializer that registers the
/// formatters.
/// </summary>
[Generator(LanguageNames.CSharp)]
public sealed class HayapackGenerator : IIncrementalGenerator
{
    /// <summary>The tracking name of the step that creates the models of types, for tests of incrementality.</summary>
    public const string TypesStep = "Types";

    /// <summary>
    /// The tracking name of the step that creates the models of the assembly's attributes, for tests of incrementality.
    /// </summary>
    public const string AssemblyStep = "Assembly";

    private static readonly string[] TypeAttributes =
    {
        "Hayapack." + KnownAttributes.Object, "MessagePack." + KnownAttributes.Object,
        "Hayapack." + KnownAttributes.Union, "MessagePack." + KnownAttributes.Union,
        KnownAttributes.DataContract,
    };

    private static readonly string[] FormatterAttributes =
    {
        "Hayapack." + KnownAttributes.Formatter, "MessagePack." + KnownAttributes.Formatter, "Hayapack." + KnownAttributes.Surrogate,
    };

    // Union types without them are registered where a member has one, or [assembly: GenerateFormatter] names it.
    private static readonly string[] UnionTypeAttributes = { "Hayapack." + KnownAttributes.Object, "Hayapack." + KnownAttributes.Union };

    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        IncrementalValueProvider<ImmutableArray<TypeModel>> all = context.CompilationProvider
            .Select(static (_, _) => ImmutableArray<TypeModel>.Empty)
            .WithComparer(ImmutableArrayComparer<TypeModel>.Instance);
        IncrementalValueProvider<ImmutableArray<Registration>> others = context.CompilationProvider
            .Select(static (_, _) => ImmutableArray<Registration>.Empty)
            .WithComparer(ImmutableArrayComparer<Registration>.Instance);

        foreach (string attribute in TypeAttributes)
        {
            IncrementalValuesProvider<TypeModel> types = context.SyntaxProvider
                .ForAttributeWithMetadataName(attribute, static (node, _) => node is TypeDeclarationSyntax, (c, token) => ParseType(c, attribute, token))
                .Where(static model => model is not null)
                .Select(static (model, _) => model!)
                .WithTrackingName(TypesStep);
            context.RegisterSourceOutput(types, static (output, model) => AddSource(output, model));
            all = Concat(all, types.Collect());
        }

        AddHiddenMembers(context);
        foreach (string attribute in FormatterAttributes)
        {
            IncrementalValuesProvider<Registration> custom = context.SyntaxProvider
                .ForAttributeWithMetadataName(attribute, static (node, _) => node is BaseTypeDeclarationSyntax, static (c, _) => ParseCustom(c))
                .Where(static registration => registration is not null)
                .Select(static (registration, _) => registration!);
            others = Concat(others, custom.Collect());
        }

        foreach (string attribute in UnionTypeAttributes)
        {
            others = Concat(others, context.SyntaxProvider
                .ForAttributeWithMetadataName(attribute, static (node, _) => node is TypeDeclarationSyntax, static (c, _) => ParseUnionType(c))
                .SelectMany(static (found, _) => found)
                .Collect());
        }

        IncrementalValueProvider<ImmutableArray<Registration>> formatters = context.SyntaxProvider
            .CreateSyntaxProvider(static (node, _) => node is TypeDeclarationSyntax { BaseList: not null } and not InterfaceDeclarationSyntax, ParseLocal)
            .SelectMany(static (found, _) => found)
            .Collect()
            .WithComparer(ImmutableArrayComparer<Registration>.Instance);

        AddResolvers(context);
        IncrementalValueProvider<AssemblyModel> assembly = context.CompilationProvider
            .Select(static (compilation, token) => Language.IsSupported(compilation)
                ? AssemblyParser.Parse(compilation, token)
                : new AssemblyModel(EquatableArray<TypeModel>.Empty, EquatableArray<Registration>.Empty))
            .WithTrackingName(AssemblyStep);
        context.RegisterSourceOutput(assembly, static (output, model) =>
        {
            foreach (TypeModel type in model.Types)
            {
                AddSource(output, type);
            }
        });

        context.RegisterSourceOutput(all.Combine(others).Combine(formatters).Combine(assembly), static (output, input) =>
        {
            (((ImmutableArray<TypeModel> types, ImmutableArray<Registration> custom), ImmutableArray<Registration> local), AssemblyModel named) = input;
            ImmutableArray<TypeModel> models = types.AddRange(named.Types);
            ImmutableArray<Registration> registrations = custom.AddRange(named.Registrations).AddRange(models.SelectMany(m => m.Registrations));
            if (models.Length + registrations.Length + local.Length > 0)
            {
                output.AddSource("HayapackRegistration.g.cs", SourceText.From(RegistrationEmitter.Emit(models, local, registrations), Encoding.UTF8));
            }

            if (ShapeEmitter.Emit(models) is { } shapes)
            {
                output.AddSource("HayapackShapes.g.cs", SourceText.From(shapes, Encoding.UTF8));
            }
        });
    }

    // In each assembly with attributed types: the attribute without rows says that there are no such members.
    private static void AddHiddenMembers(IncrementalGeneratorInitializationContext context)
    {
        IncrementalValueProvider<ImmutableArray<EquatableArray<string>>> rows = context.CompilationProvider
            .Select(static (_, _) => ImmutableArray<EquatableArray<string>>.Empty)
            .WithComparer(ImmutableArrayComparer<EquatableArray<string>>.Instance);
        foreach (string attribute in TypeAttributes.Where(name => name.EndsWith("." + KnownAttributes.Object, StringComparison.Ordinal)))
        {
            rows = Concat(rows, context.SyntaxProvider
                .ForAttributeWithMetadataName(attribute, static (node, _) => node is TypeDeclarationSyntax, static (c, _) => InaccessibleMembers.Describe((INamedTypeSymbol)c.TargetSymbol))
                .Collect());
        }

        context.RegisterSourceOutput(rows, static (output, found) =>
        {
            if (found.Length > 0)
            {
                output.AddSource("HayapackMembers.g.cs", SourceText.From(RegistrationEmitter.EmitHiddenMembers(found.SelectMany(row => row)), Encoding.UTF8));
            }
        });
    }

    private static void AddResolvers(IncrementalGeneratorInitializationContext context)
    {
        IncrementalValuesProvider<ResolverModel> generated = context.SyntaxProvider.ForAttributeWithMetadataName(
            KnownAttributes.GeneratedResolver,
            static (node, _) => node is ClassDeclarationSyntax,
            static (c, _) => ResolverParser.ParseGenerated((INamedTypeSymbol)c.TargetSymbol));
        IncrementalValuesProvider<ResolverModel> composite = context.SyntaxProvider.ForAttributeWithMetadataName(
            KnownAttributes.CompositeResolver,
            static (node, _) => node is ClassDeclarationSyntax,
            static (c, _) => ResolverParser.ParseComposite((INamedTypeSymbol)c.TargetSymbol, c.Attributes[0], c.SemanticModel.Compilation));
        context.RegisterSourceOutput(generated, static (output, model) => AddSource(output, model));
        context.RegisterSourceOutput(composite, static (output, model) => AddSource(output, model));
    }

    private static IncrementalValueProvider<ImmutableArray<T>> Concat<T>(
        IncrementalValueProvider<ImmutableArray<T>> first,
        IncrementalValueProvider<ImmutableArray<T>> second)
        => first.Combine(second)
            .Select(static (pair, _) => pair.Left.AddRange(pair.Right))
            .WithComparer(ImmutableArrayComparer<T>.Instance);

    private static TypeModel? ParseType(GeneratorAttributeSyntaxContext context, string attribute, CancellationToken token)
    {
        INamedTypeSymbol type = (INamedTypeSymbol)context.TargetSymbol;
        Aliases.Note(context.SemanticModel.Compilation);

        // Called for each of these attributes that a type has; only the first one creates the model.
        string first = TypeAttributes.First(name => type.GetAttributes().Any(a => a.AttributeClass?.ToDisplayString() == name));
        if (first != attribute || !Language.IsSupported(context.SemanticModel.Compilation) || KnownAttributes.Has(type, KnownAttributes.Formatter) || KnownAttributes.Has(type, KnownAttributes.Surrogate))
        {
            return null;
        }

        return TypeParser.Parse(type, context.SemanticModel.Compilation, new DiagnosticSink(), token);
    }

    private static EquatableArray<Registration> ParseUnionType(GeneratorAttributeSyntaxContext context)
    {
        INamedTypeSymbol type = (INamedTypeSymbol)context.TargetSymbol;
        Compilation compilation = context.SemanticModel.Compilation;
        Aliases.Note(compilation);
        return CSharpUnionParser.IsUnionType(type) && Language.IsSupported(compilation)
            ? RegistrationParser.ForTypes(new[] { type }, compilation).ToEquatable()
            : EquatableArray<Registration>.Empty;
    }

    private static Registration? ParseCustom(GeneratorAttributeSyntaxContext context)
    {
        INamedTypeSymbol type = (INamedTypeSymbol)context.TargetSymbol;
        if (SymbolNames.IsGeneric(type) || !HostParser.IsVisible(type) || !Language.IsSupported(context.SemanticModel.Compilation))
        {
            return null;
        }

        Aliases.Note(context.SemanticModel.Compilation);
        AttributeData attribute = context.Attributes[0];
        if (attribute.AttributeClass?.Name == KnownAttributes.Surrogate)
        {
            return attribute.ConstructorArguments.FirstOrDefault().Value is INamedTypeSymbol surrogate && HostParser.IsVisible(surrogate)
                ? new Registration(SymbolNames.Of(type), "new global::Hayapack.Formatters.SurrogateFormatter<" + SymbolNames.Of(type) + ", " + SymbolNames.Of(surrogate) + ">()")
                : null;
        }

        // A formatter that code elsewhere in the assembly can't name is created by AttributeFormatterResolver.
        return CustomFormatterParser.Parse(attribute, type, context.SemanticModel.Compilation, out INamedTypeSymbol? formatter) is { } expression
            && HostParser.IsVisible(formatter!)
            ? new Registration(SymbolNames.Of(type), expression)
            : null;
    }

    private static EquatableArray<Registration> ParseLocal(GeneratorSyntaxContext context, CancellationToken token)
        => Language.IsSupported(context.SemanticModel.Compilation) && context.SemanticModel.GetDeclaredSymbol(context.Node, token) is INamedTypeSymbol type
            ? LocalFormatterParser.Parse(type, context.SemanticModel.Compilation)
            : EquatableArray<Registration>.Empty;

    private static void AddSource(SourceProductionContext output, ResolverModel model)
        => output.AddSource(model.HintName + ".g.cs", SourceText.From(ResolverEmitter.Emit(model), Encoding.UTF8));

    private static void AddSource(SourceProductionContext output, TypeModel model)
        => output.AddSource(model.HintName + ".g.cs", SourceText.From(FormatterEmitter.Emit(model), Encoding.UTF8));
}
