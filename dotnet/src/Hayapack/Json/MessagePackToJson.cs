using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Unicode;
using Hayapack.Hashing;

namespace Hayapack.Json;

/// <summary>
/// Converts one message to JSON, of at most 11 bytes for each byte of the message. Nested values use a stack of frames. In
/// the plain form, a key that is not a str becomes a string that contains its JSON, which escapes the text inside it once
/// more; a container in a key can therefore not have a container as a key. In the lossless form, maps are written as objects.
/// At the first map that cannot be an object, one pass finds all such maps (<see cref="JsonPairMaps"/>), and the message is
/// written again with those as pairs.
/// </summary>
internal ref struct MessagePackToJson
{
    private readonly ReadOnlySpan<byte> message;
    private readonly MessagePackJsonForm form;
    private readonly int maximumDepth;

    /// <summary>The number of keys that contain what is written: 2 at most, the inner one a scalar.</summary>
    private readonly int keysOutside;
    private MessagePackReader reader;
    private GrowingStack<Frame> frames;
    private KeySet keys;
    private HashSet<int>? pairs;

    internal MessagePackToJson(MessagePackReader reader, ReadOnlySpan<byte> message, MessagePackJsonForm form, int maximumDepth, int keysOutside = 0)
    {
        this.reader = reader;
        this.message = message;
        this.form = form;
        this.maximumDepth = maximumDepth;
        this.keysOutside = keysOutside;
        keys = new KeySet(message);
    }

    private enum Kind : byte
    {
        Array,
        Map,
        Pairs,

        /// <summary>A typed value whose content is not a map: it contains one value.</summary>
        Typed,
    }

    private struct Frame
    {
        internal Kind Kind;
        internal bool IsInTyped;
        internal bool IsStarted;
        internal long Left;
        internal int Keys;
    }

    /// <summary>Gets the reader's offset.</summary>
    internal readonly long Consumed => reader.Consumed;

    /// <summary>Writes the message at an offset and returns the offset after it.</summary>
    internal int Write(ref JsonBuffer json, int offset)
    {
        try
        {
            int begin = json.Count;
            bool isHeld = json.IsHeld;
            MessagePackReader begun = reader;
            json.IsHeld = form == MessagePackJsonForm.Lossless;
            reader.MoveTo(offset);
            if (!TryWrite(ref json))
            {
                json.Count = begin;
                pairs = JsonPairMaps.Find(message, offset);
                json.IsHeld = isHeld;
                reader = begun;
                reader.MoveTo(offset);
                Reset();
                if (!TryWrite(ref json))
                {
                    throw new InvalidOperationException("A map that must be written as pairs was not found.");
                }
            }

            json.IsHeld = isHeld;
            return (int)reader.Consumed;
        }
        finally
        {
            keys.Dispose();
            frames.Dispose();
        }
    }

    private void Reset()
    {
        keys.Dispose();
        frames.Dispose();
        keys = new KeySet(message);
        frames = default;
    }

    /// <summary>
    /// Writes a message. Returns false if a map that must be written as pairs was written as an object; the text is then to
    /// be dropped.
    /// </summary>
    private bool TryWrite(ref JsonBuffer json)
    {
        while (true)
        {
            bool isKey = false;
            if (frames.Count > 0)
            {
                ref Frame frame = ref frames.Top;
                isKey = frame.Kind is Kind.Map or Kind.Pairs && (frame.Left & 1) == 0;
                Between(ref json, ref frame, isKey);
                frame.Left--;
            }

            if (isKey && frames.Top.Kind == Kind.Map)
            {
                if (!Key(ref json))
                {
                    return false;
                }
            }
            else
            {
                Value(ref json);
            }

            while (frames.Count > 0 && frames.Top.Left == 0)
            {
                Close(ref json);
            }

            if (frames.Count == 0)
            {
                return true;
            }
        }
    }

    private static void Between(ref JsonBuffer json, ref Frame frame, bool isKey)
    {
        switch (frame.Kind)
        {
            case Kind.Map when !isKey:
                json.Byte((byte)':');
                break;
            case Kind.Pairs when isKey:
                json.Raw(frame.IsStarted ? "],["u8 : "["u8);
                break;
            case Kind.Pairs:
                json.Byte((byte)',');
                break;
            case Kind.Typed:
                break;
            default:
                if (frame.IsStarted)
                {
                    json.Byte((byte)',');
                }

                break;
        }

        frame.IsStarted = true;
    }

    private void Close(ref JsonBuffer json)
    {
        Frame frame = frames.Top;
        frames.Pop();
        switch (frame.Kind)
        {
            case Kind.Array:
                json.Byte((byte)']');
                break;
            case Kind.Map:
                if (form != MessagePackJsonForm.Plain)
                {
                    keys.End(frame.Keys);
                }

                json.Byte((byte)'}');
                break;
            case Kind.Pairs:
                json.Raw(frame.IsInTyped ? "]]}}"u8 : "]]}"u8);
                break;
            default:
                json.Byte((byte)'}');
                break;
        }
    }

    /// <summary>Writes a key of an object. Returns false if a JSON object cannot have this key.</summary>
    private bool Key(ref JsonBuffer json)
    {
        int start = (int)reader.Consumed;
        if (reader.NextMessagePackType != MessagePackType.String)
        {
            if (form == MessagePackJsonForm.Plain)
            {
                PlainKey(ref json);
                return true;
            }

            return Lossy($"a key that is {Named(reader.NextCode)}", start);
        }

        ReadOnlySpan<byte> key = Text();
        json.String(key);
        if (form == MessagePackJsonForm.Plain)
        {
            return true;
        }

        if (!keys.Add(frames.Top.Keys, (int)reader.Consumed - key.Length, key.Length))
        {
            return Lossy("a repeated key", start);
        }

        return form == MessagePackJsonForm.Exact || !JsonTags.IsTag(key);
    }

    private void Value(ref JsonBuffer json)
    {
        long start = reader.Consumed;
        byte code = reader.NextCode;
        switch (MessagePackCode.ToMessagePackType(code))
        {
            case MessagePackType.Integer:
                if (code is >= MessagePackCode.Int8 and <= MessagePackCode.Int64 or >= MessagePackCode.MinNegativeFixInt)
                {
                    json.Number(reader.ReadInt64());
                }
                else
                {
                    json.Number(reader.ReadUInt64());
                }

                break;
            case MessagePackType.String:
                json.String(Text());
                break;
            case MessagePackType.Array:
                Enter(start);
                json.Byte((byte)'[');
                frames.Push(new Frame { Kind = Kind.Array, Left = reader.ReadArrayHeader() });
                break;
            case MessagePackType.Map:
                Map(ref json, default);
                break;
            case MessagePackType.Nil:
                reader.Advance(1);
                json.Raw("null"u8);
                break;
            case MessagePackType.Boolean:
                json.Raw(reader.ReadBoolean() ? "true"u8 : "false"u8);
                break;
            case MessagePackType.Float when code == MessagePackCode.Float32:
                Single(ref json, reader.ReadSingle(), start);
                break;
            case MessagePackType.Float:
                Double(ref json, reader.ReadDouble(), start);
                break;
            case MessagePackType.Binary:
                ReadOnlySequence<byte> bytes = reader.ReadBytes()!.Value;
                Tagged(ref json, "{\"$bytes\":"u8, "bytes", start);
                json.Base64(bytes);
                EndTag(ref json);
                break;
            case MessagePackType.Extension:
                Extension(ref json, start);
                break;
            default:
                reader.ThrowUnexpected("a value");
                break;
        }
    }

    private void Enter(long start)
    {
        CheckKey(start);
        if (frames.Count >= maximumDepth)
        {
            MessagePackReader.ThrowTooDeep(start, maximumDepth);
        }
    }

    /// <summary>Throws <c>json_loss</c> for a container that is a key in a key.</summary>
    private readonly void CheckKey(long start)
    {
        if (keysOutside > 1)
        {
            throw MessagePackReader.Fault(
                MessagePackErrorNames.JsonLoss, start, "A key that is a container, inside of another such key, has no form in plain JSON.");
        }
    }

    /// <summary>
    /// Begins a map. A name that is not empty is the text {"$type": … of the typed value whose content the map is; the map's
    /// entries follow in the same object.
    /// </summary>
    private void Map(ref JsonBuffer json, ReadOnlySpan<byte> name)
    {
        int start = (int)reader.Consumed;
        Enter(start);
        int count = reader.ReadMapHeader();
        bool isPairs = pairs?.Contains(start) == true;
        bool isTyped = !name.IsEmpty;
        if (isTyped)
        {
            json.Raw(name);
            json.Raw(isPairs ? ",\"$value\":"u8 : count > 0 ? ","u8 : default);
        }

        if (isPairs)
        {
            json.Raw("{\"$map\":["u8);
            frames.Push(new Frame { Kind = Kind.Pairs, IsInTyped = isTyped, Left = count * 2L });
            return;
        }

        if (!isTyped)
        {
            json.Byte((byte)'{');
        }

        frames.Push(new Frame { Kind = Kind.Map, Left = count * 2L, Keys = form == MessagePackJsonForm.Plain ? 0 : keys.Begin() });
    }

    private void Single(ref JsonBuffer json, float value, long start)
    {
        if (form == MessagePackJsonForm.Plain)
        {
            PlainFloat(ref json, value.ToString("R", CultureInfo.InvariantCulture), float.IsFinite(value));
            return;
        }

        Tagged(ref json, "{\"$float32\":"u8, "a float32", start);
        if (float.IsFinite(value))
        {
            JsonFloats.Write(ref json, value);
        }
        else
        {
            Quoted(ref json, JsonFloats.Odd(value));
        }

        EndTag(ref json);
    }

    private void Double(ref JsonBuffer json, double value, long start)
    {
        if (form == MessagePackJsonForm.Plain)
        {
            PlainFloat(ref json, value.ToString("R", CultureInfo.InvariantCulture), double.IsFinite(value));
        }
        else if (double.IsFinite(value))
        {
            JsonFloats.Write(ref json, value);
        }
        else
        {
            Tagged(ref json, "{\"$float\":"u8, $"the float {(double.IsNaN(value) ? "nan" : JsonFloats.Odd(value))}", start);
            Quoted(ref json, JsonFloats.Odd(value));
            EndTag(ref json);
        }
    }

    private void Extension(ref JsonBuffer json, long start)
    {
        ExtensionHeader header = reader.ReadExtensionFormatHeader();
        if (header.TypeCode == -1)
        {
            if (form == MessagePackJsonForm.Exact)
            {
                Lossy("a timestamp", start);
            }

            reader.ReadTimestamp(header, start, out long seconds, out uint nanoseconds);
            Tagged(ref json, "{\"$timestamp\":"u8, "a timestamp", start);
            Quoted(ref json, form == MessagePackJsonForm.Plain ? PlainTime(seconds, nanoseconds) : JsonTimes.Text(seconds, nanoseconds));
            EndTag(ref json);
            return;
        }

        if (header.TypeCode == TypedExtension.Code && TypedPayloads.IsTyped(message, (int)reader.Consumed, header.Length, out _))
        {
            if (form == MessagePackJsonForm.Exact)
            {
                Lossy("a typed value", start);
            }

            Typed(ref json, start, reader.Consumed + header.Length);
            return;
        }

        ReadOnlySequence<byte> data = reader.ReadRaw(header.Length);
        if (form == MessagePackJsonForm.Plain)
        {
            json.Byte((byte)'[');
            json.Number(header.TypeCode);
            json.Byte((byte)',');
            json.Base64(data);
            json.Byte((byte)']');
            return;
        }

        Tagged(ref json, "{\"$ext\":"u8, $"ext {header.TypeCode}", start);
        json.Number(header.TypeCode);
        json.Raw(",\"data\":"u8);
        json.Base64(data);
        EndTag(ref json);
    }

    /// <summary>
    /// Writes the name of a typed value, and begins its value. An object with only the name is a map without entries, but
    /// for System.Object it is no value.
    /// </summary>
    private void Typed(ref JsonBuffer json, long start, long end)
    {
        CheckKey(start);
        ReadOnlySpan<byte> text = reader.ReadStringSpan();
        using var name = new JsonBuffer(null);
        name.Raw("{\"$type\":"u8);
        name.String(text);
        if (reader.Consumed == end)
        {
            json.Raw(name.Text);
            json.Byte((byte)'}');
            return;
        }

        if (reader.NextMessagePackType == MessagePackType.Map && !(TypedExtension.IsObject(text) && IsNextEmptyMap()))
        {
            Map(ref json, name.Text);
            return;
        }

        json.Raw(name.Text);
        json.Raw(",\"$value\":"u8);
        frames.Push(new Frame { Kind = Kind.Typed, Left = 1 });
    }

    private readonly bool IsNextEmptyMap()
    {
        MessagePackReader next = reader;
        return next.ReadMapHeader() == 0;
    }

    private ReadOnlySpan<byte> Text()
    {
        long start = reader.Consumed;
        ReadOnlySpan<byte> text = reader.ReadStringSpan();
        if (!Utf8.IsValid(text))
        {
            MessagePackReader.ThrowInvalidUtf8(start);
        }

        return text;
    }

    /// <summary>Writes the beginning of a tag in the lossless form; throws <c>json_loss</c> in the exact form.</summary>
    private void Tagged(ref JsonBuffer json, ReadOnlySpan<byte> tag, string what, long start)
    {
        if (form == MessagePackJsonForm.Lossless)
        {
            json.Raw(tag);
        }
        else if (form == MessagePackJsonForm.Exact)
        {
            Lossy(what, start);
        }
    }

    private readonly void EndTag(ref JsonBuffer json)
    {
        if (form == MessagePackJsonForm.Lossless)
        {
            json.Byte((byte)'}');
        }
    }

    private static void Quoted(ref JsonBuffer json, string ascii)
    {
        Span<byte> text = json.Space(ascii.Length + 2);
        text[0] = (byte)'"';
        Encoding.ASCII.GetBytes(ascii, text[1..]);
        text[ascii.Length + 1] = (byte)'"';
        json.Written(ascii.Length + 2);
    }

    private static void PlainFloat(ref JsonBuffer json, string text, bool isFinite)
    {
        if (isFinite)
        {
            json.Raw(Encoding.ASCII.GetBytes(text));
        }
        else
        {
            Quoted(ref json, text);
        }
    }

    private static string PlainTime(long seconds, uint nanoseconds) => seconds is < -62135596800 or > 253402300799
        ? JsonTimes.Text(seconds, nanoseconds)
        : DateTime.UnixEpoch.AddSeconds(seconds).AddTicks(nanoseconds / 100).ToString("o", CultureInfo.InvariantCulture);

    /// <summary>
    /// Writes a key that is not a str: as the value's JSON if that is a string, otherwise as a string that contains the
    /// value's JSON.
    /// </summary>
    private void PlainKey(ref JsonBuffer json)
    {
        int start = (int)reader.Consumed;
        var text = new JsonBuffer(null);
        var inner = new MessagePackToJson(new MessagePackReader(message), message, form, maximumDepth - frames.Count, keysOutside + 1);
        try
        {
            reader.MoveTo(inner.Write(ref text, start));
            if (text.Text[0] == '"')
            {
                json.Raw(text.Text);
            }
            else
            {
                json.String(text.Text);
            }
        }
        finally
        {
            text.Dispose();
        }
    }

    private readonly bool Lossy(string what, long start) => form == MessagePackJsonForm.Exact
        ? throw new MessagePackSerializationException(MessagePackErrorNames.JsonLoss, start, $"{what} has no exact form in plain JSON.")
        : false;

    /// <summary>Returns the kind of a value with its article, for error messages.</summary>
    private static string Named(byte code) => MessagePackCode.ToMessagePackType(code) switch
    {
        MessagePackType.Nil => "nil",
        MessagePackType.Boolean => "a bool",
        MessagePackType.Integer => "an int",
        MessagePackType.Float => code == MessagePackCode.Float32 ? "a float32" : "a float64",
        MessagePackType.Binary => "a bin",
        MessagePackType.Array => "an array",
        MessagePackType.Map => "a map",
        _ => "an ext",
    };
}
