using System.Buffers;
using System.Text.Json;

namespace Hayapack.Json;

/// <summary>
/// Writes JSON as the MessagePack values that it becomes when it is converted, and reads a MessagePack value as JSON in the plain
/// form: bytes as base64, timestamps as ISO 8601.
/// </summary>
internal static class JsonTranscoding
{
    internal static void Write(ref MessagePackWriter writer, ReadOnlySpan<byte> json, MessagePackSerializerOptions options)
    {
        ScratchArray scratch = ScratchArray.Take();
        MessagePackWriter part = writer.Collector(scratch.Array);
        try
        {
            new JsonToMessagePack(json, hasTags: false, Math.Max(0, options.MaximumDepth - writer.Depth)).Read(ref part);
            writer.WriteRaw(part.Collected);
        }
        catch (MessagePackSerializationException fault)
        {
            // It has an offset in the JSON text.
            fault.Offset = writer.Written;
            throw;
        }
        finally
        {
            scratch.Release(part.TakeScratch());
        }
    }

    /// <summary>Reads the next value as JSON text, and makes a value of it.</summary>
    /// <exception cref="MessagePackSerializationException"><c>duplicate_key</c>, or the value has no form in JSON.</exception>
    internal static T Read<T>(ref MessagePackReader reader, MessagePackSerializerOptions options, Func<ReadOnlyMemory<byte>, JsonDocumentOptions, T> parse)
    {
        long start = reader.Consumed;
        int depth = Math.Max(0, options.MaximumDepth - reader.Depth);
        ReadOnlySequence<byte> value = reader.ReadRaw();
        var json = new JsonBuffer(null);
        try
        {
            ReadOnlySpan<byte> message = value.IsSingleSegment ? value.FirstSpan : value.ToArray();
            var begin = new MessagePackReader(message);
            begin.LimitDepth(depth);
            new MessagePackToJson(begin, message, MessagePackJsonForm.Plain, depth).Write(ref json, 0);
            return parse(json.Text.ToArray(), new JsonDocumentOptions { MaxDepth = (3 * depth) + 3, AllowDuplicateProperties = false });
        }
        catch (MessagePackSerializationException fault)
        {
            // It has an offset in the value.
            fault.Offset += start;
            throw;
        }
        catch (JsonException)
        {
            // The text was written here, so that only its names can be wrong.
            MessagePackReader.ThrowDuplicateKey(start);
            throw;
        }
        finally
        {
            json.Dispose();
        }
    }
}
