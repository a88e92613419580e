namespace Hayapack;

/// <summary>
/// Serializes a type as another one, its surrogate. The surrogate converts from and to the type: it implements
/// <see cref="IMessagePackSurrogate{TSelf, T}"/>.
/// </summary>
/// <param name="surrogateType">The surrogate, which is serialized instead.</param>
[AttributeUsage(
    AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface,
    AllowMultiple = false,
    Inherited = false)]
public sealed class MessagePackSurrogateAttribute(Type surrogateType) : Attribute
{
    /// <summary>Gets the surrogate, which is serialized instead.</summary>
    public Type SurrogateType { get; } = surrogateType;
}
