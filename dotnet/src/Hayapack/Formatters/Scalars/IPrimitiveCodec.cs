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

    /// <summary>Writes <see cref="PrimitiveRun{T, TCodec}.Block"/> values that all take one byte, or does nothing.</summary>
    static virtual bool TryWriteBlock(ref T source, ref byte destination) => false;

    /// <summary>Reads <see cref="PrimitiveRun{T, TCodec}.Block"/> values that all take one byte, or does nothing.</summary>
    static virtual bool TryReadBlock(ref byte source, ref T destination) => false;
}
