using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Editing;

namespace Hayapack.CodeFixes;

/// <summary>Adds, replaces and removes attributes of members.</summary>
internal static class KeyFixes
{
    /// <summary>Adds [Key] to all members of a type that need it, in the order of their declaration.</summary>
    public static Task<Document> AddKeysAsync(Document document, MemberDeclarationSyntax member, CancellationToken token)
        => EditAsync(document, token, editor =>
        {
            int next = 0;
            foreach (MemberDeclarationSyntax other in member.FirstAncestorOrSelf<TypeDeclarationSyntax>()!.Members)
            {
                if (other == member || NeedsKey(editor.SemanticModel, other, token))
                {
                    editor.AddAttribute(other, Attribute(editor, other, "Key", NextKey(editor, other, next++, token)));
                }
            }
        });

    public static Task<Document> AddIgnoreAsync(Document document, MemberDeclarationSyntax member, CancellationToken token)
        => EditAsync(document, token, editor => editor.AddAttribute(member, Attribute(editor, member, "IgnoreMember", null)));

    public static Task<Document> ReplaceKeyAsync(Document document, MemberDeclarationSyntax member, CancellationToken token)
        => EditAsync(document, token, editor =>
        {
            foreach (AttributeSyntax attribute in Find(editor.SemanticModel, member, "KeyAttribute", token))
            {
                AttributeArgumentSyntax argument = attribute.ArgumentList!.Arguments[0];
                editor.ReplaceNode(argument, argument.WithExpression(NextKey(editor, member, 0, token)));
            }
        });

    public static Task<Document> RemoveAsync(Document document, MemberDeclarationSyntax member, string name, CancellationToken token)
        => EditAsync(document, token, editor =>
        {
            foreach (AttributeSyntax attribute in Find(editor.SemanticModel, member, name, token))
            {
                editor.RemoveNode(attribute.Parent is AttributeListSyntax { Attributes.Count: 1 } list ? list : attribute);
            }
        });

    /// <summary>Returns the document with the changes that an editor makes.</summary>
    internal static async Task<Document> EditAsync(Document document, CancellationToken token, Action<DocumentEditor> edit)
    {
        DocumentEditor editor = await DocumentEditor.CreateAsync(document, token).ConfigureAwait(false);
        edit(editor);
        return editor.GetChangedDocument();
    }

    /// <summary>
    /// Returns an attribute of Hayapack's namespace, or of MessagePack-CSharp's if the type is marked with an attribute
    /// of that.
    /// </summary>
    internal static SyntaxNode Attribute(DocumentEditor editor, SyntaxNode node, string name, ExpressionSyntax? argument)
    {
        INamedTypeSymbol? type = node.FirstAncestorOrSelf<TypeDeclarationSyntax>() is { } declaration
            ? editor.SemanticModel.GetDeclaredSymbol(declaration)
            : null;
        bool theirs = type?.GetAttributes().Any(a => a.AttributeClass?.ContainingNamespace?.ToDisplayString() == "MessagePack") == true;
        string space = theirs ? "MessagePack" : "Hayapack";
        INamedTypeSymbol? symbol = editor.SemanticModel.Compilation.GetTypeByMetadataName(space + "." + name + "Attribute");
        bool imported = symbol is not null
            && editor.SemanticModel.LookupNamespacesAndTypes(node.SpanStart, name: name + "Attribute").Contains(symbol, SymbolEqualityComparer.Default);
        string written = imported ? name : space + "." + name;
        return argument is null ? editor.Generator.Attribute(written) : editor.Generator.Attribute(written, new[] { argument });
    }

    private static IEnumerable<AttributeSyntax> Find(SemanticModel model, MemberDeclarationSyntax member, string name, CancellationToken token)
        => member.AttributeLists.SelectMany(list => list.Attributes)
            .Where(attribute => model.GetTypeInfo(attribute, token).Type?.Name == name)
            .ToList();

    private static bool NeedsKey(SemanticModel model, MemberDeclarationSyntax member, CancellationToken token)
    {
        SyntaxNode? declared = member switch
        {
            PropertyDeclarationSyntax property => property,
            FieldDeclarationSyntax field => field.Declaration.Variables[0],
            _ => null,
        };
        return declared is not null && model.GetDeclaredSymbol(declared, token) is { IsStatic: false, IsOverride: false, DeclaredAccessibility: Accessibility.Public } symbol
            && !symbol.GetAttributes().Any(a => a.AttributeClass?.Name is "KeyAttribute" or "IgnoreMemberAttribute" or "IgnoreDataMemberAttribute");
    }

    /// <summary>
    /// Returns the largest integer key plus 1 plus an offset, or the member's name if the keys are strings.
    /// </summary>
    private static ExpressionSyntax NextKey(DocumentEditor editor, MemberDeclarationSyntax member, int offset, CancellationToken token)
    {
        INamedTypeSymbol? type = member.FirstAncestorOrSelf<TypeDeclarationSyntax>() is { } declaration
            ? editor.SemanticModel.GetDeclaredSymbol(declaration, token)
            : null;
        int largest = -1;
        bool named = false;
        for (INamedTypeSymbol? current = type; current is not null; current = current.BaseType)
        {
            foreach (ISymbol symbol in current.GetMembers())
            {
                object? key = symbol.GetAttributes().FirstOrDefault(a => a.AttributeClass?.Name == "KeyAttribute")?.ConstructorArguments.FirstOrDefault().Value;
                largest = key is int number && number > largest ? number : largest;
                named |= key is string;
            }
        }

        string name = member switch
        {
            PropertyDeclarationSyntax property => property.Identifier.ValueText,
            FieldDeclarationSyntax field => field.Declaration.Variables[0].Identifier.ValueText,
            _ => "",
        };
        return named
            ? SyntaxFactory.LiteralExpression(SyntaxKind.StringLiteralExpression, SyntaxFactory.Literal(name))
            : SyntaxFactory.LiteralExpression(SyntaxKind.NumericLiteralExpression, SyntaxFactory.Literal(largest + 1 + offset));
    }
}
