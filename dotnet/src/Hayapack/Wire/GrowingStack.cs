using System.Buffers;
using System.Runtime.CompilerServices;

namespace Hayapack;

/// <summary>A stack that starts in memory of the caller and moves to a pooled array when that is full.</summary>
internal ref struct GrowingStack<T>(Span<T> initial)
    where T : struct
{
    private Span<T> items = initial;
    private T[]? rented;

    /// <summary>Gets the number of items.</summary>
    internal int Count { get; private set; }

    /// <summary>Gets a reference to the last item. The stack must not be empty.</summary>
    internal readonly ref T Top => ref items[Count - 1];

    internal readonly ref T this[int index] => ref items[index];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Push(T item)
    {
        if (Count == items.Length)
        {
            Grow();
        }

        items[Count++] = item;
    }

    internal void Pop() => Count--;

    internal void Dispose()
    {
        if (rented is not null)
        {
            ArrayPool<T>.Shared.Return(rented, RuntimeHelpers.IsReferenceOrContainsReferences<T>());
            rented = null;
        }
    }

    private void Grow()
    {
        T[] larger = ArrayPool<T>.Shared.Rent(Math.Max(16, items.Length * 2));
        items[..Count].CopyTo(larger);
        Dispose();
        items = rented = larger;
    }
}
