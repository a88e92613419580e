using Hayapack.Generator.Tests.Support;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Hayapack.Generator.Tests;

/// <summary>Checks that an edit runs only the generator steps whose input it changes.</summary>
public class IncrementalTests
{
    private const string Model = """
        [assembly: GenerateFormatter(typeof(Plain))]
        [MessagePackObject] public class One { [Key(0)] public int A { get; set; } [Key(1)] public List<Two>? B { get; set; } }
        [MessagePackObject(true)] public class Two { public string? Name { get; set; } }
        public class Plain { public int X { get; set; } }
        [Union(0, typeof(Case))] public interface IUnion { }
        [MessagePackObject] public class Case : IUnion { }
        """;

    [Fact]
    public void An_unrelated_edit_runs_nothing_again()
    {
        GeneratorRunResult result = Rerun(compilation => compilation.AddSyntaxTrees(
            CSharpSyntaxTree.ParseText("public class Unrelated { public int X() => 5; }", Compiler.Parse, "Unrelated.cs")));
        Assert.All(OutputReasons(result), reason => Assert.Equal(IncrementalStepRunReason.Cached, reason));
        Assert.All(Reasons(result, HayapackGenerator.TypesStep), r => Assert.True(r is IncrementalStepRunReason.Cached or IncrementalStepRunReason.Unchanged));
        Assert.All(Reasons(result, HayapackGenerator.AssemblyStep), r => Assert.Equal(IncrementalStepRunReason.Unchanged, r));
    }

    [Fact]
    public void An_edit_inside_a_method_or_of_blanks_in_the_model_runs_nothing_again()
    {
        GeneratorRunResult result = Rerun(compilation =>
        {
            SyntaxTree tree = compilation.SyntaxTrees.Single(t => t.FilePath == "File1.cs");
            return compilation.ReplaceSyntaxTree(tree, CSharpSyntaxTree.ParseText(Model.Replace("public int A", "  public   int A", StringComparison.Ordinal), Compiler.Parse, "File1.cs"));
        });
        Assert.All(OutputReasons(result), reason => Assert.Equal(IncrementalStepRunReason.Cached, reason));
    }

    [Fact]
    public void A_new_member_writes_only_its_own_type_again()
    {
        GeneratorRunResult result = Rerun(compilation =>
        {
            SyntaxTree tree = compilation.SyntaxTrees.Single(t => t.FilePath == "File1.cs");
            string edited = Model.Replace("string? Name { get; set; }", "string? Name { get; set; } public int New { get; set; }", StringComparison.Ordinal);
            return compilation.ReplaceSyntaxTree(tree, CSharpSyntaxTree.ParseText(edited, Compiler.Parse, "File1.cs"));
        });
        Assert.Single(Reasons(result, HayapackGenerator.TypesStep), IncrementalStepRunReason.Modified);
    }

    [Fact]
    public void Models_hold_no_symbols_and_no_syntax()
    {
        Type[] models = [.. typeof(HayapackGenerator).Assembly.GetTypes().Where(t => t.Namespace == "Hayapack.Generator.Models")];
        Assert.NotEmpty(models);
        foreach (Type model in models)
        {
            foreach (System.Reflection.FieldInfo field in model.GetFields(System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Public))
            {
                Assert.False(field.FieldType.Namespace?.StartsWith("Microsoft.CodeAnalysis", StringComparison.Ordinal), model.Name + "." + field.Name);
            }
        }
    }

    private static GeneratorRunResult Rerun(Func<CSharpCompilation, Compilation> edit)
    {
        CSharpCompilation compilation = Compiler.Compile(Model);
        GeneratorDriver driver = Compiler.Driver().RunGenerators(compilation);
        Assert.Equal(8, driver.GetRunResult().Results[0].GeneratedSources.Length);
        return driver.RunGenerators(edit(compilation)).GetRunResult().Results[0];
    }

    private static IEnumerable<IncrementalStepRunReason> OutputReasons(GeneratorRunResult result) =>
        result.TrackedOutputSteps.SelectMany(pair => pair.Value).SelectMany(step => step.Outputs).Select(output => output.Reason);

    private static IEnumerable<IncrementalStepRunReason> Reasons(GeneratorRunResult result, string step) =>
        result.TrackedSteps[step].SelectMany(run => run.Outputs).Select(output => output.Reason);
}
