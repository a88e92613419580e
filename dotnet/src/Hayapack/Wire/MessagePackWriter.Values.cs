using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Unicode;

namespace Hayapack;

public ref partial struct MessagePackWriter
{
    private static readonly UTF8Encoding Strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>Writes nil.</summary>
    public void WriteNil() => Commit(MessagePackPrimitives.WriteNil(ref Reserve(1)));

    /// <summary>Writes true or false.</summary>
    /// <param name="value">The value.</param>
    public void Write(bool value) => Commit(MessagePackPrimitives.WriteBoolean(ref Reserve(1), value));

    /// <summary>Writes an integer in its shortest form.</summary>
    /// <param name="value">The value.</param>
    public void Write(byte value) => Write((uint)value);

    /// <summary>Writes an integer in its shortest form.</summary>
    /// <param name="value">The value.</param>
    public void Write(sbyte value) => Write((int)value);

    /// <summary>Writes an integer in its shortest form.</summary>
    /// <param name="value">The value.</param>
    public void Write(ushort value) => Write((uint)value);

    /// <summary>Writes an integer in its shortest form.</summary>
    /// <param name="value">The value.</param>
    public void Write(short value) => Write((int)value);

    /// <summary>Writes an integer in its shortest form.</summary>
    /// <param name="value">The value.</param>
    public void Write(uint value) =>
        Commit(MessagePackPrimitives.WriteUInt32(ref Reserve(MessagePackPrimitives.MaxInt32Size), value));

    /// <summary>Writes an integer in its shortest form.</summary>
    /// <param name="value">The value.</param>
    public void Write(int value) =>
        Commit(MessagePackPrimitives.WriteInt32(ref Reserve(MessagePackPrimitives.MaxInt32Size), value));

    /// <summary>Writes an integer in its shortest form.</summary>
    /// <param name="value">The value.</param>
    public void Write(ulong value) =>
        Commit(MessagePackPrimitives.WriteUInt64(ref Reserve(MessagePackPrimitives.MaxInt64Size), value));

    /// <summary>Writes an integer in its shortest form.</summary>
    /// <param name="value">The value.</param>
    public void Write(long value) =>
        Commit(MessagePackPrimitives.WriteInt64(ref Reserve(MessagePackPrimitives.MaxInt64Size), value));

    /// <summary>Writes a character as an integer.</summary>
    /// <param name="value">The value.</param>
    public void Write(char value) => Write((uint)value);

    /// <summary>Writes a float of 32 bits.</summary>
    /// <param name="value">The value.</param>
    public void Write(float value) => Commit(MessagePackPrimitives.WriteSingle(ref Reserve(MessagePackPrimitives.SingleSize), value));

    /// <summary>Writes a float of 64 bits.</summary>
    /// <param name="value">The value.</param>
    public void Write(double value) => Commit(MessagePackPrimitives.WriteDouble(ref Reserve(MessagePackPrimitives.DoubleSize), value));

    /// <summary>Writes a timestamp in its shortest form.</summary>
    /// <param name="dateTime">The time; local time is converted to UTC, time of no kind is taken as it is.</param>
    /// <exception cref="MessagePackSerializationException"><c>unsupported_type</c>: <see cref="OldSpec"/> is set.</exception>
    public void Write(DateTime dateTime)
    {
        if (OldSpec)
        {
            ThrowNoTimestamps();
        }

        Commit(MessagePackPrimitives.WriteDateTime(ref Reserve(MessagePackPrimitives.MaxDateTimeSize), dateTime));
    }

    /// <summary>Writes an integer in 8 bits, whatever its value.</summary>
    /// <param name="value">The value.</param>
    public void WriteUInt8(byte value) => WriteForced(MessagePackCode.UInt8, (ulong)value << 56, 2);

    /// <summary>Writes an integer in 8 bits, whatever its value.</summary>
    /// <param name="value">The value.</param>
    public void WriteInt8(sbyte value) => WriteForced(MessagePackCode.Int8, (ulong)value << 56, 2);

    /// <summary>Writes an integer in 16 bits, whatever its value.</summary>
    /// <param name="value">The value.</param>
    public void WriteUInt16(ushort value) => WriteForced(MessagePackCode.UInt16, (ulong)value << 48, 3);

    /// <summary>Writes an integer in 16 bits, whatever its value.</summary>
    /// <param name="value">The value.</param>
    public void WriteInt16(short value) => WriteForced(MessagePackCode.Int16, (ulong)value << 48, 3);

    /// <summary>Writes an integer in 32 bits, whatever its value.</summary>
    /// <param name="value">The value.</param>
    public void WriteUInt32(uint value) => WriteForced(MessagePackCode.UInt32, (ulong)value << 32, 5);

    /// <summary>Writes an integer in 32 bits, whatever its value.</summary>
    /// <param name="value">The value.</param>
    public void WriteInt32(int value) => WriteForced(MessagePackCode.Int32, (ulong)value << 32, 5);

    /// <summary>Writes an integer in 64 bits, whatever its value.</summary>
    /// <param name="value">The value.</param>
    public void WriteUInt64(ulong value) => WriteForced(MessagePackCode.UInt64, value, 9);

    /// <summary>Writes an integer in 64 bits, whatever its value.</summary>
    /// <param name="value">The value.</param>
    public void WriteInt64(long value) => WriteForced(MessagePackCode.Int64, (ulong)value, 9);

    /// <summary>Writes the header of an array; its elements follow.</summary>
    /// <param name="count">The number of elements.</param>
    public void WriteArrayHeader(int count) => WriteArrayHeader(checked((uint)count));

    /// <summary>Writes the header of an array; its elements follow.</summary>
    /// <param name="count">The number of elements.</param>
    public void WriteArrayHeader(uint count) =>
        Commit(MessagePackPrimitives.WriteArrayHeader(ref Reserve(MessagePackPrimitives.MaxHeaderSize), count));

    /// <summary>Writes the header of a map; a key and a value follow for each entry.</summary>
    /// <param name="count">The number of entries.</param>
    public void WriteMapHeader(int count) => WriteMapHeader(checked((uint)count));

    /// <summary>Writes the header of a map; a key and a value follow for each entry.</summary>
    /// <param name="count">The number of entries.</param>
    public void WriteMapHeader(uint count) =>
        Commit(MessagePackPrimitives.WriteMapHeader(ref Reserve(MessagePackPrimitives.MaxHeaderSize), count));

    /// <summary>Writes the header of a bin, or of a str with <see cref="OldSpec"/>; its bytes follow by <see cref="WriteRaw(ReadOnlySpan{byte})"/>.</summary>
    /// <param name="length">The number of bytes.</param>
    public void WriteBinHeader(int length)
    {
        if (OldSpec)
        {
            WriteStringHeader(length);
            return;
        }

        Commit(MessagePackPrimitives.WriteBinHeader(ref Reserve(MessagePackPrimitives.MaxHeaderSize), checked((uint)length)));
    }

    /// <summary>Writes the header of a str; its UTF-8 follows by <see cref="WriteRaw(ReadOnlySpan{byte})"/>.</summary>
    /// <param name="byteCount">The number of bytes.</param>
    public void WriteStringHeader(int byteCount)
    {
        ref byte destination = ref Reserve(MessagePackPrimitives.MaxHeaderSize);
        if (OldSpec && byteCount is > 31 and <= byte.MaxValue)
        {
            destination = MessagePackCode.Str16;
            Unsafe.Add(ref destination, 1) = 0;
            Unsafe.Add(ref destination, 2) = (byte)byteCount;
            Commit(3);
            return;
        }

        Commit(MessagePackPrimitives.WriteStringHeader(ref destination, checked((uint)byteCount)));
    }

    /// <summary>Writes the header of an ext; its payload follows by <see cref="WriteRaw(ReadOnlySpan{byte})"/>.</summary>
    /// <param name="extHeader">The type and the length.</param>
    public void WriteExtensionFormatHeader(ExtensionHeader extHeader) => Commit(MessagePackPrimitives.WriteExtensionHeader(
        ref Reserve(MessagePackPrimitives.MaxHeaderSize), extHeader.TypeCode, extHeader.Length));

    /// <summary>Writes an ext.</summary>
    /// <param name="extensionData">The type and the payload.</param>
    public void WriteExtensionFormat(ExtensionResult extensionData)
    {
        WriteExtensionFormatHeader(extensionData.Header);
        WriteRaw(extensionData.Data);
    }

    /// <summary>Writes bytes as a bin, null as nil.</summary>
    /// <param name="src">The bytes.</param>
    public void Write(byte[]? src)
    {
        if (src is null)
        {
            WriteNil();
        }
        else
        {
            Write(src.AsSpan());
        }
    }

    /// <summary>Writes bytes as a bin.</summary>
    /// <param name="src">The bytes.</param>
    public void Write(scoped ReadOnlySpan<byte> src)
    {
        WriteBinHeader(src.Length);
        WriteRaw(src);
    }

    /// <summary>Writes bytes as a bin.</summary>
    /// <param name="src">The bytes.</param>
    public void Write(scoped in ReadOnlySequence<byte> src)
    {
        WriteBinHeader(checked((int)src.Length));
        WriteRaw(src);
    }

    /// <summary>Writes bytes that are MessagePack already, or the payload that a header announced.</summary>
    /// <param name="rawMessagePackBlock">The bytes.</param>
    public void WriteRaw(scoped ReadOnlySpan<byte> rawMessagePackBlock)
    {
        while (rawMessagePackBlock.Length > capacity - position)
        {
            // Fill what there is, so that a large block needs no large buffer.
            int part = output is null ? 0 : Math.Min(capacity - position, rawMessagePackBlock.Length);
            if (part == 0)
            {
                Grow(output is null ? rawMessagePackBlock.Length : Math.Min(rawMessagePackBlock.Length, 4096));
                continue;
            }

            Commit(MessagePackPrimitives.WriteRaw(ref Unsafe.Add(ref first, position), rawMessagePackBlock[..part]));
            rawMessagePackBlock = rawMessagePackBlock[part..];
        }

        Commit(MessagePackPrimitives.WriteRaw(ref Unsafe.Add(ref first, position), rawMessagePackBlock));
    }

    /// <summary>Writes bytes that are MessagePack already, or the payload that a header announced.</summary>
    /// <param name="rawMessagePackBlock">The bytes.</param>
    public void WriteRaw(scoped in ReadOnlySequence<byte> rawMessagePackBlock)
    {
        foreach (ReadOnlyMemory<byte> part in rawMessagePackBlock)
        {
            WriteRaw(part.Span);
        }
    }

    /// <summary>Writes text, null as nil.</summary>
    /// <param name="value">The text.</param>
    /// <exception cref="MessagePackSerializationException"><c>lone_surrogate</c>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Write(string? value)
    {
        if (value is null)
        {
            WriteNil();
        }
        else
        {
            Write(value.AsSpan());
        }
    }

    /// <summary>Writes text.</summary>
    /// <param name="value">The text.</param>
    /// <exception cref="MessagePackSerializationException"><c>lone_surrogate</c>.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Write(scoped ReadOnlySpan<char> value)
    {
        if (value.Length > MessagePackPrimitives.MaxShortString || OldSpec)
        {
            WriteLongText(value);
            return;
        }

        int size = MessagePackPrimitives.WriteText(ref Reserve((value.Length * 3) + MessagePackPrimitives.TextSlack), value);
        if (size == 0)
        {
            ThrowLoneSurrogate();
        }

        Commit(size);
    }

    /// <summary>Writes text that is UTF-8 already, without looking at it.</summary>
    /// <param name="utf8stringBytes">The bytes.</param>
    public void WriteString(scoped ReadOnlySpan<byte> utf8stringBytes)
    {
        WriteStringHeader(utf8stringBytes.Length);
        WriteRaw(utf8stringBytes);
    }

    /// <summary>Writes text that is UTF-8 already, without looking at it.</summary>
    /// <param name="utf8stringBytes">The bytes.</param>
    public void WriteString(scoped in ReadOnlySequence<byte> utf8stringBytes)
    {
        WriteStringHeader(checked((int)utf8stringBytes.Length));
        WriteRaw(utf8stringBytes);
    }

    /// <summary>Throws for text that <see cref="MessagePackPrimitives.WriteString"/> refused. For generated code.</summary>
    [System.ComponentModel.EditorBrowsable(System.ComponentModel.EditorBrowsableState.Never)]
    [System.Diagnostics.CodeAnalysis.DoesNotReturn]
    public readonly void ThrowLoneSurrogate() => throw new MessagePackSerializationException(
        MessagePackErrorNames.LoneSurrogate, Written, "The text contains a lone surrogate, which UTF-8 cannot encode.");

    [System.Diagnostics.CodeAnalysis.DoesNotReturn]
    private readonly void ThrowNoTimestamps() => throw new MessagePackSerializationException(
        MessagePackErrorNames.UnsupportedType, Written, "The old format has no timestamps; NativeDateTimeResolver writes a DateTime as an integer.");

    /// <summary>
    /// Writes text that <see cref="MessagePackPrimitives.WriteString"/> did not: it is long, or has a lone surrogate. For
    /// generated code.
    /// </summary>
    /// <param name="value">The text.</param>
    /// <param name="count">How many bytes to commit before.</param>
    /// <param name="worst">How many bytes to reserve after it.</param>
    /// <returns>The first free byte.</returns>
    /// <exception cref="MessagePackSerializationException"><c>lone_surrogate</c>.</exception>
    [System.ComponentModel.EditorBrowsable(System.ComponentModel.EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public ref byte WriteUncommonText(string value, int count, int worst)
    {
        Commit(count);
        Write(value);
        return ref Reserve(worst);
    }

    private void WriteLongText(scoped ReadOnlySpan<char> value)
    {
        int count;
        try
        {
            count = Strict.GetByteCount(value);
        }
        catch (EncoderFallbackException)
        {
            ThrowLoneSurrogate();
            return;
        }

        WriteStringHeader(count);
        while (value.Length > 0)
        {
            // In pieces; a surrogate pair that a piece would cut is left to the next.
            Span<byte> room = GetSpan(Math.Min(count, 4096));
            OperationStatus status = Utf8.FromUtf16(value, room, out int read, out int written, replaceInvalidSequences: false);
            if (status == OperationStatus.InvalidData || (read == 0 && status != OperationStatus.Done))
            {
                ThrowLoneSurrogate();
            }

            Commit(written);
            value = value[read..];
            count = Math.Max(4, count - written);
        }
    }

    private void WriteForced(byte code, ulong bigEndian, int size)
    {
        ref byte destination = ref Reserve(9);
        destination = code;
        MessagePackPrimitives.WriteBigEndian(ref Unsafe.Add(ref destination, 1), bigEndian);
        Commit(size);
    }
}
