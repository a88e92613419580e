namespace Hayapack.Formatters;

/// <summary>
/// A formatter of a built-in type under the name that it has in MessagePack-CSharp, for programs that name it in code:
/// <c>Int32Formatter.Instance</c>. It calls another formatter. Thread-safe.
/// </summary>
/// <typeparam name="T">The type.</typeparam>
public abstract class NamedFormatter<T> : IMessagePackFormatter<T>, ICollectionFormatter<T>, IErrorSource
{
    private readonly IMessagePackFormatter<T> inner;

    private protected NamedFormatter(IMessagePackFormatter<T> inner) => this.inner = inner;

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options) => inner.Serialize(ref writer, value, options);

    /// <inheritdoc/>
    public T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => inner.Deserialize(ref reader, options);

    /// <inheritdoc/>
    void IErrorSource.FindErrors(ref MessagePackReader reader, MessagePackSerializerOptions options, ErrorCollector errors) =>
        errors.Read(ref reader, inner, options);

    bool ICollectionFormatter<T>.TryFill(T target, T source, MessagePackSecurity security) =>
        inner is ICollectionFormatter<T> collection && collection.TryFill(target, source, security);
}
