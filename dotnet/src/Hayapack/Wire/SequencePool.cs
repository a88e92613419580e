using System.Buffers;

namespace Hayapack;

/// <summary>
/// Accepted so that programs written for MessagePack-CSharp compile. It has no effect: this library keeps one buffer for
/// each thread and rents larger ones from <see cref="ArrayPool{T}.Shared"/>.
/// </summary>
public class SequencePool
{
    /// <summary>Initializes a new instance of the <see cref="SequencePool"/> class.</summary>
    public SequencePool()
    {
    }

    /// <summary>Initializes a new instance of the <see cref="SequencePool"/> class.</summary>
    /// <param name="maxSize">Not used.</param>
    public SequencePool(int maxSize)
    {
    }

    /// <summary>Initializes a new instance of the <see cref="SequencePool"/> class.</summary>
    /// <param name="maxSize">Not used.</param>
    /// <param name="arrayPool">Not used.</param>
    public SequencePool(int maxSize, ArrayPool<byte> arrayPool)
    {
    }

    /// <summary>Initializes a new instance of the <see cref="SequencePool"/> class.</summary>
    /// <param name="maxSize">Not used.</param>
    /// <param name="memoryPool">Not used.</param>
    public SequencePool(int maxSize, MemoryPool<byte> memoryPool)
    {
    }

    /// <summary>Does nothing.</summary>
    public void Clear()
    {
    }
}
