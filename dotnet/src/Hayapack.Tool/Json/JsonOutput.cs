using System.Buffers;

namespace Hayapack.Tool;

/// <summary>Writes the events of a cutter as JSON: small messages at once, large ones piece by piece.</summary>
internal sealed class JsonOutput(Reading reading, Arguments given, Output output) : IDisposable
{
    /// <summary>JSON is passed on when it has this many bytes.</summary>
    private const int Most = 64 * 1024;

    private readonly MessagePackJsonForm form = given.IsPlain ? MessagePackJsonForm.Exact : MessagePackJsonForm.Lossless;
    private readonly Layout layout = new(given.IsPretty, given.HasColours);
    private readonly Stack<Frame> frames = [];
    private readonly JsonText json = new();

    /// <summary>The options with the depth limit of the last value.</summary>
    private MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard;

    /// <summary>An open container of a message that is too large to be written at once.</summary>
    private sealed class Frame(bool isMap, bool isKey, bool isPaired)
    {
        internal bool IsMap { get; } = isMap;

        internal bool IsKey { get; } = isKey;

        /// <summary>Gets a value indicating whether it is written as a list of pairs.</summary>
        internal bool IsPaired { get; } = isPaired;

        internal bool IsStarted { get; set; }

        /// <summary>Gets or sets a value indicating whether a key was written and its value was not.</summary>
        internal bool IsHalf { get; set; }
    }

    /// <inheritdoc/>
    public void Dispose() => layout.Dispose();

    internal void Take(Cutter cutter, Event found)
    {
        switch (found)
        {
            case Run run:
                Values(run);
                break;
            case Open opened:
                bool isPaired = opened.IsMap && !ObjectKeys.Fit(cutter, opened, reading.Invalid, given.IsPlain);
                if (isPaired && given.IsPlain)
                {
                    throw ObjectKeys.Refusal(cutter, opened);
                }

                Piece(Before());
                frames.Push(new Frame(opened.IsMap, opened.IsKey, isPaired));
                Piece(!opened.IsMap ? "["u8 : isPaired ? "{\"$map\":["u8 : "{"u8);
                break;
            case Close:
                Frame frame = frames.Pop();
                Piece(frame.IsPaired ? "]}"u8 : frame.IsMap ? "}"u8 : "]"u8);
                End(frame.IsKey);
                break;
            case Huge huge:
                Whole(cutter, huge);
                break;
        }
    }

    /// <summary>Checks that plain JSON can represent the values; throws a <see cref="StopException"/> with status 3.</summary>
    internal void CheckPlain(Cutter cutter, Event found)
    {
        if (found is Run run)
        {
            for (int i = 0; i < run.Count; i++)
            {
                json.Count = 0;
                Write(run, i);
            }
        }
        else if (found is Open { IsMap: true } opened && !ObjectKeys.Fit(cutter, opened, reading.Invalid, isPlain: true))
        {
            throw ObjectKeys.Refusal(cutter, opened);
        }
    }

    /// <summary>Writes complete values. Those before an error are written.</summary>
    private void Values(Run run)
    {
        bool isMessage = run.Kind == RunKind.Messages;
        int whole = json.Count = 0;
        try
        {
            for (int i = 0; i < run.Count; i++)
            {
                if (!run.IsPairs)
                {
                    json.Write(Before());
                    Write(run, i);
                    json.Write(After(isKey: run.Kind == RunKind.Key));
                }
                else
                {
                    json.Write(Before());
                    Write(run, i++);
                    json.Write(After(isKey: true));
                    Write(run, i);
                    json.Write(After(isKey: false));
                }

                if (isMessage)
                {
                    json.Write("\n"u8);
                }

                whole = json.Count;
                if (whole >= Most)
                {
                    Piece(json.Text);
                    whole = json.Count = 0;
                }
            }
        }
        finally
        {
            Piece(json.Text[..whole]);
        }
    }

    private void Whole(Cutter cutter, Huge huge)
    {
        byte[] data = Repair.Of(huge, reading.Invalid);
        json.Count = 0;
        try
        {
            json.Write(Before());
            Convert(data, Checks.MaximumDepth - cutter.Depth);
            Piece(json.Text);
        }
        catch (MessagePackSerializationException fault)
        {
            throw fault.ErrorName == MessagePackErrorNames.JsonLoss
                ? cutter.Blame(fault.Description.TrimEnd('.'), huge.Offset, Status.Refused)
                : cutter.Blame(FaultText.Of(fault.ErrorName, data.AsSpan((int)Math.Max(fault.Offset, 0)), 0), huge.Offset);
        }

        End(huge.IsKey);
    }

    private void Write(Run run, int value)
    {
        Part part = Repair.Of(reading.Opened(run[value]), reading.Invalid);
        try
        {
            Convert(part.Data, part.MaximumDepth);
        }
        catch (MessagePackSerializationException fault) when (fault.ErrorName == MessagePackErrorNames.JsonLoss)
        {
            throw part.Blame(fault.Description.TrimEnd('.'), fault.Offset, fault.Path!, Status.Refused);
        }
        catch (MessagePackSerializationException fault)
        {
            int offset = (int)Math.Max(fault.Offset, 0); // a JSON text that is too large has no offset
            throw part.Blame(FaultText.Of(fault.ErrorName, part.Data.Span[offset..], 0), offset, fault.Path ?? "$");
        }
    }

    private void Convert(ReadOnlyMemory<byte> value, int maximumDepth)
    {
        if (options.Security.MaximumObjectGraphDepth != maximumDepth)
        {
            options = options.WithSecurity(options.Security.WithMaximumObjectGraphDepth(maximumDepth));
        }

        MessagePackSerializer.ConvertToJson(new ReadOnlySequence<byte>(value), json, form, options);
    }

    /// <summary>Returns the separator before a value.</summary>
    private ReadOnlySpan<byte> Before()
    {
        if (!frames.TryPeek(out Frame? frame) || frame.IsHalf)
        {
            return default;
        }

        bool isFirst = !frame.IsStarted;
        frame.IsStarted = true;
        return isFirst ? (frame.IsPaired ? "["u8 : default) : frame.IsPaired ? ",["u8 : ","u8;
    }

    /// <summary>Returns the separator after a value.</summary>
    private ReadOnlySpan<byte> After(bool isKey)
    {
        if (!frames.TryPeek(out Frame? frame) || !frame.IsMap)
        {
            return default;
        }

        frame.IsHalf = isKey;
        return isKey ? (frame.IsPaired ? ","u8 : ":"u8) : frame.IsPaired ? "]"u8 : default;
    }

    /// <summary>Ends a value that was not written as a part of a run.</summary>
    private void End(bool isKey)
    {
        Piece(After(isKey));
        if (frames.Count == 0)
        {
            Piece("\n"u8);
        }
    }

    private void Piece(ReadOnlySpan<byte> json) => output.Write(given.IsPretty || given.HasColours ? layout.Text(json) : json);
}

/// <summary>Decides whether a large map can be a JSON object.</summary>
internal static class ObjectKeys
{
    /// <summary>The number of keys that are compared in one pass over the map, so that memory stays bounded.</summary>
    private const long AtOnce = 1 << 21;

    /// <summary>Returns whether all keys are text and differ. Reads the whole map.</summary>
    internal static bool Fit(Cutter cutter, Open opened, InvalidText how, bool isPlain)
    {
        long passes = 1 + (opened.Count / AtOnce);
        for (long pass = 0; pass < passes; pass++)
        {
            var seen = new HashSet<string>();
            Cutter inside = cutter.Again(opened);
            int depth = inside.Depth;
            while (inside.Next() is { } found && inside.Depth >= depth)
            {
                bool isOutermost = inside.Depth == depth + (found is Open ? 1 : 0);
                if (isOutermost && found is Open { IsKey: true } or Huge { IsKey: true })
                {
                    return false; // not text, or too long to be compared
                }

                if (isOutermost && found is Run { Kind: RunKind.Pairs or RunKind.Key } run && !Add(seen, run, how, isPlain, pass, passes))
                {
                    return false;
                }
            }
        }

        return true;
    }

    internal static StopException Refusal(Cutter cutter, Open opened) =>
        cutter.Blame("a map with repeated keys or keys that are not text has no exact form in plain JSON", opened.Offset, Status.Refused);

    /// <summary>Returns whether a key is a tag of the lossless form, in which a map with such a key is not an object.</summary>
    private static bool IsTag(ReadOnlySpan<byte> key)
    {
        if (key.IsEmpty || key[0] != '$')
        {
            return false;
        }

        var map = new ArrayBufferWriter<byte>();
        var writer = new MessagePackWriter(map);
        writer.WriteMapHeader(1);
        writer.WriteString(key);
        writer.WriteNil();
        writer.Flush();
        return MessagePackSerializer.ConvertToJson(map.WrittenMemory, MessagePackJsonForm.Lossless).StartsWith("{\"$map\":[", StringComparison.Ordinal);
    }

    private static bool Add(HashSet<string> seen, Run run, InvalidText how, bool isPlain, long pass, long passes)
    {
        for (int i = 0; i < run.Count; i += 2)
        {
            var reader = new MessagePackReader(run[i].Data);
            if (reader.NextMessagePackType != MessagePackType.String)
            {
                return false;
            }

            ReadOnlySpan<byte> key = reader.ReadStringSpan();
            bool isText = how == InvalidText.Fail || System.Text.Unicode.Utf8.IsValid(key);
            if ((!isPlain && IsTag(key)) || (!isText && how == InvalidText.Bytes))
            {
                return false;
            }

            string text = System.Text.Encoding.Latin1.GetString(isText ? key : System.Text.Encoding.UTF8.GetBytes(System.Text.Encoding.UTF8.GetString(key)));
            if ((uint)text.GetHashCode() % passes == pass && !seen.Add(text))
            {
                return false;
            }
        }

        return true;
    }
}
