namespace Hayapack.Tool;

/// <summary>Decompresses LZ4 messages.</summary>
internal static class Lz4Content
{
    /// <summary>The largest decompressed message in bytes.</summary>
    private const int Limit = 1 << 30;

    /// <summary>Returns the content of an LZ4 message, one message; null for any other message.</summary>
    /// <exception cref="StopException">It cannot be decompressed, or the content's structure is not that of one message.</exception>
    internal static Part? Of(in Part part)
    {
        try
        {
            if (MessagePackSerializer.Decompress(part.Data.Span, Limit) is not { } data)
            {
                return null;
            }

            Part content = part with { Data = data, Offset = 0, Outer = $"byte {part.Offset}: in its LZ4 content, " };
            CheckOneMessage(content);
            return content;
        }
        catch (MessagePackSerializationException) when (!IsSurelyLz4(part.Data.Span))
        {
            return null;
        }
        catch (MessagePackSerializationException fault)
        {
            string words = fault.ErrorName == MessagePackErrorNames.Lz4Limit ? "LZ4 content is too large" : "invalid LZ4: it does not decompress to the declared size";
            throw part.Blame($"{words} (--no-lz4 shows the ext value)", fault.Offset, fault.Path ?? "$");
        }
    }

    private static void CheckOneMessage(in Part content)
    {
        var reader = new MessagePackReader(content.Data.Span);
        try
        {
            reader.Skip();
        }
        catch (MessagePackSerializationException)
        {
            Checks.Content(content);
            throw;
        }

        if (!reader.End)
        {
            throw content.Blame("extra data after one whole value", reader.Consumed);
        }
    }

    /// <summary>
    /// Returns whether a message that cannot be decompressed is damaged LZ4 and not another program's ext: it has all the
    /// headers of an LZ4 message.
    /// </summary>
    private static bool IsSurelyLz4(ReadOnlySpan<byte> message)
    {
        var reader = new MessagePackReader(message);
        if (reader.NextMessagePackType == MessagePackType.Extension)
        {
            ExtensionHeader header = reader.ReadExtensionFormatHeader();
            return header.Length > 5 && reader.NextCode == MessagePackCode.Int32;
        }

        int count = reader.ReadArrayHeader();
        long end = reader.ReadExtensionFormatHeader() is var sizes ? reader.Consumed + sizes.Length : 0;
        while (reader.Consumed < end)
        {
            if (reader.NextMessagePackType != MessagePackType.Integer)
            {
                return false;
            }

            reader.Skip();
        }

        for (int i = 1; i < count; i++)
        {
            if (reader.NextMessagePackType != MessagePackType.Binary)
            {
                return false;
            }

            reader.Skip();
        }

        return true;
    }
}
