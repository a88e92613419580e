namespace Hayapack.Formatters;

/// <summary>
/// Reads and writes values of one primitive type. Implemented by structs, so that the JIT compiler inlines the calls.
/// </summary>
internal interface IPrimitiveCodec<T>
{
    /// <summary>Gets the most bytes that writing one value may overwrite.</summary>
    static abstract int Size { get; }

    /// <summary>Writes a value and returns its size in bytes.</summary>
    static abstract int Write(ref byte destination, T value);

    /// <summary>Reads a value.</summary>
    static abstract T Read(ref MessagePackReader reader);

    /// <summary>Gets a value indicating whether the codec implements <see cref="Take"/>.</summary>
    static virtual bool CanTake => false;

    /// <summary>
    /// Reads a value of up to 9 bytes at an offset from the reader's position. The window must contain all of it.
    /// </summary>
    static virtual int Take(ref MessagePackReader reader, ref byte start, int offset, out T value) => throw new NotSupportedException();

    /// <summary>
    /// Writes <see cref="PrimitiveRun{T, TCodec}.Block"/> values at once and returns their size in bytes; returns 0 if
    /// it cannot. May overwrite <see cref="Size"/> bytes for each value in both cases.
    /// </summary>
    static virtual int TryWriteBlock(ref T source, ref byte destination) => 0;

    /// <summary>
    /// Reads <see cref="PrimitiveRun{T, TCodec}.Block"/> values at once and returns their size in bytes; returns 0 if
    /// it cannot, and the destination then has undefined values.
    /// </summary>
    /// <param name="source">The format byte of the first value.</param>
    /// <param name="available">The number of bytes from there, at least 16.</param>
    /// <param name="destination">The first element to set.</param>
    static virtual int TryReadBlock(ref byte source, int available, ref T destination) => 0;

    /// <summary>
    /// Gets a value indicating whether every value is written with <see cref="Size"/> bytes. Then the codec implements
    /// <see cref="WriteAll"/> and <see cref="ReadAll"/>, and neither blocks nor <see cref="Take"/>.
    /// </summary>
    static virtual bool IsFixed => false;

    /// <summary>Writes values, <see cref="Size"/> bytes each.</summary>
    static virtual void WriteAll(ref T source, int count, ref byte destination) => throw new NotSupportedException();

    /// <summary>Reads values up to the first that has another format or is not available as a whole.</summary>
    /// <param name="source">The format byte of the first value.</param>
    /// <param name="available">The number of bytes from there, at least 0.</param>
    /// <param name="destination">The first element to set. Elements after those read may get undefined values.</param>
    /// <param name="count">The number of elements.</param>
    /// <returns>The number of values read, <see cref="Size"/> bytes each.</returns>
    static virtual int ReadAll(ref byte source, int available, ref T destination, int count) => throw new NotSupportedException();
}
