namespace Hayapack.Generator.Models;

/// <summary>A partial class that becomes a resolver. Compares by value; contains no symbols.</summary>
/// <param name="HintName">The name of the generated file without its extension.</param>
/// <param name="Namespace">The namespace, or an empty string.</param>
/// <param name="Hosts">The declarations of the classes that contain it, outermost first, and of itself.</param>
/// <param name="Name">The name of the class.</param>
/// <param name="Formatters">Expressions that create the formatters, in order.</param>
/// <param name="Resolvers">Expressions that get the resolvers, in order.</param>
internal sealed record ResolverModel(
    string HintName, string Namespace, EquatableArray<string> Hosts, string Name, EquatableArray<string> Formatters, EquatableArray<string> Resolvers);
