using System.Reflection;
using System.Runtime.ExceptionServices;
using Hayapack.Generator.Tests.Support;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit.Abstractions;

namespace Hayapack.Generator.Tests;

/// <summary>
/// The tests of the contracts, of the schemas and of both paths hold as well if the base classes of all models are in another
/// assembly, of which the generator sees only a reference assembly.
/// </summary>
[Trait("Tier", "long")]
public class SplitTests(ITestOutputHelper output)
{
    private const string Usings = "global using System; global using System.Collections.Generic; global using System.IO; global using System.Linq; global using System.Threading; global using System.Threading.Tasks;";

    private static readonly Lazy<(Assembly Assembly, int Moved)> Divided = new(Divide);

    [Theory]
    [InlineData("Cases.ContractTests", "DifferencesAreThoseOfTheTable")]
    [InlineData("Cases.SchemaTests", "ValuesAreWrittenAndRead")]
    [InlineData("Cases.PathTests", "SchemasAreTheSameOnBothPaths")]
    public void Tests_of_models_hold_with_base_classes_in_another_assembly(string type, string method)
    {
        Assert.True(Divided.Value.Moved >= 5, $"only {Divided.Value.Moved} base classes are moved");
        Type tests = Divided.Value.Assembly.GetType(type, throwOnError: true)!;
        object instance = tests.GetConstructors()[0].GetParameters().Length == 0 ? Activator.CreateInstance(tests)! : Activator.CreateInstance(tests, output)!;
        try
        {
            tests.GetMethod(method)!.Invoke(instance, null);
        }
        catch (TargetInvocationException error)
        {
            ExceptionDispatchInfo.Capture(error.InnerException!).Throw();
        }
    }

    private static (Assembly Assembly, int Moved) Divide()
    {
        string folder = Path.Combine(Repository.Root, "dotnet", "tests");
        IEnumerable<string> files = Directory.GetFiles(Path.Combine(folder, "Cases"), "*.cs", SearchOption.AllDirectories)
            .Concat(Directory.GetFiles(Path.Combine(folder, "Hayapack.Cases.Tests"), "*.cs")); // those in folders use internals
        CSharpCompilation whole = CSharpCompilation.Create(
            "Second",
            files.Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(file), Compiler.Parse, file)).Prepend(CSharpSyntaxTree.ParseText(Usings, Compiler.Parse, "Usings.cs")),
            [.. Compiler.References, .. Compiler.TestReferences],
            Compiler.Options);
        var split = new Split(whole);
        return (Loader.LoadBoth(
            whole.WithAssemblyName("First").RemoveAllSyntaxTrees().AddSyntaxTrees(split.Files(isFirst: true)),
            whole.RemoveAllSyntaxTrees().AddSyntaxTrees(split.Files(isFirst: false))), split.Bases.Count);
    }
}
