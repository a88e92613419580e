using Hayapack.Hashing;

namespace Hayapack.Json;

/// <summary>
/// Finds the maps of a message that cannot be written as JSON objects: maps with a key that is not a str, is repeated, or
/// equals a tag.
/// </summary>
internal static class JsonPairMaps
{
    private struct Frame
    {
        internal bool IsMap;
        internal int Start;
        internal long Left;
        internal int Keys;
    }

    /// <summary>
    /// Returns the offsets of these maps. If the message has an error, the maps before it: writing the message then raises
    /// that error.
    /// </summary>
    internal static HashSet<int> Find(ReadOnlySpan<byte> message, int offset)
    {
        var found = new HashSet<int>();
        var reader = new MessagePackReader(message);
        reader.MoveTo(offset);
        var frames = new GrowingStack<Frame>(default);
        var keys = new KeySet(message);
        try
        {
            do
            {
                Next(message, ref reader, ref frames, ref keys, found);
                while (frames.Count > 0 && frames.Top.Left == 0)
                {
                    if (frames.Top.IsMap)
                    {
                        keys.End(frames.Top.Keys);
                    }

                    frames.Pop();
                }
            }
            while (frames.Count > 0);
        }
        catch (MessagePackSerializationException)
        {
            // Writing the message raises the same error again, with its path.
        }
        finally
        {
            frames.Dispose();
            keys.Dispose();
        }

        return found;
    }

    private static void Next(
        ReadOnlySpan<byte> message, ref MessagePackReader reader, ref GrowingStack<Frame> frames, ref KeySet keys, HashSet<int> found)
    {
        int start = (int)reader.Consumed;
        bool isKey = false;
        if (frames.Count > 0)
        {
            ref Frame frame = ref frames.Top;
            isKey = frame.IsMap && (frame.Left & 1) == 0;
            frame.Left--;
        }

        // Before the header is read: if it is truncated, the map is written up to it, to raise the error.
        bool isText = isKey && reader.NextMessagePackType == MessagePackType.String;
        if (isKey && !isText)
        {
            found.Add(frames.Top.Start);
        }

        Head head = reader.ReadHead();
        if (isText)
        {
            int at = (int)reader.Consumed;
            if ((long)head.Payload > reader.Remaining || JsonTags.IsTag(reader.TakeSpan(head.Payload, start))
                || !keys.Add(frames.Top.Keys, at, (int)head.Payload))
            {
                found.Add(frames.Top.Start);
            }

            return;
        }

        if (head.IsContainer)
        {
            frames.Push(new Frame
            {
                IsMap = head.Type == MessagePackType.Map,
                Start = start,
                Left = head.Values,
                Keys = head.Type == MessagePackType.Map ? keys.Begin() : 0,
            });
        }
        else if (head is { Type: MessagePackType.Extension, ExtensionType: TypedExtension.Code })
        {
            int payload = (int)reader.Consumed;
            reader.SkipPayload(head.Payload, start);
            if (TypedPayloads.IsTyped(message, payload, head.Payload, out int value))
            {
                reader.MoveTo(value);
                if (value < payload + (int)head.Payload)
                {
                    frames.Push(new Frame { Left = 1 });
                }
            }
        }
        else
        {
            reader.SkipPayload(head.Payload, start);
        }
    }
}
