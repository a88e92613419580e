using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Parsing;

/// <summary>
/// Collects the parser's diagnostics. The analyzer reports them; the generator uses only whether there are errors.
/// </summary>
internal sealed class DiagnosticSink
{
    private readonly List<Diagnostic> found = new();

    public IReadOnlyList<Diagnostic> Found => this.found;

    public bool HasErrors { get; private set; }

    /// <summary>The severity of diagnostics that would be more severe. They count as errors for the generator all the same.</summary>
    public DiagnosticSeverity MostSevere { get; init; } = DiagnosticSeverity.Error;

    public bool Has(DiagnosticDescriptor descriptor) => this.found.Exists(d => d.Id == descriptor.Id);

    public void Report(DiagnosticDescriptor descriptor, ISymbol where, params object?[] arguments)
        => this.Report(descriptor, where.Locations.Length > 0 ? where.Locations[0] : Location.None, null, arguments);

    public void Report(DiagnosticDescriptor descriptor, Location where, ImmutableDictionary<string, string?>? properties, params object?[] arguments)
        => this.Report(descriptor, descriptor.DefaultSeverity, where, properties, arguments);

    /// <summary>Reports with another severity than the descriptor's, which is no error.</summary>
    public void Report(DiagnosticDescriptor descriptor, DiagnosticSeverity severity, Location where, ImmutableDictionary<string, string?>? properties, object?[] arguments)
    {
        this.HasErrors |= severity == DiagnosticSeverity.Error;
        severity = severity < this.MostSevere ? severity : this.MostSevere;
        this.found.Add(Diagnostic.Create(descriptor, where, severity, additionalLocations: null, properties, arguments));
    }
}
