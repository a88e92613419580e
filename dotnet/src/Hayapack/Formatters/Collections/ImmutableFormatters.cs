using System.Collections.Immutable;
using System.Runtime.InteropServices;

namespace Hayapack.Formatters;

/// <summary>Serializes <see cref="ImmutableList{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class ImmutableListFormatter<T> : SequenceFormatter<ImmutableList<T>, T>
{
    /// <inheritdoc/>
    protected override ImmutableList<T> Create(T[] items, MessagePackSerializerOptions options) => [.. items];
}

/// <summary>Serializes <see cref="ImmutableHashSet{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class ImmutableHashSetFormatter<T> : SequenceFormatter<ImmutableHashSet<T>, T>
{
    /// <inheritdoc/>
    protected override ImmutableHashSet<T> Create(T[] items, MessagePackSerializerOptions options) => ImmutableHashSet.CreateRange(options.Security.ComparerFor<T>(items.Length), items);
}

/// <summary>Serializes <see cref="ImmutableSortedSet{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class ImmutableSortedSetFormatter<T> : SequenceFormatter<ImmutableSortedSet<T>, T>
{
    /// <inheritdoc/>
    protected override ImmutableSortedSet<T> Create(T[] items, MessagePackSerializerOptions options) => [.. items];
}

/// <summary>Serializes <see cref="ImmutableQueue{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class ImmutableQueueFormatter<T> : SequenceFormatter<ImmutableQueue<T>, T>
{
    /// <inheritdoc/>
    protected override ImmutableQueue<T> Create(T[] items, MessagePackSerializerOptions options) => [.. items];
}

/// <summary>Serializes <see cref="ImmutableStack{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class ImmutableStackFormatter<T> : SequenceFormatter<ImmutableStack<T>, T>
{
    /// <inheritdoc/>
    protected override ImmutableStack<T> Create(T[] items, MessagePackSerializerOptions options) => [.. Enumerable.Reverse(items)];
}

/// <summary>Serializes <see cref="IImmutableList{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class InterfaceImmutableListFormatter<T> : SequenceFormatter<IImmutableList<T>, T>
{
    /// <inheritdoc/>
    protected override IImmutableList<T> Create(T[] items, MessagePackSerializerOptions options) => ImmutableList.Create(items);
}

/// <summary>Serializes <see cref="IImmutableSet{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class InterfaceImmutableSetFormatter<T> : SequenceFormatter<IImmutableSet<T>, T>
{
    /// <inheritdoc/>
    protected override IImmutableSet<T> Create(T[] items, MessagePackSerializerOptions options) => ImmutableHashSet.CreateRange(options.Security.ComparerFor<T>(items.Length), items);
}

/// <summary>Serializes <see cref="IImmutableQueue{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class InterfaceImmutableQueueFormatter<T> : SequenceFormatter<IImmutableQueue<T>, T>
{
    /// <inheritdoc/>
    protected override IImmutableQueue<T> Create(T[] items, MessagePackSerializerOptions options) => ImmutableQueue.Create(items);
}

/// <summary>Serializes <see cref="IImmutableStack{T}"/> as an array.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class InterfaceImmutableStackFormatter<T> : SequenceFormatter<IImmutableStack<T>, T>
{
    /// <inheritdoc/>
    protected override IImmutableStack<T> Create(T[] items, MessagePackSerializerOptions options) => ImmutableStack.CreateRange(Enumerable.Reverse(items));
}

/// <summary>Serializes <see cref="ImmutableArray{T}"/> as an array, or as nil if it is the default value.</summary>
/// <typeparam name="T">The element's type.</typeparam>
public sealed class ImmutableArrayFormatter<T> : IMessagePackFormatter<ImmutableArray<T>>
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
