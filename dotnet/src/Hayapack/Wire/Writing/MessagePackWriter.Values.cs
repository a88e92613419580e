using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Unicode;

namespace Hayapack;

public ref partial struct MessagePackWriter
{
    private static readonly UTF8Encoding Strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>Writes nil.</summary>
    public void WriteNil() => Commit(MessagePackPrimitives.WriteNil(ref Reserve(1)));

    /// <summary>Writes nil if the value is null, and returns whether it is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryWriteNil<T>([NotNullWhen(false)] T? value)
    {
        if (value is not null)
        {
            return false;
        }

        WriteNil();
        return true;
    }

    /// <summary>Writes a timestamp in its shortest form.</summary>
    /// <param name="dateTime">
    /// The time. Local time is converted to UTC; <see cref="DateTimeKind.Unspecified"/> is taken as UTC.
    /// </param>
    /// <exception cref="MessagePackSerializationException"><c>unsupported_type</c>: <see cref="OldSpec"/> is set.</exception>
    public void Write(DateTime dateTime)
    {
        if (OldSpec)
        {
            ThrowNoTimestamps();
        }

        Commit(MessagePackPrimitives.WriteDateTime(ref Reserve(MessagePackPrimitives.MaxDateTimeSize), dateTime));
    }

    /// <summary>Writes the header of an array. The caller then writes the elements.</summary>
    /// <param name="count">The number of elements, not negative.</param>
    /// <exception cref="OverflowException">The number is negative.</exception>
    public void WriteArrayHeader(int count) => WriteArrayHeader(checked((uint)count));

    /// <summary>Writes the header of an array. The caller then writes the elements.</summary>
    /// <param name="count">The number of elements.</param>
    public void WriteArrayHeader(uint count) =>
        Commit(MessagePackPrimitives.WriteArrayHeader(ref Reserve(MessagePackPrimitives.MaxHeaderSize), count));

    /// <summary>Writes the header of a map. The caller then writes a key and a value for each entry.</summary>
    /// <param name="count">The number of entries, not negative.</param>
    /// <exception cref="OverflowException">The number is negative.</exception>
    public void WriteMapHeader(int count) => WriteMapHeader(checked((uint)count));

    /// <summary>Writes the header of a map. The caller then writes a key and a value for each entry.</summary>
    /// <param name="count">The number of entries.</param>
    public void WriteMapHeader(uint count) =>
        Commit(MessagePackPrimitives.WriteMapHeader(ref Reserve(MessagePackPrimitives.MaxHeaderSize), count));

    /// <summary>
    /// Writes the header of a bin, or of a str if <see cref="OldSpec"/> is set. The caller then writes the bytes with
    /// <see cref="WriteRaw(ReadOnlySpan{byte})"/>.
    /// </summary>
    /// <param name="length">The number of bytes, not negative.</param>
    /// <exception cref="OverflowException">The number is negative.</exception>
    public void WriteBinHeader(int length)
    {
        if (OldSpec)
        {
            WriteStringHeader(length);
            return;
        }

        Commit(MessagePackPrimitives.WriteBinHeader(ref Reserve(MessagePackPrimitives.MaxHeaderSize), checked((uint)length)));
    }

    /// <summary>
    /// Writes the header of a str. The caller then writes the UTF-8 with <see cref="WriteRaw(ReadOnlySpan{byte})"/>.
    /// </summary>
    /// <param name="byteCount">The number of bytes of UTF-8, not negative.</param>
    /// <exception cref="OverflowException">The number is negative.</exception>
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

    /// <summary>
    /// Writes the header of an extension. The caller then writes the payload with
    /// <see cref="WriteRaw(ReadOnlySpan{byte})"/>.
    /// </summary>
    /// <param name="extHeader">The extension type and the payload length in bytes.</param>
    public void WriteExtensionFormatHeader(ExtensionHeader extHeader) => Commit(MessagePackPrimitives.WriteExtensionHeader(
        ref Reserve(MessagePackPrimitives.MaxHeaderSize), extHeader.TypeCode, extHeader.Length));

    /// <summary>Writes an extension.</summary>
    /// <param name="extensionData">The type and the payload.</param>
    public void WriteExtensionFormat(ExtensionResult extensionData)
    {
        WriteExtensionFormatHeader(extensionData.Header);
        WriteRaw(extensionData.Data);
    }

    /// <summary>Writes a bin, or nil for null.</summary>
    /// <param name="src">The bytes, or null.</param>
    public void Write(byte[]? src)
    {
        if (!TryWriteNil(src))
        {
            Write(src.AsSpan());
        }
    }

    /// <summary>Writes a bin.</summary>
    /// <param name="src">The bytes.</param>
    public void Write(scoped ReadOnlySpan<byte> src)
    {
        ExpectWhole(src.Length, sizeof(byte));
        WriteBinHeader(src.Length);
        WriteRaw(src);
    }

    /// <summary>Writes a bin.</summary>
    /// <param name="src">The bytes.</param>
    public void Write(scoped in ReadOnlySequence<byte> src)
    {
        WriteBinHeader(checked((int)src.Length));
        WriteRaw(src);
    }

    /// <summary>
    /// Copies bytes to the output: encoded MessagePack, or the payload of a header written before. They are not
    /// checked.
    /// </summary>
    /// <param name="rawMessagePackBlock">The bytes.</param>
    public void WriteRaw(scoped ReadOnlySpan<byte> rawMessagePackBlock)
    {
        while (rawMessagePackBlock.Length > Free)
        {
            // Fill the space left in the buffer first, so that a large block needs no large buffer.
            int part = output is null ? 0 : Math.Min(Free, rawMessagePackBlock.Length);
            if (part == 0)
            {
                Grow(output is null ? rawMessagePackBlock.Length : Math.Min(rawMessagePackBlock.Length, 4096));
                continue;
            }

            Commit(MessagePackPrimitives.WriteRaw(ref cursor, rawMessagePackBlock[..part]));
            rawMessagePackBlock = rawMessagePackBlock[part..];
        }

        Commit(MessagePackPrimitives.WriteRaw(ref cursor, rawMessagePackBlock));
    }

    /// <inheritdoc cref="WriteRaw(ReadOnlySpan{byte})"/>
    public void WriteRaw(scoped in ReadOnlySequence<byte> rawMessagePackBlock)
    {
        foreach (ReadOnlyMemory<byte> part in rawMessagePackBlock)
        {
            WriteRaw(part.Span);
        }
    }

    /// <summary>Writes a string, or nil for null.</summary>
    /// <param name="value">The string, or null.</param>
    /// <exception cref="MessagePackSerializationException">
    /// <c>lone_surrogate</c>: the string is not valid UTF-16.
    /// </exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Write(string? value)
    {
        if (!TryWriteNil(value))
        {
            Write(value.AsSpan());
        }
    }

    /// <summary>Writes a string.</summary>
    /// <param name="value">The characters.</param>
    /// <exception cref="MessagePackSerializationException">
    /// <c>lone_surrogate</c>: the string is not valid UTF-16.
    /// </exception>
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

    /// <summary>Writes a string that is already encoded in UTF-8. The bytes are not checked.</summary>
    /// <param name="utf8stringBytes">The UTF-8.</param>
    public void WriteString(scoped ReadOnlySpan<byte> utf8stringBytes)
    {
        WriteStringHeader(utf8stringBytes.Length);
        WriteRaw(utf8stringBytes);
    }

    /// <summary>Writes a string that is already encoded in UTF-8. The bytes are not checked.</summary>
    /// <param name="utf8stringBytes">The UTF-8.</param>
    public void WriteString(scoped in ReadOnlySequence<byte> utf8stringBytes)
    {
        WriteStringHeader(checked((int)utf8stringBytes.Length));
        WriteRaw(utf8stringBytes);
    }

    /// <summary>
    /// Throws <c>lone_surrogate</c>, for text that <see cref="MessagePackPrimitives.WriteString"/> did not write. For
    /// generated code.
    /// </summary>
    [System.ComponentModel.EditorBrowsable(System.ComponentModel.EditorBrowsableState.Never)]
    [DoesNotReturn]
    public readonly void ThrowLoneSurrogate() => throw new MessagePackSerializationException(
        MessagePackErrorNames.LoneSurrogate, Written, "The text contains a lone surrogate, which UTF-8 cannot encode.");

    [DoesNotReturn]
    private readonly void ThrowNoTimestamps() => throw new MessagePackSerializationException(
        MessagePackErrorNames.UnsupportedType, Written, "The old format has no timestamps; NativeDateTimeResolver writes a DateTime as an integer.");

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
            // Encode in pieces. FromUtf16 leaves a surrogate pair that does not fit to the next piece.
            Span<byte> space = GetSpan(Math.Min(count, 4096));
            OperationStatus status = Utf8.FromUtf16(value, space, out int read, out int written, replaceInvalidSequences: false);
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

    /// <summary>Returns the number of bytes, 1 to 9, that <see cref="Write(long)"/> writes.</summary>
    /// <param name="value">The value.</param>
    /// <returns>The size of the shortest encoding.</returns>
    public static int GetEncodedLength(long value) => value switch
    {
        >= 0 => GetEncodedLength((ulong)value),
        >= -32 => 1,
        >= sbyte.MinValue => 2,
        >= short.MinValue => 3,
        >= int.MinValue => 5,
        _ => 9,
    };

    /// <summary>Returns the number of bytes, 1 to 9, that <see cref="Write(ulong)"/> writes.</summary>
    /// <param name="value">The value.</param>
    /// <returns>The size of the shortest encoding.</returns>
    public static int GetEncodedLength(ulong value) => value switch
    {
        <= 127 => 1,
        <= byte.MaxValue => 2,
        <= ushort.MaxValue => 3,
        <= uint.MaxValue => 5,
        _ => 9,
    };
}
