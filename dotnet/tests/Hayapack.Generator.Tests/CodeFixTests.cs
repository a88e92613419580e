using System.Collections.Immutable;
using Hayapack.CodeFixes;
using Hayapack.Generator.Tests.Support;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;

namespace Hayapack.Generator.Tests;

/// <summary>Checks the output of each code fix, and that the diagnostic disappears.</summary>
public class CodeFixTests
{
    [Theory]
    [InlineData(
        0,
        "[MessagePackObject] public class C { [Key(0)] public int A { get; set; } public int B { get; set; } public int D; }",
        "[MessagePackObject] public class C { [Key(0)] public int A { get; set; } [Key(1)] public int B { get; set; } [Key(2)] public int D; }")]
    [InlineData(
        1,
        "[MessagePackObject] public class C { [Key(0)] public int A { get; set; } public int B { get; set; } }",
        "[MessagePackObject] public class C { [Key(0)] public int A { get; set; } [IgnoreMember] public int B { get; set; } }")]
    [InlineData(
        0,
        "[MessagePackObject] public class C { [Key(\"a\")] public int A { get; set; } public int B { get; set; } }",
        "[MessagePackObject] public class C { [Key(\"a\")] public int A { get; set; } [Key(\"B\")] public int B { get; set; } }")]
    [InlineData(
        0,
        "[MessagePackObject] public class C { [Key(3)] public int A { get; set; } [Key(3)] public int B { get; set; } }",
        "[MessagePackObject] public class C { [Key(3)] public int A { get; set; } [Key(4)] public int B { get; set; } }")]
    [InlineData(
        0,
        "[MessagePackObject] public class C { public C(string other) { } [Key(0)] public int A { get; set; } }",
        "[MessagePackObject] public class C { public C() { } public C(string other) { } [Key(0)] public int A { get; set; } }")]
    [InlineData(
        0,
        "public class O { [MessagePackObject] private class C { [Key(0)] public int A { get; set; } } }",
        "public partial class O { [MessagePackObject] private class C { [Key(0)] public int A { get; set; } } }")]
    [InlineData(
        0,
        "[MessagePackObject] public class C { [Key(0)] public static int A { get; set; } }",
        "[MessagePackObject] public class C { public static int A { get; set; } }")]
    [InlineData(
        0,
        "[MessagePackObject] public class C { [Key(0)] public I? A { get; set; } } public interface I { } [MessagePackObject] public class X : I { } [MessagePackObject] public struct Y : I { }",
        "[MessagePackObject] public class C { [Key(0)] public I? A { get; set; } } [Union(0, typeof(X))] [Union(1, typeof(Y))] public interface I { } [MessagePackObject] public class X : I { } [MessagePackObject] public struct Y : I { }")]
    [InlineData(
        0,
        "[MessagePackObject] public class C { [Key(0)] public Dictionary<int, N.I?>? A { get; set; } } namespace N { public interface I { } [MessagePackObject] public class X : I { } }",
        "[MessagePackObject] public class C { [Key(0)] public Dictionary<int, N.I?>? A { get; set; } } namespace N { [Union(0, typeof(X))] public interface I { } [MessagePackObject] public class X : I { } }")]
    [InlineData(
        0,
        "[MessagePackObject] public class C { [Key(0)] public N.Other[]? A { get; set; } } namespace N { public class Other { } }",
        "[MessagePackObject] public class C { [Key(0)] public N.Other[]? A { get; set; } } namespace N { [MessagePackObject(true)] public class Other { } }")]
    [InlineData(
        0,
        "[MessagePackObject(true)] public class C { [Key(0)] public int A { get; set; } }",
        "[MessagePackObject(true)] public class C { public int A { get; set; } }")]
    [InlineData(
        0,
        "[MessagePackObject, Union(0, typeof(D))] public class C { [Key(0)] public int A { get; set; } } [MessagePackObject] public class D : C { }",
        "[MessagePackObject] public class C { [Key(0)] public int A { get; set; } } [MessagePackObject] public class D : C { }")]
    public async Task A_fix_repairs_the_mistake(int choice, string before, string after)
    {
        string repaired = await FixAsync(before, choice);
        Assert.Equal(Normalize(after), Normalize(repaired));
        Assert.Empty(Compiler.Diagnose(repaired));
    }

    [Fact]
    public void Every_fixable_diagnostic_exists()
        => Assert.Subset(Analyzers.Descriptors.All.Select(d => d.Id).ToHashSet(), new HayapackCodeFix().FixableDiagnosticIds.ToHashSet());

    private static async Task<string> FixAsync(string source, int choice)
    {
        using AdhocWorkspace workspace = new();
        ProjectId project = ProjectId.CreateNewId();
        DocumentId usings = DocumentId.CreateNewId(project);
        DocumentId document = DocumentId.CreateNewId(project);
        Solution solution = workspace.CurrentSolution
            .AddProject(project, "Fixed", "Fixed", LanguageNames.CSharp)
            .WithProjectCompilationOptions(project, Compiler.Options)
            .WithProjectParseOptions(project, Compiler.Parse)
            .WithProjectMetadataReferences(project, Compiler.References)
            .AddDocument(usings, "Usings.cs", "global using System; global using System.Collections.Generic; global using Hayapack;")
            .AddDocument(document, "File.cs", source);
        Compilation compilation = (await solution.GetProject(project)!.GetCompilationAsync())!;
        Diagnostic diagnostic = Compiler.Analyze(compilation)[0];
        List<CodeAction> actions = [];
        CodeFixContext context = new(solution.GetDocument(document)!, diagnostic, (action, _) => actions.Add(action), CancellationToken.None);
        await new HayapackCodeFix().RegisterCodeFixesAsync(context);
        ImmutableArray<CodeActionOperation> operations = await actions[choice].GetOperationsAsync(CancellationToken.None);
        Solution changed = operations.OfType<ApplyChangesOperation>().Single().ChangedSolution;
        return (await changed.GetDocument(document)!.GetTextAsync()).ToString();
    }

    private static string Normalize(string source) =>
        Microsoft.CodeAnalysis.CSharp.CSharpSyntaxTree.ParseText(source, Compiler.Parse).GetRoot().NormalizeWhitespace().ToFullString();
}
