using System.Collections.Immutable;
using System.Linq;
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
        DiagnosticSink sink = new();
        if (KnownNames.Find(type, KnownNames.Formatter) is { } attribute)
        {
            if (type.TypeParameters.IsEmpty && CustomFormatterParser.Parse(attribute, type, context.Compilation, out _) is null)
            {
                string name = attribute.ConstructorArguments.FirstOrDefault().Value is ITypeSymbol formatter ? formatter.Name : "null";
                sink.Report(Descriptors.BadFormatter, type, name, TypeNames.Display(type));
            }
        }
        else if (!KnownNames.Has(type, KnownNames.Surrogate))
        {
            if (KnownNames.Has(type, KnownNames.Union) && !UnionParser.IsUnion(type))
            {
                sink.Report(Descriptors.UnionOnConcrete, type, type.Name);
            }

            TypeParser.Parse(type, context.Compilation, sink, context.CancellationToken);
        }

        foreach (Diagnostic diagnostic in sink.Found)
        {
            context.ReportDiagnostic(diagnostic);
        }
    }
}
