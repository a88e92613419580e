using System.Collections.Immutable;
using System.Runtime.InteropServices;

namespace Hayapack.Formatters;

/// <summary>Serializes <see cref="ImmutableArray{T}"/> as an array, or as nil if it is the default value.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class ImmutableArrayFormatter<T> : IMessagePackFormatter<ImmutableArray<T>>, IArrayErrors<T>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, ImmutableArray<T> value, MessagePackSerializerOptions options)
    {
        if (value.IsDefault)
        {
            writer.WriteNil();
        }
        else
        {
            GrowingArray.Write(ref writer, value.AsSpan(), options);
        }
    }

    /// <inheritdoc/>
    public ImmutableArray<T> Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? default : ImmutableCollectionsMarshal.AsImmutableArray(GrowingArray.Read<T>(ref reader, options));
}
