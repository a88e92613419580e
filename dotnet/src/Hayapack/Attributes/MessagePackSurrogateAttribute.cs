namespace Hayapack;

/// <summary>
/// Writes a type as another, its surrogate. The surrogate has a static or instance conversion each way: it implements
/// <see cref="IMessagePackSurrogate{TSelf, T}"/>.
/// </summary>
/// <param name="surrogateType">The type that is written.</param>
[AttributeUsage(
    AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface,
    AllowMultiple = false,
    Inherited = false)]
public sealed class MessagePackSurrogateAttribute(Type surrogateType) : Attribute
{
    /// <summary>Gets the type that is written.</summary>
    public Type SurrogateType { get; } = surrogateType;
}
