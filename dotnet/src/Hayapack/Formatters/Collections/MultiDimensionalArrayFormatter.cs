using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Hayapack.Formatters;

/// <summary>
/// Serializes an array of two to four dimensions as <c>[length, length…, [elements in row-major order]]</c>.
/// </summary>
/// <typeparam name="TArray">The array's type.</typeparam>
/// <typeparam name="T">The element's type.</typeparam>
public abstract class MultiDimensionalArrayFormatter<TArray, T> : IMessagePackFormatter<TArray?>
    where TArray : class
{
    private readonly int rank;

    private protected MultiDimensionalArrayFormatter(int rank) => this.rank = rank;

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, TArray? value, MessagePackSerializerOptions options)
    {
        if (writer.TryWriteNil(value))
        {
            return;
        }

        var array = (Array)(object)value;
        writer.EnterDepth(options);
        writer.WriteArrayHeader(rank + 1);
        for (int i = 0; i < rank; i++)
        {
            writer.Write(array.GetLength(i));
        }

        GrowingArray.Write<T>(ref writer, Elements(array), options);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public TArray? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        long start = reader.Consumed;
        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, rank + 1, typeof(TArray).Name);
        Span<int> lengths = stackalloc int[4];
        lengths = lengths[..rank];
        long product = 1;
        foreach (ref int length in lengths)
        {
            length = reader.ReadInt32();
            if (length < 0)
            {
                MessagePackReader.ThrowInvalidValue(start, $"A dimension has the length {length}.");
            }

            // Stays below 2^62: once the product exceeds int.MaxValue, it is only used for the comparison below.
            product = product > int.MaxValue ? product : product * length;
        }

        T[] items = GrowingArray.Read<T>(ref reader, options);
        if (items.Length != product)
        {
            MessagePackReader.ThrowInvalidValue(start, $"The dimensions require {product} elements, but the array has {items.Length}.");
        }

        var array = Create(lengths);
        items.CopyTo(Elements((Array)(object)array));
        reader.LeaveDepth();
        return array;
    }

    /// <summary>Creates the array.</summary>
    /// <param name="lengths">
    /// The length of each dimension, not negative. Their product is the number of elements.
    /// </param>
    /// <returns>The array.</returns>
    private protected abstract TArray Create(ReadOnlySpan<int> lengths);

    // In row-major order.
    private static Span<T> Elements(Array array) => array.Length == 0
        ? []
        : MemoryMarshal.CreateSpan(ref Unsafe.As<byte, T>(ref MemoryMarshal.GetArrayDataReference(array)), array.Length);
}

/// <summary>Serializes a two-dimensional array as <c>[length, length, [elements in row-major order]]</c>.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class TwoDimensionalArrayFormatter<T>() : MultiDimensionalArrayFormatter<T[,], T>(2)
{
    /// <inheritdoc/>
    private protected override T[,] Create(ReadOnlySpan<int> lengths) => new T[lengths[0], lengths[1]];
}

/// <summary>
/// Serializes a three-dimensional array as <c>[length, length, length, [elements in row-major order]]</c>.
/// </summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class ThreeDimensionalArrayFormatter<T>() : MultiDimensionalArrayFormatter<T[,,], T>(3)
{
    /// <inheritdoc/>
    private protected override T[,,] Create(ReadOnlySpan<int> lengths) => new T[lengths[0], lengths[1], lengths[2]];
}

/// <summary>
/// Serializes a four-dimensional array as <c>[length, length, length, length, [elements in row-major order]]</c>.
/// </summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class FourDimensionalArrayFormatter<T>() : MultiDimensionalArrayFormatter<T[,,,], T>(4)
{
    /// <inheritdoc/>
    private protected override T[,,,] Create(ReadOnlySpan<int> lengths) => new T[lengths[0], lengths[1], lengths[2], lengths[3]];
}
