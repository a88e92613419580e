namespace Hayapack.Formatters;

/// <summary>How values of one primitive type are written and read. Implemented by structs, so that the compiler sees through.</summary>
internal interface IPrimitiveCodec<T>
{
    /// <summary>Gets the room that writing needs.</summary>
    static abstract int Size { get; }

    /// <summary>Writes a value and returns how many bytes it took.</summary>
    static abstract int Write(ref byte destination, T value);

    /// <summary>Reads a value.</summary>
    static abstract T Read(ref MessagePackReader reader);

    /// <summary>Gets a value indicating whether <see cref="Take"/> is there.</summary>
    static virtual bool CanTake => false;

    /// <summary>Reads a value of up to 9 bytes at an offset behind the reader; all of it is in the window.</summary>
    static virtual int Take(ref MessagePackReader reader, ref byte start, int offset, out T value) => throw new NotSupportedException();

    /// <summary>
    /// Writes <see cref="PrimitiveRun{T, TCodec}.Block"/> values at once and gives their size, or does nothing and gives 0.
    /// May touch all the room that they need at most.
    /// </summary>
    static virtual int TryWriteBlock(ref T source, ref byte destination) => 0;

    /// <summary>
    /// Reads <see cref="PrimitiveRun{T, TCodec}.Block"/> values at once and gives their size, or gives 0, and what was
    /// read does not count.
    /// </summary>
    /// <param name="source">The first value's format byte.</param>
    /// <param name="available">How many bytes there are; at least 16.</param>
    /// <param name="destination">Where to.</param>
    static virtual int TryReadBlock(ref byte source, int available, ref T destination) => 0;
}
