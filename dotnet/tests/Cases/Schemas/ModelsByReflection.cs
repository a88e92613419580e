using Hayapack.Formatters;
using Hayapack.Resolvers;

namespace Cases.Schemas;

/// <summary>Makes the formatters of the models of vectors/schemas by reflection.</summary>
public sealed class ModelsByReflection : Hayapack.IFormatterResolver
{
    private readonly ByReflection inner = new(
        type => (type.Namespace ?? "").StartsWith(typeof(ModelsByReflection).Namespace!, StringComparison.Ordinal), StandardResolver.Instance);

    /// <inheritdoc/>
    public IMessagePackFormatter<T>? GetFormatter<T>() => inner.GetFormatter<T>();
}
