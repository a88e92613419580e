using System.Buffers;

namespace Hayapack;

// Bins, extensions, and bytes that are MessagePack already.
public ref partial struct MessagePackWriter
{
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
}
