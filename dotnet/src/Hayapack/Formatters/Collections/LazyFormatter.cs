using System.Diagnostics.CodeAnalysis;

namespace Hayapack.Formatters;

/// <summary>
/// Serializes the value of a <see cref="Lazy{T}"/>, or nil for null. Writing creates the value if needed. It counts as a
/// level for the depth limit, as in MessagePack-CSharp: it might contain itself.
/// </summary>
/// <typeparam name="T">The value's type.</typeparam>
public sealed class LazyFormatter<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] T> : IMessagePackFormatter<Lazy<T>?>, INestedErrors<T>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Lazy<T>? value, MessagePackSerializerOptions options)
    {
        if (!writer.TryWriteNil(value))
        {
            writer.EnterDepth(options);
            options.GetFormatter<T>().Serialize(ref writer, value.Value, options);
            writer.LeaveDepth();
        }
    }

    /// <inheritdoc/>
    public Lazy<T>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        reader.EnterDepth(options);
        T value = options.GetFormatter<T>().Deserialize(ref reader, options);
        reader.LeaveDepth();
        return new Lazy<T>(() => value);
    }
}
