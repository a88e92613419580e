using System.Buffers.Binary;

namespace Hayapack;

// Writes single values to spans of any length. The value is encoded beside the span and copied, because the methods that
// write to unchecked memory may overwrite more bytes than the value has.
public static partial class MessagePackPrimitives
{
    /// <summary>The length of the longest value or header, a timestamp, rounded up.</summary>
    private const int Longest = 16;

    /// <summary>Writes nil, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWriteNil(Span<byte> destination, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteNil(ref space[0]);
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes a boolean, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWrite(Span<byte> destination, bool value, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteBoolean(ref space[0], value);
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes an integer in its shortest form, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWrite(Span<byte> destination, sbyte value, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteInt32(ref space[0], value);
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes an integer in its shortest form, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWrite(Span<byte> destination, short value, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteInt32(ref space[0], value);
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes an integer in its shortest form, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWrite(Span<byte> destination, int value, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteInt32(ref space[0], value);
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes an integer in its shortest form, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWrite(Span<byte> destination, long value, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteInt64(ref space[0], value);
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes an integer in its shortest form, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWrite(Span<byte> destination, byte value, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteUInt32(ref space[0], value);
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes an integer in its shortest form, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWrite(Span<byte> destination, ushort value, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteUInt32(ref space[0], value);
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes an integer in its shortest form, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWrite(Span<byte> destination, uint value, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteUInt32(ref space[0], value);
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes an integer in its shortest form, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWrite(Span<byte> destination, ulong value, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteUInt64(ref space[0], value);
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes a UTF-16 code unit as an integer in its shortest form, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWrite(Span<byte> destination, char value, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteUInt32(ref space[0], value);
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes a 32-bit float, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWrite(Span<byte> destination, float value, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteSingle(ref space[0], value);
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes a 64-bit float, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWrite(Span<byte> destination, double value, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteDouble(ref space[0], value);
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes a timestamp in its shortest form, if the span has the space. Local time is converted to UTC.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWrite(Span<byte> destination, DateTime value, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteDateTime(ref space[0], value);
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes an integer in the width of its type, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWriteUInt8(Span<byte> destination, byte value, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteFixedWidth(space, MessagePackCode.UInt8, unchecked((ulong)value), sizeof(byte));
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes an integer in the width of its type, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWriteUInt16(Span<byte> destination, ushort value, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteFixedWidth(space, MessagePackCode.UInt16, unchecked((ulong)value), sizeof(ushort));
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes an integer in the width of its type, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWriteUInt32(Span<byte> destination, uint value, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteFixedWidth(space, MessagePackCode.UInt32, unchecked((ulong)value), sizeof(uint));
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes an integer in the width of its type, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWriteUInt64(Span<byte> destination, ulong value, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteFixedWidth(space, MessagePackCode.UInt64, unchecked((ulong)value), sizeof(ulong));
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes an integer in the width of its type, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWriteInt8(Span<byte> destination, sbyte value, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteFixedWidth(space, MessagePackCode.Int8, unchecked((ulong)value), sizeof(sbyte));
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes an integer in the width of its type, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWriteInt16(Span<byte> destination, short value, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteFixedWidth(space, MessagePackCode.Int16, unchecked((ulong)value), sizeof(short));
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes an integer in the width of its type, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWriteInt32(Span<byte> destination, int value, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteFixedWidth(space, MessagePackCode.Int32, unchecked((ulong)value), sizeof(int));
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes an integer in the width of its type, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWriteInt64(Span<byte> destination, long value, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteFixedWidth(space, MessagePackCode.Int64, unchecked((ulong)value), sizeof(long));
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes the header of an array, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="count">The number of elements or entries.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWriteArrayHeader(Span<byte> destination, uint count, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteArrayHeader(ref space[0], count);
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes the header of a map, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="count">The number of elements or entries.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWriteMapHeader(Span<byte> destination, uint count, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteMapHeader(ref space[0], count);
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes the header of a str, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="byteCount">The length in bytes of UTF-8.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWriteStringHeader(Span<byte> destination, uint byteCount, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteStringHeader(ref space[0], byteCount);
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes the header of a bin, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="length">The length in bytes.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWriteBinHeader(Span<byte> destination, uint length, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteBinHeader(ref space[0], length);
        return space[..bytesWritten].TryCopyTo(destination);
    }

    /// <summary>Writes the header of an extension, if the span has the space.</summary>
    /// <param name="destination">The span. If it is too short, it stays as it is.</param>
    /// <param name="extensionHeader">The extension type and the length of the payload in bytes.</param>
    /// <param name="bytesWritten">The number of bytes that the value takes, whether it was written or not.</param>
    /// <returns>True if it was written.</returns>
    public static bool TryWriteExtensionFormatHeader(Span<byte> destination, ExtensionHeader extensionHeader, out int bytesWritten)
    {
        Span<byte> space = stackalloc byte[Longest];
        bytesWritten = WriteExtensionHeader(ref space[0], extensionHeader.TypeCode, extensionHeader.Length);
        return space[..bytesWritten].TryCopyTo(destination);
    }

    private static int WriteFixedWidth(Span<byte> space, byte code, ulong value, int width)
    {
        space[0] = code;
        BinaryPrimitives.WriteUInt64BigEndian(space[1..], value << (64 - (8 * width)));
        return 1 + width;
    }
}
