using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Editing;
using Microsoft.CodeAnalysis.FindSymbols;

namespace Hayapack.CodeFixes;

/// <summary>Changes declarations of types.</summary>
internal static class TypeFixes
{
    public static Task<Document> MakePartialAsync(Document document, TypeDeclarationSyntax type, CancellationToken token)
        => KeyFixes.EditAsync(document, token, editor => editor.SetModifiers(type, editor.Generator.GetModifiers(type).WithPartial(true)));

    public static Task<Document> AddConstructorAsync(Document document, TypeDeclarationSyntax type, CancellationToken token)
        => KeyFixes.EditAsync(document, token, editor =>
        {
            SyntaxNode constructor = editor.Generator.ConstructorDeclaration(type.Identifier.ValueText, accessibility: Accessibility.Public);
            int index = type.Members.TakeWhile(m => m is FieldDeclarationSyntax).Count();
            editor.InsertMembers(type, index, new[] { constructor });
        });

    /// <summary>
    /// Adds [Union] to an abstract type, once for each concrete derived class in the solution.
    /// </summary>
    public static async Task<Solution> AddUnionsAsync(Document document, string name, CancellationToken token)
    {
        if (await FindAsync(document, name, token).ConfigureAwait(false) is not { } type)
        {
            return document.Project.Solution;
        }

        Solution solution = document.Project.Solution;
        IEnumerable<INamedTypeSymbol> found = type.TypeKind == TypeKind.Interface
            ? await SymbolFinder.FindImplementationsAsync(type, solution, cancellationToken: token).ConfigureAwait(false)
            : await SymbolFinder.FindDerivedClassesAsync(type, solution, cancellationToken: token).ConfigureAwait(false);
        INamedTypeSymbol[] classes = found
            .Where(c => !c.IsAbstract && c.TypeKind is TypeKind.Class or TypeKind.Struct)
            .OrderBy(c => c.Name, StringComparer.Ordinal)
            .ToArray();
        return await EditAsync(solution, type, token, (editor, declaration) =>
        {
            for (int i = 0; i < classes.Length; i++)
            {
                SyntaxNode number = editor.Generator.LiteralExpression(i);
                SyntaxNode of = editor.Generator.TypeOfExpression(editor.Generator.TypeExpression(classes[i]));
                SyntaxNode attribute = KeyFixes.Attribute(editor, declaration, "Union", null);
                editor.AddAttribute(declaration, editor.Generator.AddAttributeArguments(attribute, new[] { editor.Generator.AttributeArgument(number), editor.Generator.AttributeArgument(of) }));
            }
        }).ConfigureAwait(false);
    }

    public static async Task<Solution> AddObjectAsync(Document document, string name, CancellationToken token)
    {
        if (await FindAsync(document, name, token).ConfigureAwait(false) is not { } type)
        {
            return document.Project.Solution;
        }

        return await EditAsync(document.Project.Solution, type, token, (editor, declaration) =>
        {
            SyntaxNode attribute = KeyFixes.Attribute(editor, declaration, "MessagePackObject", null);
            editor.AddAttribute(declaration, editor.Generator.AddAttributeArguments(attribute, new[] { editor.Generator.AttributeArgument(editor.Generator.TrueLiteralExpression()) }));
        }).ConfigureAwait(false);
    }

    /// <summary>Returns the type of the project whose name the diagnostic has.</summary>
    private static async Task<INamedTypeSymbol?> FindAsync(Document document, string name, CancellationToken token)
    {
        Compilation? compilation = await document.Project.GetCompilationAsync(token).ConfigureAwait(false);
        return compilation?.GetSymbolsWithName(name.Split('.', '<').Last(part => part.Length > 0 && part[0] != '>'), SymbolFilter.Type, token)
            .OfType<INamedTypeSymbol>()
            .FirstOrDefault(t => t.ToDisplayString().Split('<')[0] == name.Split('<')[0]);
    }

    private static async Task<Solution> EditAsync(Solution solution, INamedTypeSymbol type, CancellationToken token, System.Action<DocumentEditor, SyntaxNode> edit)
    {
        SyntaxReference reference = type.DeclaringSyntaxReferences[0];
        if (solution.GetDocument(reference.SyntaxTree) is not { } document)
        {
            return solution;
        }

        SyntaxNode declaration = await reference.GetSyntaxAsync(token).ConfigureAwait(false);
        Document edited = await KeyFixes.EditAsync(document, token, editor => edit(editor, declaration)).ConfigureAwait(false);
        return edited.Project.Solution;
    }
}
