namespace Hayapack.Tool;

/// <summary>
/// Cuts an input into runs of complete values. A message of more than 8 MiB is opened: its content comes as events of its
/// own, so memory stays bounded. Raises errors after all complete values before them were returned.
/// </summary>
internal sealed class Cutter
{
    /// <summary>Larger messages, in bytes, are opened.</summary>
    private const int Big = 8 << 20;

    /// <summary>The bytes of a run, or slightly more.</summary>
    private const int Piece = 256 << 10;

    /// <summary>The largest LZ4 message in bytes. It is not opened.</summary>
    private const int Lz4Limit = 1 << 30;

    /// <summary>The number of values that are measured to estimate the size of the next ones.</summary>
    private const int Probed = 16;

    /// <summary>Values of fewer bytes, on average, form runs of an estimated number.</summary>
    private const int Small = 256;

    private readonly Source source;
    private readonly bool forgets;
    private readonly bool opensLz4;
    private readonly List<Level> levels = [];
    private readonly List<int> ends = [];
    private readonly string outside;
    private readonly int outer;
    private byte[] held = [];
    private int begin;
    private int end;

    /// <summary>The offset in the input of the first byte that was not returned yet.</summary>
    private long start;

    /// <summary>The incomplete value's distance from <see cref="begin"/>; not 0 only after a complete key.</summary>
    private int value;
    private bool hasKey;
    private double average;
    private MessageScanner scanner = new();
    private MessagePackSerializationException? failed;
    private Payload? payload;

    internal Cutter(Source source, bool opensLz4)
        : this(source, opensLz4, forgets: true, "$", 0) => Restart(0);

    private Cutter(Source source, bool opensLz4, bool forgets, string outside, int outer)
    {
        this.source = source;
        this.opensLz4 = opensLz4;
        this.forgets = forgets;
        this.outside = outside;
        this.outer = outer;
    }

    private sealed class Level(bool isMap, long count)
    {
        internal bool IsMap { get; } = isMap;

        internal long Count { get; } = count;

        /// <summary>Gets or sets the number of values that were not returned yet.</summary>
        internal long Left { get; set; } = isMap ? count * 2 : count;

        /// <summary>Gets or sets a value indicating whether a key was returned and its value was not.</summary>
        internal bool IsHalf { get; set; }

        /// <summary>Gets or sets the component of the path of the open value inside.</summary>
        internal string Component { get; set; } = "";

        internal long Number => IsMap ? Count - ((Left + 1) / 2) : Count - Left;
    }

    /// <summary>Gets the number of complete messages.</summary>
    internal long Messages { get; private set; }

    /// <summary>Gets or sets the number of messages, among these, that were skipped for their content.</summary>
    internal long Skipped { get; set; }

    /// <summary>Gets a value indicating whether an error in the structure was found; see <see cref="Rest"/>.</summary>
    internal bool IsBroken { get; private set; }

    /// <summary>Gets the number of open containers.</summary>
    internal int Depth => outer + levels.Count;

    /// <summary>Gets the offset of the first byte that was not returned yet.</summary>
    internal long Position => start;

    /// <summary>Gets the input's name.</summary>
    internal string Name => source.Name;

    private ReadOnlySpan<byte> Held => held.AsSpan(begin, end - begin);

    /// <inheritdoc cref="Source.NameFor"/>
    internal string NameFor(StopException stop) => source.NameFor(stop);

    /// <summary>Returns the next event; null at the end of the input.</summary>
    /// <exception cref="StopException">The structure is malformed or truncated, or the input cannot be read.</exception>
    internal Event? Next()
    {
        if (payload is not null)
        {
            payload.Skip();
            payload = null;
            Messages += levels.Count == 0 ? 1 : 0;
        }

        while (true)
        {
            Level? level = levels.Count > 0 ? levels[^1] : null;
            if (level is { Left: 0 })
            {
                return End();
            }

            if (failed is not null)
            {
                IsBroken = true;
                throw Bad(failed);
            }

            if (TakeRun(level) is { } run)
            {
                return run;
            }

            int waiting = end - begin - value;
            if (failed is not null || (waiting < Big && More()))
            {
                continue;
            }

            bool isCompressed = waiting >= Big && IsCompressed();
            if (waiting < Big || (isCompressed && !More()))
            {
                if (level is null && begin == end)
                {
                    return null;
                }

                IsBroken = true;
                throw Truncated();
            }

            if (!isCompressed)
            {
                return Opened(level);
            }
        }
    }

    /// <summary>
    /// Returns a cutter that reads the container that was opened last once more, up to its end. To be used before this one
    /// continues.
    /// </summary>
    internal Cutter Again(Open opened)
    {
        var other = new Cutter(source, opensLz4, forgets: false, Where(), Depth - 1) { Messages = Messages };
        other.levels.Add(new Level(opened.IsMap, opened.Count));
        other.Restart(opened.Offset + opened.Header.Length);
        return other;
    }

    /// <summary>Skips the remaining part of the open message.</summary>
    internal void SkipMessage()
    {
        while (Depth > 0 && Next() is not null)
        {
        }
    }

    /// <summary>Returns the path of the container that was opened last.</summary>
    internal string Where() => outside + string.Concat(levels.SkipLast(1).Select(level => level.Component));

    /// <summary>Returns the path of the <see cref="Open"/> or <see cref="Huge"/> that was just returned.</summary>
    internal string PathOf(Event opened) => opened is Open ? Where() : Inside();

    /// <summary>After an error: the bytes of the value in which it was found, its offset and its path.</summary>
    internal (ReadOnlyMemory<byte> Data, long Offset, string Path) Rest() =>
        (held.AsMemory(begin + value, end - begin - value), start + value, Prefix());

    /// <summary>Returns the exception for an error in the value that was opened last.</summary>
    internal StopException Blame(string text, long offset, int status = Status.BadData) =>
        new($"byte {offset}: {text}, at {MessagePackPath.Shorten(Inside())}{Texts.Numbered(Messages)}", status);

    private Run? TakeRun(Level? level)
    {
        bool isPairs = level is { IsMap: true, IsHalf: false };
        long left = level is null ? long.MaxValue : isPairs ? level.Left / 2 : level.IsHalf ? 1 : level.Left;
        int many = EstimatedCount(left);
        int count = ScanEach(left, isPairs, many > 0 ? 1 : average == 0.0 ? Probed : long.MaxValue);
        if (count == 1 && many > 0)
        {
            // The first value is complete; take the estimated number if they are there, otherwise what is complete.
            count = ScanMany(many, isPairs) ? many : ScanEach(left, isPairs, long.MaxValue);
        }

        if (count == 0)
        {
            return null;
        }

        int values = isPairs ? count * 2 : count;
        int size = ends[values - 1];
        average = (double)size / count;
        RunKind kind = level is null ? RunKind.Messages : isPairs ? RunKind.Pairs : level.IsHalf ? RunKind.Value : RunKind.Items;
        var run = new Run(
            kind, held.AsMemory(begin, size), ends.Take(values).ToArray(), start, level?.Number ?? Messages, Depth, Where(), Messages);
        begin += size;
        start += size;
        value -= size;
        if (level is null)
        {
            Messages += count;
        }
        else
        {
            level.Left -= values;
            level.IsHalf = false;
        }

        return run;
    }

    /// <summary>Scans complete values (pairs) from the incomplete one on; returns their number.</summary>
    private int ScanEach(long left, bool isPairs, long most)
    {
        ends.Clear();
        int count = 0;
        int whole = 0;
        ReadOnlySpan<byte> bytes = Held;
        if (hasKey)
        {
            ends.Add(value);
        }
        else
        {
            value = 0;
        }

        try
        {
            while (count < left && count < most && whole < Piece)
            {
                if (!scanner.TryFindEnd(bytes[value..], out int length))
                {
                    break;
                }

                value += length;
                ends.Add(value);
                scanner.Reset();
                hasKey = isPairs && !hasKey;
                if (!hasKey)
                {
                    whole = value;
                    count++;
                }
            }
        }
        catch (MessagePackSerializationException fault)
        {
            failed = fault;
        }

        return count;
    }

    /// <summary>Scans an exact number of values (pairs); returns false if they are not complete in the window.</summary>
    private bool ScanMany(int count, bool isPairs)
    {
        ReadOnlySpan<byte> bytes = Held[..Math.Min(end - begin, 2 * Math.Min(end - begin, Piece))];
        MessageScanner probe = NewScanner();
        ends.Clear();
        value = 0;
        hasKey = false;
        int at = 0;
        try
        {
            for (int values = isPairs ? count * 2 : count; values > 0; values--)
            {
                if (!probe.TryFindEnd(bytes[at..], out int length))
                {
                    return false;
                }

                at += length;
                ends.Add(at);
                probe.Reset();
            }
        }
        catch (MessagePackSerializationException)
        {
            return false; // ScanEach finds the error
        }

        value = at;
        return true;
    }

    /// <summary>
    /// Returns how many small values the next run should have, from the average size of the last ones; 0 if that is not known.
    /// The runs are those of the Python tool, because inspect shows a run before it reports errors in its content.
    /// </summary>
    private int EstimatedCount(long left)
    {
        if (average is <= 0 or >= Small || hasKey)
        {
            return 0;
        }

        int count = (int)Math.Min(Math.Min(end - begin, Piece) * 0.9 / average, left);
        return count < Probed ? 0 : count;
    }

    /// <summary>Opens the incomplete value, or returns its key first.</summary>
    private Event Opened(Level? level)
    {
        if (level is not null && hasKey)
        {
            level.Component = Keys.ComponentOf(held.AsSpan(begin, value), level.Number);
            var key = new Run(RunKind.Key, held.AsMemory(begin, value), new[] { value }, start, level.Number, Depth, Where(), Messages);
            level.Left--;
            level.IsHalf = true;
            Restart(start + value);
            return key;
        }

        bool isKey = level is { IsMap: true, IsHalf: false };
        if (level is not null)
        {
            level.Component = isKey ? $"{{key #{level.Number}}}" : level.IsMap ? level.Component : $"[{level.Number}]";
            level.Left--;
            level.IsHalf = isKey;
        }

        long offset = start;
        MessagePackHeader.TryRead(Held, out MessagePackHeader head);
        byte[] header = Held[..head.Length].ToArray();
        if (head.IsContainer)
        {
            levels.Add(new Level(head.Type == MessagePackType.Map, head.Count));
            average = 0.0;
            Restart(offset + head.Length);
            return new Open(head.Type == MessagePackType.Map, head.Count, offset, header, isKey);
        }

        payload = new Payload(this, head, offset, header);
        return new Huge(head, offset, header, payload.Pieces(), isKey);
    }

    private Close End()
    {
        levels.RemoveAt(levels.Count - 1);
        if (levels.Count == 0)
        {
            Messages++;
        }
        else if (levels[^1].IsHalf)
        {
            levels[^1].Component = $"{{#{levels[^1].Number}}}";
        }

        average = 0.0;
        Restart(start);
        return new Close();
    }

    /// <summary>Continues at this offset, the beginning of a value; the depth may have changed.</summary>
    private void Restart(long at)
    {
        if (Depth >= Checks.MaximumDepth)
        {
            throw Placed(FaultText.TooDeep, at);
        }

        begin += (int)Math.Min(at - start, end - begin);
        start = at;
        value = 0;
        hasKey = false;
        scanner = NewScanner();
    }

    private MessageScanner NewScanner() => new(Checks.Limits(Checks.MaximumDepth - Depth));

    /// <summary>Reads more bytes; returns false at the end of the input.</summary>
    private bool More()
    {
        if (forgets)
        {
            source.Forget(start);
        }

        if (held.Length - end < Source.Window)
        {
            int count = end - begin;
            byte[] bytes = held.Length - count < Source.Window ? new byte[Math.Min(Array.MaxLength, Math.Max(held.Length * 2L, 4L * Source.Window))] : held;
            Held.CopyTo(bytes);
            (held, begin, end) = (bytes, 0, count);
        }

        int size = source.Fetch(start + end - begin, held.AsSpan(end, Source.Window));
        end += size;
        return size > 0;
    }

    /// <summary>Returns whether the incomplete value is an LZ4 message, whose content cannot be cut.</summary>
    private bool IsCompressed()
    {
        if (Depth > 0 || !opensLz4 || MessagePackSerializer.DetectCompression(Held) == MessagePackCompression.None)
        {
            return false;
        }

        return end - begin <= Lz4Limit ? true : throw Placed($"an LZ4 message of over {Lz4Limit >> 20} MiB", start);
    }

    private string Inside() => outside + string.Concat(levels.Select(level => level.Component));

    /// <summary>Returns the path of the incomplete value.</summary>
    private string Prefix()
    {
        string path = Where();
        if (levels.Count == 0)
        {
            return path;
        }

        Level level = levels[^1];
        return path + (!level.IsMap ? $"[{level.Number}]"
            : level.IsHalf ? level.Component
            : hasKey ? Keys.ComponentOf(held.AsSpan(begin, value), level.Number)
            : $"{{key #{level.Number}}}");
    }

    private StopException Placed(string text, long offset) => new($"byte {offset}: {text}, at {MessagePackPath.Shorten(Prefix())}{Texts.Numbered(Messages)}");

    private StopException Bad(MessagePackSerializationException fault)
    {
        ReadOnlySpan<byte> bytes = Held[value..];
        string path = MessageInspector.PathAt(bytes, fault.Offset) ?? "$";
        string words = FaultText.Of(fault.ErrorName, bytes[(int)fault.Offset..], 0);
        return new($"byte {start + value + fault.Offset}: {words}, at {MessagePackPath.Shorten(Prefix() + path[1..])}{Texts.Numbered(Messages)}");
    }

    private StopException Truncated()
    {
        ReadOnlyMemory<byte> bytes = held.AsMemory(begin + value, end - begin - value);
        if (bytes.IsEmpty)
        {
            return Placed("truncated: the input ends where a value is expected", start + value);
        }

        if (Checks.FirstFault(bytes, bytes, Checks.MaximumDepth - Depth) is { } fault)
        {
            return new($"byte {start + value + fault.Offset}: {fault.Text}, at {MessagePackPath.Shorten(Prefix() + fault.Path[1..])}{Texts.Numbered(Messages)}");
        }

        throw new InvalidOperationException("The boundary scan and the validation do not agree.");
    }

    /// <summary>The payload of a str, bin or ext that is not complete in memory.</summary>
    private sealed class Payload(Cutter cutter, MessagePackHeader head, long offset, byte[] header)
    {
        private bool isBegun;
        private long left = head.PayloadLength;
        private long at = offset + header.Length;

        internal IEnumerable<ReadOnlyMemory<byte>> Pieces()
        {
            while (Read() is { IsEmpty: false } piece)
            {
                yield return piece;
            }
        }

        internal void Skip()
        {
            while (!Read().IsEmpty)
            {
            }
        }

        private ReadOnlyMemory<byte> Read()
        {
            if (left == 0)
            {
                return default;
            }

            int size;
            if (!isBegun)
            {
                isBegun = true;
                cutter.begin += header.Length;
                size = (int)Math.Min(left, cutter.end - cutter.begin);
            }
            else
            {
                cutter.begin = 0;
                size = cutter.source.Fetch(at, cutter.held.AsSpan(0, (int)Math.Min(left, Source.Window)));
                if (size == 0)
                {
                    string needs = Texts.Counted(head.PayloadLength, "byte");
                    throw cutter.Blame($"truncated {Texts.Format(header[0])}: needs {needs}, {head.PayloadLength - left} left", offset);
                }
            }

            ReadOnlyMemory<byte> piece = cutter.held.AsMemory(cutter.begin, size);
            left -= size;
            at += size;
            if (cutter.forgets)
            {
                cutter.source.Forget(at);
            }

            if (left == 0)
            {
                cutter.begin = cutter.end = 0;
                cutter.start = at;
                cutter.Restart(at);
            }

            return piece;
        }
    }
}
