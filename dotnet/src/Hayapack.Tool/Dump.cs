using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using Hayapack.Checking;
using Hayapack.Formatters;
using Hayapack.Json;

namespace Hayapack.Tool;

/// <summary>Collects the output of inspect, and counts repeated keys and encodings that are longer than needed.</summary>
internal sealed class Dump(bool hasColours, Output output)
{
    /// <summary>The number of a value's bytes that are shown.</summary>
    internal const int ShownBytes = 8;

    private const int MaxDepth = 1024;

    private readonly StringBuilder lines = new();
    private MessagePackPath path = new();
    private string mark = "";
    private long spare;
    private long longForms;
    private long repeated;

    /// <summary>The number of open typed values. The content of more than <see cref="MaxDepth"/> inside each other is not shown.</summary>
    private int typedValues;

    /// <summary>
    /// Gets or sets a value indicating whether the format prescribes the encodings of the values shown, as in the frame of an
    /// LZ4 message. They are then not counted as longer than needed.
    /// </summary>
    internal bool IsFixed { get; set; }

    private sealed class Level
    {
        internal bool IsMap;
        internal long Count;
        internal long Left;

        /// <summary>The number of components of the container's own path.</summary>
        internal int Components;
        internal string ValueComponent = "";
        internal Dictionary<string, long>? Keys;

        /// <summary>Gets the index, from 0, of the current element or entry.</summary>
        internal long Number => IsMap ? Count - ((Left + 2) / 2) : Count - Left - 1;

        internal bool IsKey => IsMap && (Left & 1) == 1;
    }

    internal void Message(long number)
    {
        if (number > 0)
        {
            Line(Paint($"message {number + 1}:", "1"));
        }
    }

    internal void Content(int size, ReadOnlySpan<byte> content)
    {
        double percent = Math.Round(100.0 * size / content.Length, MidpointRounding.ToEven);
        Line(Paint(string.Create(CultureInfo.InvariantCulture, $"{"",8}  LZ4: {Texts.Counted(size, "byte")} hold {content.Length}, {percent:F0} %"), "1"));
        mark = "> ";
        Values(content, 0, "$");
        mark = "";
    }

    /// <summary>Shows one value and the values in it. Stops without an error where the data is truncated or malformed.</summary>
    /// <param name="data">The encoded value.</param>
    /// <param name="shift">The offset of the data in the input.</param>
    /// <param name="outside">The path of the value.</param>
    internal void Values(ReadOnlySpan<byte> data, long shift, string outside)
    {
        path = MessagePackPath.Of(outside);
        Values(data, shift, isTyped: false);
    }

    /// <summary>Shows the value whose path is <see cref="path"/>.</summary>
    /// <param name="isTyped">Whether it is the content of a typed value. Repeated keys of its outermost map are then not noted.</param>
    private void Values(ReadOnlySpan<byte> data, long shift, bool isTyped)
    {
        var reader = new MessagePackReader(data);
        var levels = new List<Level>();
        do
        {
            Level? level = levels.Count > 0 ? levels[^1] : null;
            if (level is not null)
            {
                level.Left--;
            }

            int at = (int)reader.Consumed;
            Head head;
            try
            {
                head = reader.ReadHead();
            }
            catch (MessagePackSerializationException)
            {
                return;
            }

            int body = (int)reader.Consumed;
            if (head.IsContainer ? levels.Count >= MaxDepth : head.Payload > (uint)(data.Length - body))
            {
                return;
            }

            int end = body + (int)head.Payload;
            string? key = null;
            if (level is not null)
            {
                path.Keep(level.Components);
                if (!level.IsMap)
                {
                    path.Index(level.Number);
                }
                else if (level.IsKey)
                {
                    path.Key(level.Number);
                    key = isTyped && levels.Count == 1 ? null : KeyText(data[at..end], head);
                }
                else
                {
                    path.Add(level.ValueComponent);
                }
            }

            if (level is { IsMap: true, IsKey: true })
            {
                var text = new MessagePackReader(data);
                text.MoveTo(at);
                Value(data, at, body, end, head, shift, level, key);
                level.ValueComponent = MessagePackPath.Component(text, level.Number);
            }
            else
            {
                Value(data, at, body, end, head, shift, null, null);
            }

            reader.MoveTo(end);
            if (head.IsContainer)
            {
                levels.Add(new Level { IsMap = head.Type == MessagePackType.Map, Count = head.Count, Left = head.Values, Components = path.Count });
            }

            while (levels.Count > 0 && levels[^1].Left == 0)
            {
                levels.RemoveAt(levels.Count - 1);
            }
        }
        while (levels.Count > 0);
    }

    /// <summary>Shows the header of a container whose values follow.</summary>
    internal void Header(byte[] header, long offset, string path)
    {
        Head head = new MessagePackReader(header).ReadHead();
        Line(header, offset, MessagePackPath.Shortened(path), [], head, Shown.Of(header, header.Length, head, default));
    }

    /// <summary>Shows a str, bin or ext by its first bytes and its size.</summary>
    internal void Payload(byte[] first, long offset, Head head, string path) =>
        Line(first.AsSpan(0, Math.Min(first.Length, ShownBytes + 1)), offset, MessagePackPath.Shortened(path), [], head, Texts.Counted(head.Payload, "byte"));

    internal void Summary(long messages, long bytes)
    {
        string text = $"{Texts.Counted(messages, "message")}, {Texts.Counted(bytes, "byte")}";
        if (longForms > 0)
        {
            text += $"; {Texts.Counted(spare, "byte")} more than needed, in {Texts.Counted(longForms, "value")}";
        }

        if (repeated > 0)
        {
            text += $"; {repeated} key{(repeated > 1 ? "s repeat" : " repeats")}";
        }

        Line(Paint(text, "1"));
    }

    internal void Flush()
    {
        output.Write(lines.ToString());
        lines.Clear();
    }

    private static string? KeyText(ReadOnlySpan<byte> value, Head head)
    {
        if (head.Type == MessagePackType.String)
        {
            return "s" + Encoding.Latin1.GetString(value[(value.Length - (int)head.Payload)..]);
        }

        return head.Type == MessagePackType.Integer ? "i" + Shown.Integer(value) : null;
    }

    private void Value(ReadOnlySpan<byte> data, int at, int body, int end, Head head, long shift, Level? map, string? key)
    {
        var notes = new List<string>();
        long over = IsFixed ? 0 : Wasteful.Spare(data[at..end], body - at, head);
        if (over > 0)
        {
            notes.Add($"{Texts.Counted(over, "byte")} more than needed");
            spare += over;
            longForms++;
        }

        if (head.Type == MessagePackType.String && !System.Text.Unicode.Utf8.IsValid(data[body..end]))
        {
            notes.Add("not UTF-8");
        }

        if (map is not null && key is not null)
        {
            map.Keys ??= [];
            if (!map.Keys.TryAdd(key, map.Number))
            {
                notes.Add($"repeats key #{map.Keys[key]}");
                repeated++;
            }
        }

        bool isTyped = false;
        int value = 0;
        if (head is { Type: MessagePackType.Extension, ExtensionType: TypedExtension.Code })
        {
            // The content of typed values inside each other is shown by recursion.
            isTyped = TypedPayloads.IsTyped(data, body, head.Payload, out value)
                && typedValues < MaxDepth && RuntimeHelpers.TryEnsureSufficientExecutionStack();
        }

        Line(data[at..Math.Min(end, at + ShownBytes + 1)], at + shift, path.ToString(), notes, head, Shown.Of(data[at..end], body - at, head, isTyped ? data[body..value] : default));
        if (!isTyped)
        {
            return;
        }

        bool wasFixed = IsFixed;
        var name = new MessagePackReader(data[body..end]);
        Head nameHead = name.ReadHead();
        Value(data[body..end], 0, (int)name.Consumed, value - body, nameHead, shift + body, null, null);
        IsFixed = true;
        typedValues++;
        Values(data[value..end], shift + value, isTyped: true);
        typedValues--;
        IsFixed = wasFixed;
    }

    private void Line(ReadOnlySpan<byte> start, long offset, string path, List<string> notes, Head head, string shown)
    {
        var bytes = new StringBuilder();
        foreach (byte one in start[..Math.Min(start.Length, ShownBytes)])
        {
            bytes.Append(CultureInfo.InvariantCulture, $"{(bytes.Length > 0 ? " " : "")}{one:x2}");
        }

        bytes.Append(start.Length > ShownBytes ? "…" : "");
        List<string> parts =
        [
            Paint($"{mark}{offset}".PadLeft(8), "2"),
            bytes.ToString().PadRight((3 * ShownBytes) + 1),
            Paint(Forms.Of(start[0]).PadRight(8), "1"),
            Paint(path, "34"),
            Paint(shown, Style(head.Type)),
        ];
        if (notes.Count > 0)
        {
            parts.Add(Paint("! " + string.Join(", ", notes), "31"));
        }

        Line(string.Join("  ", parts.Where(part => part.Length > 0)));
    }

    private static string? Style(MessagePackType type) => type switch
    {
        MessagePackType.String => "32",
        MessagePackType.Integer or MessagePackType.Float => "36",
        MessagePackType.Binary or MessagePackType.Extension => "33",
        _ => null,
    };

    private string Paint(string text, string? style) => hasColours && style is not null && text.Length > 0 ? $"\e[{style}m{text}\e[0m" : text;

    private void Line(string text) => lines.Append(text).Append('\n');
}
