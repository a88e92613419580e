using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Hayapack.Generator.Parsing;

/// <summary>The version of C# that a project is compiled with.</summary>
internal static class Language
{
    /// <summary>Returns whether generated code compiles: its newest feature is C# 10's file-scoped namespace.</summary>
    public static bool IsSupported(Compilation compilation)
        => compilation is not CSharpCompilation csharp || csharp.LanguageVersion >= LanguageVersion.CSharp10;
}
