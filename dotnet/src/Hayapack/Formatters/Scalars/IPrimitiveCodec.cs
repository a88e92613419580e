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
    /// Writes <see cref="PrimitiveRun{T, TCodec}.Block"/> values at once if each takes 1 byte; otherwise returns false.
    /// </summary>
    static virtual bool TryWriteSmall(ref T source, ref byte destination) => false;

    /// <summary>
    /// Reads <see cref="PrimitiveRun{T, TCodec}.Block"/> values at once if each takes 1 byte; otherwise returns false.
    /// </summary>
    static virtual bool TryReadSmall(ref byte source, ref T destination) => false;

    /// <summary>
    /// Writes some of the values at once. May overwrite <see cref="Size"/> bytes for each of the
    /// <see cref="PrimitiveRun{T, TCodec}.Block"/> values after those that it wrote.
    /// </summary>
    /// <param name="source">The first value.</param>
    /// <param name="count">The number of values, at least <see cref="PrimitiveRun{T, TCodec}.Block"/>.</param>
    /// <param name="destination">Space of <see cref="Size"/> bytes for each value.</param>
    /// <param name="size">Grows by the size in bytes of the values written.</param>
    /// <returns>The number of values written, 0 if the codec can write only single values.</returns>
    static virtual int WriteSome(ref T source, int count, ref byte destination, ref int size) => 0;

    /// <summary>Reads some of the values at once.</summary>
    /// <param name="source">The format byte of the first value.</param>
    /// <param name="available">The number of bytes from there, at least 16.</param>
    /// <param name="destination">The first element to set. Elements after those read may get undefined values.</param>
    /// <param name="count">The number of elements, at least <see cref="PrimitiveRun{T, TCodec}.Block"/>.</param>
    /// <param name="size">Grows by the size in bytes of the values read.</param>
    /// <returns>The number of values read, 0 if the first ones must be read as single values.</returns>
    static virtual int ReadSome(ref byte source, int available, ref T destination, int count, ref int size) => 0;

    /// <summary>
    /// Gets a value indicating whether every value is written with <see cref="Size"/> bytes. Then the codec implements
    /// <see cref="WriteAll"/> and <see cref="ReadAll"/>, and none of the others but <see cref="Write"/> and <see cref="Read"/>.
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
