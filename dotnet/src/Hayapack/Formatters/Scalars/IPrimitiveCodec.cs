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
}
