using System.Collections.Immutable;
using Hayapack.Generator.Parsing;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Hayapack.Generator.Analyzers;

/// <summary>Reports errors in serializable types. It uses the same parser as the generator.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class HayapackAnalyzer : DiagnosticAnalyzer
{
    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => Descriptors.All;

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.EnableConcurrentExecution();
        context.RegisterSymbolAction(AnalyzeType, SymbolKind.NamedType);
    }

    private static void AnalyzeType(SymbolAnalysisContext context)
    {
        INamedTypeSymbol type = (INamedTypeSymbol)context.Symbol;

        // Other serializers read [DataContract], too: such a type may never meet MessagePack, so it must not break the build.
        bool isOurs = KnownAttributes.Has(type, KnownAttributes.Object) || KnownAttributes.Has(type, KnownAttributes.Union) || KnownAttributes.FindDataContract(type) is null;
        DiagnosticSink sink = new() { MostSevere = isOurs ? DiagnosticSeverity.Error : DiagnosticSeverity.Info };
        if (KnownAttributes.Find(type, KnownAttributes.Formatter) is { } attribute)
        {
            if (type.TypeParameters.IsEmpty && CustomFormatterParser.Parse(attribute, type, context.Compilation, out _) is null)
            {
                string name = attribute.ConstructorArguments.FirstOrDefault().Value is ITypeSymbol formatter ? formatter.Name : "null";
                sink.Report(Descriptors.BadFormatter, type, name, SymbolNames.Display(type));
            }
        }
        else if (!KnownAttributes.Has(type, KnownAttributes.Surrogate))
        {
            if (KnownAttributes.Has(type, KnownAttributes.Union) && !UnionAttributeParser.IsUnion(type) && !CSharpUnionParser.IsUnionType(type))
            {
                sink.Report(Descriptors.UnionOnConcrete, type, type.Name);
            }

            if (TypeParser.Parse(type, context.Compilation, sink, context.CancellationToken) is not null && !Language.IsSupported(context.Compilation))
            {
                sink.Report(Descriptors.OldLanguage, type, type.Name);
            }
        }

        UnionAttributeParser.ReportUnlisted(type, context.Compilation, sink);
        foreach (Diagnostic diagnostic in sink.Found)
        {
            context.ReportDiagnostic(diagnostic);
        }
    }
}
