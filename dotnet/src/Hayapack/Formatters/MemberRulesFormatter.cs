namespace Hayapack.Formatters;

/// <summary>Calls the methods of a generated formatter that follow the options' rules.</summary>
internal sealed class MemberRulesFormatter<T>(IMemberRulesFormatter<T> inner) : IMessagePackPopulatingFormatter<T>
{
    public void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options) =>
        inner.SerializeByRules(ref writer, value, options);

    public T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => inner.DeserializeByRules(ref reader, options);

    public void Populate(ref MessagePackReader reader, ref T value, MessagePackSerializerOptions options) =>
        inner.Populate(ref reader, ref value, options);
}
