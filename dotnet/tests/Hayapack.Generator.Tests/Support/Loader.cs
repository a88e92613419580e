using System.Reflection;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;

namespace Hayapack.Generator.Tests.Support;

/// <summary>Compiles source text with the generator, and loads it.</summary>
internal static class Loader
{
    /// <summary>Compiles and loads one assembly.</summary>
    public static Assembly Load(params string[] sources) => Load(new AssemblyLoadContext(null), Compiler.Generate(sources));

    /// <summary>
    /// Compiles and loads two assemblies. The second refers to a reference assembly of the first, as projects and packages do: it
    /// contains nothing private.
    /// </summary>
    /// <param name="first">The source of the first.</param>
    /// <param name="second">The source of the second, which is returned.</param>
    /// <param name="firstIsGenerated">Whether the generator is run on the first.</param>
    public static Assembly LoadBoth(string first, string second, bool firstIsGenerated = true) =>
        LoadBoth(Compiler.Compile(first).WithAssemblyName("First"), Compiler.Compile(second), firstIsGenerated);

    /// <inheritdoc cref="LoadBoth(string, string, bool)"/>
    public static Assembly LoadBoth(CSharpCompilation first, CSharpCompilation second, bool firstIsGenerated = true)
    {
        var context = new AssemblyLoadContext(null);
        Compilation compiled = firstIsGenerated ? Generate(first) : first;
        Load(context, compiled);
        return Load(context, Generate(second.AddReferences(Reference(compiled))));
    }

    /// <summary>Returns the reference assembly of a compilation.</summary>
    public static MetadataReference Reference(Compilation compilation)
    {
        using var image = new MemoryStream();
        EmitResult result = compilation.Emit(image, options: new EmitOptions(metadataOnly: true, includePrivateMembers: false));
        Assert.True(result.Success, string.Join('\n', result.Diagnostics));
        return MetadataReference.CreateFromImage(image.ToArray());
    }

    private static Compilation Generate(CSharpCompilation compilation)
    {
        Compiler.Driver().RunGeneratorsAndUpdateCompilation(compilation, out Compilation output, out _);
        Assert.Empty(output.GetDiagnostics().Where(d => d.Severity == DiagnosticSeverity.Error));
        return output;
    }

    private static Assembly Load(AssemblyLoadContext context, Compilation compilation)
    {
        using var image = new MemoryStream();
        EmitResult result = compilation.Emit(image);
        Assert.True(result.Success, string.Join('\n', result.Diagnostics));
        image.Position = 0;
        return context.LoadFromStream(image);
    }
}
