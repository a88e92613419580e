using System.Buffers;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Unicode;

namespace Hayapack;

public ref partial struct MessagePackWriter
{
    private static readonly UTF8Encoding Strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

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
    [EditorBrowsable(EditorBrowsableState.Never)]
    [DoesNotReturn]
    public readonly void ThrowLoneSurrogate() => throw new MessagePackSerializationException(
        MessagePackErrorNames.LoneSurrogate, Written, "The text contains a lone surrogate, which UTF-8 cannot encode.");

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
}
