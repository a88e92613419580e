using System.Globalization;
using System.Text;

namespace Hayapack;

public readonly partial struct MessagePackValue
{
    /// <summary>Finds the value at a path relative to this value.</summary>
    /// <param name="path">
    /// The path in the notation of <see cref="MessagePackSerializationException.Path"/>, for example <c>$.items[7].name</c>.
    /// It does not lead into compressed or typed values.
    /// </param>
    /// <returns>The value.</returns>
    /// <exception cref="ArgumentException">The text is not a path.</exception>
    /// <exception cref="KeyNotFoundException">There is no value at this path.</exception>
    /// <exception cref="MessagePackSerializationException">The message is malformed.</exception>
    public MessagePackValue Get(string path) => TryGetPath(path, out MessagePackValue value)
        ? value
        : throw new KeyNotFoundException($"The message has no value at the path {path}.");

    /// <summary>Finds the value at a path relative to this value.</summary>
    /// <param name="path">
    /// The path in the notation of <see cref="MessagePackSerializationException.Path"/>, for example <c>$.items[7].name</c>.
    /// </param>
    /// <param name="value">The value.</param>
    /// <returns>Whether there is a value at this path.</returns>
    /// <exception cref="ArgumentException">The text is not a path.</exception>
    /// <exception cref="MessagePackSerializationException">The message is malformed.</exception>
    public bool TryGetPath(string path, out MessagePackValue value)
    {
        ArgumentNullException.ThrowIfNull(path);
        value = this;
        if (!path.StartsWith('$'))
        {
            throw new ArgumentException($"Not a path: {path} does not begin with $.", nameof(path));
        }

        int at = 1;
        while (at < path.Length)
        {
            if (!value.Step(path, ref at, out value))
            {
                return false;
            }
        }

        return true;
    }

    private static ArgumentException Bad(string path, int at) =>
        new($"Not a path: {path} cannot be parsed at character {at}.", nameof(path));

    private static long Number(string path, int from, int to) =>
        long.TryParse(path.AsSpan(from, to - from), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long number)
            ? number
            : throw Bad(path, from);

    /// <summary>Parses a quoted key with its escapes and returns the key's bytes.</summary>
    private static byte[] Quoted(string path, ref int at)
    {
        var bytes = new List<byte>();
        int start = at;
        Span<byte> utf8 = stackalloc byte[4];
        while (at < path.Length && path[at] != '"')
        {
            if (path[at] != '\\')
            {
                Rune rune = Rune.TryGetRuneAt(path, at, out Rune whole) ? whole : throw Bad(path, at);
                bytes.AddRange(utf8[..rune.EncodeToUtf8(utf8)]);
                at += rune.Utf16SequenceLength;
            }
            else if (at + 1 < path.Length && path[at + 1] is '"' or '\\')
            {
                bytes.Add((byte)path[at + 1]);
                at += 2;
            }
            else if (at + 3 < path.Length && path[at + 1] == 'x'
                && byte.TryParse(path.AsSpan(at + 2, 2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out byte one))
            {
                bytes.Add(one);
                at += 4;
            }
            else
            {
                throw Bad(path, at);
            }
        }

        return at + 1 < path.Length && path[at + 1] == ']' ? [.. bytes] : throw Bad(path, start);
    }

    /// <summary>Parses one component of a path and finds its value.</summary>
    private bool Step(string path, ref int at, out MessagePackValue value)
    {
        if (path[at] == '.')
        {
            int end = at + 1;
            while (end < path.Length && (char.IsAsciiLetterOrDigit(path[end]) || path[end] == '_'))
            {
                end++;
            }

            string name = path[(at + 1)..end];
            if (name.Length == 0 || char.IsAsciiDigit(name[0]))
            {
                throw Bad(path, at);
            }

            at = end;
            return StepInto(MessagePackType.Map, Encoding.ASCII.GetBytes(name), MessagePackValueSearch.Key, out value);
        }

        if (path.AsSpan(at).StartsWith("[\""))
        {
            int end = at + 2;
            byte[] text = Quoted(path, ref end);
            at = end + 2;
            return StepInto(MessagePackType.Map, text, MessagePackValueSearch.Key, out value);
        }

        bool isIndex = path[at] == '[';
        int close = path.IndexOf(isIndex ? ']' : '}', at);
        if ((!isIndex && path[at] != '{') || close < 0)
        {
            throw Bad(path, at);
        }

        int from = at + 1;
        at = close + 1;
        if (isIndex)
        {
            return StepInto(MessagePackType.Array, Number(path, from, close), MessagePackValueSearch.Index, out value);
        }

        bool isKey = path.AsSpan(from).StartsWith("key #");
        if (isKey || path[from] == '#')
        {
            long entry = Number(path, from + (isKey ? 5 : 1), close);
            return StepInto(
                MessagePackType.Map,
                (entry, isKey),
                static (ref MessagePackReader reader, (long Entry, bool IsKey) wanted) => MessagePackValueSearch.Numbered(ref reader, wanted.Entry, wanted.IsKey),
                out value);
        }

        return StepInto(MessagePackType.Map, Number(path, from, close), MessagePackValueSearch.Index, out value);
    }

    private bool StepInto<T>(MessagePackType container, T wanted, Reading<T, long> search, out MessagePackValue value)
    {
        if (Type != container)
        {
            value = default;
            return false;
        }

        return Found(Read(wanted, search), out value);
    }
}
