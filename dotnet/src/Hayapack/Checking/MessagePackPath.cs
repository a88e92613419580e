using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Hayapack;

/// <summary>
/// Builds the path of a value in a message, as errors show it: <c>$.items[7].name</c>. docs/errors.md in the repository
/// describes the notation.
/// Not thread-safe; the static methods are.
/// </summary>
/// <remarks>
/// A key is shown by its first 60 bytes; control characters, and bytes that are not UTF-8, are shown as <c>\xNN</c>. Of a path of
/// over 1000 bytes, <see cref="ToString"/> returns the first and the last 400. Of over 1024 components only the first are
/// stored, so that the memory of a path is bounded.
/// </remarks>
public sealed partial class MessagePackPath
{
    private const int LongestKey = 60;
    private const int LongestPath = 1000;
    private const int LongestEnd = 400;
    private const int MostComponents = 1024;

    /// <summary>The root and the first <see cref="MostComponents"/> components; others are not shown.</summary>
    private readonly List<string> parts = [];

    /// <summary>For each part, the bytes up to its end.</summary>
    private readonly List<int> ends = [];

    /// <summary>Initializes a new instance of the <see cref="MessagePackPath"/> class: the path of a message, <c>$</c>.</summary>
    public MessagePackPath() => Store("$");

    private MessagePackPath(string path)
    {
        foreach (ValueMatch match in Components().EnumerateMatches(path))
        {
            string part = path.Substring(match.Index, match.Length);
            if (parts.Count == 0)
            {
                Store(part);
            }
            else
            {
                Add(part);
            }
        }
    }

    /// <summary>Gets the number of components after <c>$</c>.</summary>
    public int Count { get; private set; }

    /// <summary>Splits the text of a path, to add components to it.</summary>
    /// <param name="path">A path that is not shortened. A shortened part counts as one component.</param>
    /// <returns>The path.</returns>
    public static MessagePackPath Parse(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        return new(path);
    }

    /// <summary>Returns the text of a path as errors show it.</summary>
    /// <param name="path">A path that is not shortened.</param>
    /// <returns>The path, shortened if it is long.</returns>
    public static string Shorten(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        return Encoding.UTF8.GetByteCount(path) <= LongestPath ? path : Parse(path).ToString();
    }

    /// <summary>Returns the component for the value of a map entry.</summary>
    /// <param name="key">The entry's key: one complete value. Bytes after it are ignored.</param>
    /// <param name="entry">The number of the entry in the map, from 0.</param>
    /// <returns>The component: <c>.name</c>, <c>["a name"]</c> or <c>{5}</c>; <c>{#0}</c> for a key of another type.</returns>
    /// <exception cref="MessagePackSerializationException"><c>truncated</c>: the key is not complete.</exception>
    public static string ComponentOf(ReadOnlySpan<byte> key, long entry) => Component(new MessagePackReader(key), entry);

    /// <summary>Returns the text, shortened if need be. Takes no more time for a long path than for a short one.</summary>
    public override string ToString()
    {
        int whole = ends[^1];
        if (whole <= LongestPath && Count <= MostComponents)
        {
            return string.Concat(parts);
        }

        int head = 0;
        while (head < parts.Count && ends[head] <= LongestEnd)
        {
            head++;
        }

        int tail = parts.Count;
        while (Count <= MostComponents && tail > 1 && whole - ends[tail - 2] <= LongestEnd)
        {
            tail--;
        }

        return string.Concat(parts.Take(head)) + "…" + string.Concat(parts.GetRange(tail, parts.Count - tail));
    }

    /// <summary>Removes all components but the first.</summary>
    /// <param name="count">The number of components to keep.</param>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative, or larger than <see cref="Count"/>.</exception>
    public void Truncate(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, Count);
        Count = count;
        int kept = Math.Min(count, MostComponents) + 1;
        parts.RemoveRange(kept, parts.Count - kept);
        ends.RemoveRange(kept, ends.Count - kept);
    }

    /// <summary>Adds a component.</summary>
    /// <param name="part">The component, for example of <see cref="ComponentOf"/>.</param>
    public void Add(string part)
    {
        ArgumentNullException.ThrowIfNull(part);
        if (++Count <= MostComponents)
        {
            Store(part);
        }
    }

    /// <summary>Adds the component for an element of an array: <c>[7]</c>.</summary>
    /// <param name="index">The index of the element, from 0.</param>
    public void AddIndex(long index) => Add(string.Create(CultureInfo.InvariantCulture, $"[{index}]"));

    /// <summary>Adds the component for a key of a map: <c>{key #7}</c>.</summary>
    /// <param name="entry">The number of the entry in the map, from 0.</param>
    public void AddKey(long entry) => Add(string.Create(CultureInfo.InvariantCulture, $"{{key #{entry}}}"));

    /// <summary>Adds the component for the value of a map entry.</summary>
    /// <param name="key">A reader at the entry's key, all of which is in the input.</param>
    /// <param name="entry">The number of the entry in the map, from 0.</param>
    internal void AddValue(MessagePackReader key, long entry) => Add(Component(key, entry));

    /// <summary>Returns the component for the value of a map entry.</summary>
    /// <param name="key">A reader at the entry's key, all of which is in the input.</param>
    /// <param name="entry">The number of the entry in the map, from 0.</param>
    internal static string Component(MessagePackReader key, long entry) => key.NextMessagePackType switch
    {
        MessagePackType.String => Named(key.ReadStringSequence()!.Value),
        MessagePackType.Integer => key.NextCode == MessagePackCode.UInt64
            ? string.Create(CultureInfo.InvariantCulture, $"{{{key.ReadUInt64()}}}")
            : string.Create(CultureInfo.InvariantCulture, $"{{{key.ReadInt64()}}}"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{{#{entry}}}"),
    };

    /// <summary>Returns a key as a text shows it, <c>"name"</c> or <c>5</c>; null for a key of another type.</summary>
    /// <param name="key">A reader at the key, all of which is in the input.</param>
    internal static string? Quoted(MessagePackReader key) => key.NextMessagePackType switch
    {
        MessagePackType.String => $"\"{Escaped(key.ReadStringSequence()!.Value)}\"",
        MessagePackType.Integer => Component(key, 0)[1..^1],
        _ => null,
    };

    [GeneratedRegex("""\[b?"(?:[^"\\]|\\.)*"\]|[$.\[{][^.\[{]*""", RegexOptions.Singleline | RegexOptions.CultureInvariant)]
    private static partial Regex Components();

    private static string Named(ReadOnlySequence<byte> key)
    {
        string text = Escaped(key);
        return IsName(key) ? $".{text}" : $"[\"{text}\"]";
    }

    private static string Escaped(ReadOnlySequence<byte> key)
    {
        bool isCut = key.Length > LongestKey;
        ReadOnlySpan<byte> shown = key.Slice(0, Math.Min(key.Length, LongestKey + 3)).ToArray();
        var text = new StringBuilder();
        int taken = 0;
        while (taken < shown.Length)
        {
            OperationStatus status = Rune.DecodeFromUtf8(shown[taken..], out Rune rune, out int size);
            size = status == OperationStatus.Done ? size : 1;
            if (taken + size > LongestKey)
            {
                break;
            }

            if (status != OperationStatus.Done || rune.Value < 0x20 || AsciiText.IsTerminalControl(rune.Value))
            {
                foreach (byte one in shown.Slice(taken, size))
                {
                    text.Append(CultureInfo.InvariantCulture, $"\\x{one:x2}");
                }
            }
            else
            {
                text.Append(rune.Value is '"' or '\\' ? "\\" : string.Empty).Append(rune);
            }

            taken += size;
        }

        return text.Append(isCut ? "…" : string.Empty).ToString();
    }

    private static bool IsName(ReadOnlySequence<byte> key)
    {
        bool isFirst = true;
        foreach (ReadOnlyMemory<byte> part in key)
        {
            foreach (byte b in part.Span)
            {
                if (!(char.IsAsciiLetter((char)b) || b == '_' || (!isFirst && char.IsAsciiDigit((char)b))))
                {
                    return false;
                }

                isFirst = false;
            }
        }

        return !isFirst;
    }

    private void Store(string part)
    {
        parts.Add(part);
        ends.Add((ends.Count > 0 ? ends[^1] : 0) + Encoding.UTF8.GetByteCount(part));
    }
}
