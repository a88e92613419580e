using System.Collections.Immutable;
using Hayapack.Generator.Analyzers;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Hayapack.Generator.Tests.Support;

/// <summary>Compiles source text with the generator and the analyzers.</summary>
internal static class Compiler
{
    public static readonly CSharpParseOptions Parse = new(LanguageVersion.Preview);

    public static readonly CSharpCompilationOptions Options =
        new(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable);

    private const string Usings = "global using System; global using System.Collections.Generic; global using Hayapack;";

    public static ImmutableArray<MetadataReference> References { get; } =
    [
        .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(path => Path.GetFileName(path) is var name && (name.StartsWith("System.", StringComparison.Ordinal) || name is "netstandard.dll" or "mscorlib.dll" or "Hayapack.dll"))
            .Select(path => (MetadataReference)MetadataReference.CreateFromFile(path)),
    ];

    /// <summary>Gets the references of test projects.</summary>
    public static IEnumerable<MetadataReference> TestReferences => ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
        .Where(path => Path.GetFileName(path).StartsWith("xunit.", StringComparison.Ordinal))
        .Select(path => MetadataReference.CreateFromFile(path));

    public static CSharpCompilation Compile(params string[] sources) => CSharpCompilation.Create(
        "Compiled",
        sources.Prepend(Usings).Select((source, i) => CSharpSyntaxTree.ParseText(source, Parse, "File" + i + ".cs")),
        References,
        Options);

    /// <summary>Creates a generator driver that records its incremental steps.</summary>
    public static GeneratorDriver Driver() => CSharpGeneratorDriver.Create(
        [new HayapackGenerator().AsSourceGenerator()],
        parseOptions: Parse,
        driverOptions: new GeneratorDriverOptions(IncrementalGeneratorOutputKind.None, trackIncrementalGeneratorSteps: true));

    /// <summary>Runs the generator and fails if the generated code does not compile without warnings.</summary>
    public static Compilation Generate(params string[] sources)
    {
        Driver().RunGeneratorsAndUpdateCompilation(Compile(sources), out Compilation output, out ImmutableArray<Diagnostic> reported);
        Assert.Empty(reported);
        Assert.Empty(output.GetDiagnostics().Where(d => d.Severity >= DiagnosticSeverity.Warning));
        return output;
    }

    /// <summary>Returns the diagnostics as "id at text", ordered by their location.</summary>
    public static string[] Diagnose(params string[] sources) =>
        [.. Analyze(Compile(sources)).Select(d => d.Id + " at " + d.Location.SourceTree!.GetText().ToString(d.Location.SourceSpan))];

    public static ImmutableArray<Diagnostic> Analyze(Compilation compilation)
    {
        Assert.Empty(compilation.GetDiagnostics().Where(d => d.Severity == DiagnosticSeverity.Error));
        ImmutableArray<Diagnostic> found = compilation
            .WithAnalyzers([new HayapackAnalyzer()])
            .GetAnalyzerDiagnosticsAsync(CancellationToken.None).GetAwaiter().GetResult();
        return [.. found.OrderBy(d => d.Location.SourceTree?.FilePath, StringComparer.Ordinal).ThenBy(d => d.Location.SourceSpan.Start)];
    }
}
