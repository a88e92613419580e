using System.Collections.Immutable;
using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Hayapack.CodeFixes;

/// <summary>Offers code fixes for the analyzer's diagnostics.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(HayapackCodeFix))]
[Shared]
public sealed class HayapackCodeFix : CodeFixProvider
{
    /// <inheritdoc/>
    public override ImmutableArray<string> FixableDiagnosticIds { get; } = ImmutableArray.Create(
        "HAYA001", "HAYA002", "HAYA005", "HAYA007", "HAYA008", "HAYA009", "HAYA012", "HAYA016", "HAYA017");

    /// <inheritdoc/>
    /// <remarks>Returns null: a new key depends on all others, so fixes must be applied one after the other.</remarks>
    public override FixAllProvider? GetFixAllProvider() => null;

    /// <inheritdoc/>
    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        if (await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false) is not { } root)
        {
            return;
        }

        foreach (Diagnostic diagnostic in context.Diagnostics)
        {
            SyntaxNode node = root.FindNode(diagnostic.Location.SourceSpan);
            MemberDeclarationSyntax? member = node.FirstAncestorOrSelf<MemberDeclarationSyntax>();
            BaseTypeDeclarationSyntax? type = node.FirstAncestorOrSelf<BaseTypeDeclarationSyntax>();
            switch (diagnostic.Id)
            {
                case "HAYA001" when IsMember(member):
                    Offer(context, diagnostic, "Add [Key] to each member that has none", t => KeyFixes.AddKeysAsync(context.Document, member!, t));
                    Offer(context, diagnostic, "Add [IgnoreMember]", t => KeyFixes.AddIgnoreAsync(context.Document, member!, t));
                    break;
                case "HAYA002" when IsMember(member):
                    Offer(context, diagnostic, "Use the next free key", t => KeyFixes.ReplaceKeyAsync(context.Document, member!, t));
                    break;
                case "HAYA008" or "HAYA016" when IsMember(member):
                    Offer(context, diagnostic, "Remove [Key]", t => KeyFixes.RemoveAsync(context.Document, member!, "KeyAttribute", t));
                    break;
                case "HAYA017" when type is not null:
                    Offer(context, diagnostic, "Remove [Union]", t => KeyFixes.RemoveAsync(context.Document, type, "UnionAttribute", t));
                    break;
                case "HAYA005" when type is TypeDeclarationSyntax declaration:
                    Offer(context, diagnostic, "Add a constructor without parameters", t => TypeFixes.AddConstructorAsync(context.Document, declaration, t));
                    break;
                case "HAYA007" when type is TypeDeclarationSyntax declaration:
                    Offer(context, diagnostic, "Make the type partial", t => TypeFixes.MakePartialAsync(context.Document, declaration, t));
                    break;
                case "HAYA009" when diagnostic.Properties.TryGetValue("type", out string? union):
                    OfferSolution(context, diagnostic, "Add [Union] for each class", t => TypeFixes.AddUnionsAsync(context.Document, union!, t));
                    break;
                case "HAYA012" when diagnostic.Properties.TryGetValue("type", out string? name):
                    OfferSolution(context, diagnostic, "Add [MessagePackObject(true)] to the type", t => TypeFixes.AddObjectAsync(context.Document, name!, t));
                    break;
            }
        }
    }

    private static bool IsMember(MemberDeclarationSyntax? member) => member is PropertyDeclarationSyntax or FieldDeclarationSyntax;

    private static void Offer(CodeFixContext context, Diagnostic diagnostic, string title, Func<CancellationToken, Task<Document>> fix)
        => context.RegisterCodeFix(CodeAction.Create(title, fix, equivalenceKey: title), diagnostic);

    private static void OfferSolution(CodeFixContext context, Diagnostic diagnostic, string title, Func<CancellationToken, Task<Solution>> fix)
        => context.RegisterCodeFix(CodeAction.Create(title, fix, equivalenceKey: title), diagnostic);
}
