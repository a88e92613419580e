using System.Buffers.Binary;
using System.Numerics;

namespace Hayapack;

// Reads single values from a span that may end anywhere, for programs that scan messages without a MessagePackReader.
public static partial class MessagePackPrimitives
{
    /// <summary>The result of reading a value from a span.</summary>
    public enum DecodeResult
    {
        /// <summary>The value was read.</summary>
        Success,

        /// <summary>The value has another type.</summary>
        TokenMismatch,

        /// <summary>The span is empty.</summary>
        EmptyBuffer,

        /// <summary>The value has the expected type, but the span ends within it.</summary>
        InsufficientBuffer,
    }

    /// <summary>Reads nil.</summary>
    /// <param name="source">The bytes, beginning with the value.</param>
    /// <param name="tokenSize">The number of bytes of the value: 1.</param>
    /// <returns>The result.</returns>
    public static DecodeResult TryReadNil(ReadOnlySpan<byte> source, out int tokenSize)
    {
        tokenSize = 1;
        return source.IsEmpty ? DecodeResult.EmptyBuffer
            : source[0] == MessagePackCode.Nil ? DecodeResult.Success : DecodeResult.TokenMismatch;
    }

    /// <summary>Reads a boolean.</summary>
    /// <param name="source">The bytes, beginning with the value.</param>
    /// <param name="value">The value, or false if the result is not <see cref="DecodeResult.Success"/>.</param>
    /// <param name="tokenSize">The number of bytes of the value or header, or the number that is needed at least to know it.</param>
    /// <returns>The result.</returns>
    public static DecodeResult TryReadBool(ReadOnlySpan<byte> source, out bool value, out int tokenSize)
    {
        tokenSize = 1;
        value = !source.IsEmpty && source[0] == MessagePackCode.True;
        return source.IsEmpty ? DecodeResult.EmptyBuffer
            : value || source[0] == MessagePackCode.False ? DecodeResult.Success : DecodeResult.TokenMismatch;
    }

    /// <summary>Reads the header of an array. The count is not compared with the rest of the span.</summary>
    /// <param name="source">The bytes, beginning with the value.</param>
    /// <param name="count">The value, or 0 if the result is not <see cref="DecodeResult.Success"/>.</param>
    /// <param name="tokenSize">The number of bytes of the value or header, or the number that is needed at least to know it.</param>
    /// <returns>The result.</returns>
    public static DecodeResult TryReadArrayHeader(ReadOnlySpan<byte> source, out uint count, out int tokenSize) =>
        ReadLength(source, MessagePackCode.MinFixArray, 15, MessagePackCode.Array16, MessagePackCode.Array32, 2, out count, out tokenSize);

    /// <summary>Reads the header of a map. The number of entries is not compared with the rest of the span.</summary>
    /// <inheritdoc cref="TryReadArrayHeader(ReadOnlySpan{byte}, out uint, out int)" path="/param|/returns"/>
    public static DecodeResult TryReadMapHeader(ReadOnlySpan<byte> source, out uint count, out int tokenSize) =>
        ReadLength(source, MessagePackCode.MinFixMap, 15, MessagePackCode.Map16, MessagePackCode.Map32, 2, out count, out tokenSize);

    /// <summary>Reads the header of a str. The length in bytes is not compared with the rest of the span.</summary>
    /// <param name="source">The bytes, beginning with the value.</param>
    /// <param name="length">The value, or 0 if the result is not <see cref="DecodeResult.Success"/>.</param>
    /// <param name="tokenSize">The number of bytes of the value or header, or the number that is needed at least to know it.</param>
    /// <returns>The result.</returns>
    public static DecodeResult TryReadStringHeader(ReadOnlySpan<byte> source, out uint length, out int tokenSize) =>
        ReadLength(source, MessagePackCode.MinFixStr, 31, MessagePackCode.Str8, MessagePackCode.Str32, 1, out length, out tokenSize);

    /// <summary>Reads the header of a bin. The length in bytes is not compared with the rest of the span.</summary>
    /// <inheritdoc cref="TryReadStringHeader(ReadOnlySpan{byte}, out uint, out int)" path="/param|/returns"/>
    public static DecodeResult TryReadBinHeader(ReadOnlySpan<byte> source, out uint length, out int tokenSize) =>
        ReadLength(source, null, 0, MessagePackCode.Bin8, MessagePackCode.Bin32, 1, out length, out tokenSize);

    /// <summary>Reads the header of an extension. The length is not compared with the rest of the span.</summary>
    /// <param name="source">The bytes, beginning with the value.</param>
    /// <param name="extensionHeader">The value, or the default if the result is not <see cref="DecodeResult.Success"/>.</param>
    /// <param name="tokenSize">The number of bytes of the value or header, or the number that is needed at least to know it.</param>
    /// <returns>The result.</returns>
    public static DecodeResult TryReadExtensionHeader(ReadOnlySpan<byte> source, out ExtensionHeader extensionHeader, out int tokenSize)
    {
        extensionHeader = default;
        tokenSize = 1;
        if (source.IsEmpty)
        {
            return DecodeResult.EmptyBuffer;
        }

        byte code = source[0];
        uint length;
        if (code is >= MessagePackCode.FixExt1 and <= MessagePackCode.FixExt16)
        {
            length = 1u << (code - MessagePackCode.FixExt1);
        }
        else
        {
            DecodeResult result = ReadLength(source, null, 0, MessagePackCode.Ext8, MessagePackCode.Ext32, 1, out length, out tokenSize);
            if (result == DecodeResult.InsufficientBuffer)
            {
                tokenSize++;
            }

            if (result != DecodeResult.Success)
            {
                return result;
            }
        }

        tokenSize++;
        if (source.Length < tokenSize)
        {
            return DecodeResult.InsufficientBuffer;
        }

        extensionHeader = new ExtensionHeader((sbyte)source[tokenSize - 1], length);
        return DecodeResult.Success;
    }

    /// <summary>Reads a timestamp, as UTC truncated to 100 nanoseconds.</summary>
    /// <param name="source">The bytes, beginning with the value.</param>
    /// <param name="value">The value, or the default if the result is not <see cref="DecodeResult.Success"/>.</param>
    /// <param name="tokenSize">The number of bytes of the value or header, or the number that is needed at least to know it.</param>
    /// <returns>The result.</returns>
    public static DecodeResult TryReadDateTime(ReadOnlySpan<byte> source, out DateTime value, out int tokenSize)
    {
        DecodeResult result = TryReadExtensionHeader(source, out ExtensionHeader header, out tokenSize);
        if (result != DecodeResult.Success)
        {
            value = default;
            return result;
        }

        result = TryReadDateTime(source[tokenSize..], header, out value, out int payload);
        tokenSize += payload;
        return result;
    }

    /// <summary>Reads the payload of a timestamp, as UTC truncated to 100 nanoseconds.</summary>
    /// <param name="source">The bytes, beginning with the payload.</param>
    /// <param name="header">The header of the extension, which was read before.</param>
    /// <param name="value">The value, or the default if the result is not <see cref="DecodeResult.Success"/>.</param>
    /// <param name="tokenSize">The length of the payload in bytes.</param>
    /// <returns>
    /// The result; <see cref="DecodeResult.TokenMismatch"/> also for a time that is not valid or outside the years 1 to 9999.
    /// </returns>
    /// <exception cref="OverflowException">The length is more than <see cref="int.MaxValue"/>.</exception>
    public static DecodeResult TryReadDateTime(ReadOnlySpan<byte> source, ExtensionHeader header, out DateTime value, out int tokenSize)
    {
        value = default;
        tokenSize = checked((int)header.Length);
        if (header.TypeCode != ReservedMessagePackExtensionTypeCode.DateTime || header.Length is not (4 or 8 or 12))
        {
            return DecodeResult.TokenMismatch;
        }

        if (source.Length < tokenSize)
        {
            return DecodeResult.InsufficientBuffer;
        }

        var reader = new MessagePackReader(source[..tokenSize]);
        try
        {
            value = reader.ReadDateTime(header);
            return DecodeResult.Success;
        }
        catch (MessagePackSerializationException)
        {
            return DecodeResult.TokenMismatch;
        }
    }

    /// <summary>Reads an integer in any format; throws <see cref="OverflowException"/> if it does not fit.</summary>
    internal static DecodeResult ReadInteger<T>(ReadOnlySpan<byte> source, out T value, out int tokenSize)
        where T : struct, INumberBase<T>
    {
        value = default;
        tokenSize = 1;
        if (source.IsEmpty)
        {
            return DecodeResult.EmptyBuffer;
        }

        byte code = source[0];
        if (code is <= MessagePackCode.MaxFixInt or >= MessagePackCode.MinNegativeFixInt)
        {
            value = T.CreateChecked((sbyte)code);
            return DecodeResult.Success;
        }

        if (code is < MessagePackCode.UInt8 or > MessagePackCode.Int64)
        {
            return DecodeResult.TokenMismatch;
        }

        int width = 1 << ((code - MessagePackCode.UInt8) & 3);
        tokenSize = 1 + width;
        if (source.Length < tokenSize)
        {
            return DecodeResult.InsufficientBuffer;
        }

        ReadOnlySpan<byte> data = source.Slice(1, width);
        value = code switch
        {
            MessagePackCode.UInt8 => T.CreateChecked(data[0]),
            MessagePackCode.UInt16 => T.CreateChecked(BinaryPrimitives.ReadUInt16BigEndian(data)),
            MessagePackCode.UInt32 => T.CreateChecked(BinaryPrimitives.ReadUInt32BigEndian(data)),
            MessagePackCode.UInt64 => T.CreateChecked(BinaryPrimitives.ReadUInt64BigEndian(data)),
            MessagePackCode.Int8 => T.CreateChecked((sbyte)data[0]),
            MessagePackCode.Int16 => T.CreateChecked(BinaryPrimitives.ReadInt16BigEndian(data)),
            MessagePackCode.Int32 => T.CreateChecked(BinaryPrimitives.ReadInt32BigEndian(data)),
            _ => T.CreateChecked(BinaryPrimitives.ReadInt64BigEndian(data)),
        };
        return DecodeResult.Success;
    }

    private static DecodeResult ReadFloat<T>(ReadOnlySpan<byte> source, out T value, out int tokenSize)
        where T : struct, INumberBase<T>
    {
        if (source.IsEmpty || source[0] is not (MessagePackCode.Float32 or MessagePackCode.Float64))
        {
            return ReadInteger(source, out value, out tokenSize);
        }

        bool isSingle = source[0] == MessagePackCode.Float32;
        tokenSize = isSingle ? SingleSize : DoubleSize;
        value = default;
        if (source.Length < tokenSize)
        {
            return DecodeResult.InsufficientBuffer;
        }

        value = isSingle
            ? T.CreateChecked(BinaryPrimitives.ReadSingleBigEndian(source[1..]))
            : T.CreateChecked(BinaryPrimitives.ReadDoubleBigEndian(source[1..]));
        return DecodeResult.Success;
    }

    /// <summary>Reads a length or count: in the low bits of the format byte, or in a field after it.</summary>
    /// <param name="source">The bytes.</param>
    /// <param name="fix">The first format byte that contains the length, or null if there is none.</param>
    /// <param name="mask">The bits of such a format byte that are the length.</param>
    /// <param name="first">The first format byte with a field.</param>
    /// <param name="last">The last format byte with a field.</param>
    /// <param name="firstWidth">The width of the first one's field in bytes; each of the next is twice as wide.</param>
    /// <param name="length">The length.</param>
    /// <param name="tokenSize">The size of format byte and field in bytes.</param>
    private static DecodeResult ReadLength(
        ReadOnlySpan<byte> source, byte? fix, byte mask, byte first, byte last, int firstWidth, out uint length, out int tokenSize)
    {
        length = 0;
        tokenSize = 1;
        if (source.IsEmpty)
        {
            return DecodeResult.EmptyBuffer;
        }

        byte code = source[0];
        if (fix is { } least && code >= least && code <= least + mask)
        {
            length = (uint)(code & mask);
            return DecodeResult.Success;
        }

        if (code < first || code > last)
        {
            return DecodeResult.TokenMismatch;
        }

        int width = firstWidth << (code - first);
        tokenSize = 1 + width;
        if (source.Length < tokenSize)
        {
            return DecodeResult.InsufficientBuffer;
        }

        ReadOnlySpan<byte> field = source[1..];
        length = width switch
        {
            1 => field[0],
            2 => BinaryPrimitives.ReadUInt16BigEndian(field),
            _ => BinaryPrimitives.ReadUInt32BigEndian(field),
        };
        return DecodeResult.Success;
    }
}
