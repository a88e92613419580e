using System.ComponentModel;
using Hayapack.Formatters;

namespace Hayapack.Registry;

/// <summary>What arrays and lists need that generated code reads and writes itself. For generated code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class GeneratedCollections
{
    /// <summary>For how many items to make room at first, whatever a header declares.</summary>
    /// <typeparam name="T">The item's type.</typeparam>
    /// <param name="count">The declared number.</param>
    /// <returns>At most as many.</returns>
    public static int Capacity<T>(int count) => GrowingArray.Capacity<T>(count);

    /// <summary>Makes room for more items.</summary>
    /// <typeparam name="T">The item's type.</typeparam>
    /// <param name="items">A full array.</param>
    /// <param name="count">The declared number.</param>
    public static void Grow<T>(ref T[] items, int count) => Array.Resize(ref items, (int)Math.Min(count, items.Length * 2L));

    /// <summary>Throws <c>mutated</c> when a list had another number of items than its header says.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="actual">The number of items now.</param>
    /// <param name="declared">The number of items in the header.</param>
    /// <exception cref="MessagePackSerializationException"><c>mutated</c>.</exception>
    public static void Same(ref MessagePackWriter writer, int actual, int declared)
    {
        if (actual != declared)
        {
            CollectionGuard.Same(actual, declared, writer.Written);
        }
    }
}
