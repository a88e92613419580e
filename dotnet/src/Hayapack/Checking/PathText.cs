using System.Buffers;
using System.Buffers.Text;
using System.Globalization;
using System.Text;

namespace Hayapack.Checking;

/// <summary>Builds the text of a path, in the notation of docs/errors.md. Shortens long keys and long paths.</summary>
internal sealed class PathText(int components)
{
    private const int LongestKey = 60;
    private const int LongestPath = 1000;
    private const int LongestEnd = 400;
    private const int MostComponents = 1024;

    private readonly List<string> parts = new(Math.Min(components, MostComponents) + 1) { "$" };
    private int count;

    /// <inheritdoc/>
    public override string ToString()
    {
        if (parts.Sum(Encoding.UTF8.GetByteCount) <= LongestPath && count <= MostComponents)
        {
            return string.Concat(parts);
        }

        int head = Fitting(parts);
        int tail = count > MostComponents ? 0 : Fitting(Enumerable.Reverse(parts));
        return string.Concat(parts.Take(head)) + "…" + string.Concat(parts.Skip(parts.Count - tail));
    }

    internal void Index(long index) => Add(string.Create(CultureInfo.InvariantCulture, $"[{index}]"));

    internal void Key(long entry) => Add(string.Create(CultureInfo.InvariantCulture, $"{{key #{entry}}}"));

    /// <summary>Adds the component for the value of a map entry.</summary>
    /// <param name="key">A reader at the entry's key, all of which is in the input.</param>
    /// <param name="entry">The number of the entry in the map, from 0.</param>
    internal void Value(MessagePackReader key, long entry) => Add(Component(key, entry));

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

    private static int Fitting(IEnumerable<string> parts)
    {
        int bytes = 0;
        return parts.TakeWhile(part => (bytes += Encoding.UTF8.GetByteCount(part)) <= LongestEnd).Count();
    }

    private static string Named(ReadOnlySequence<byte> key)
    {
        bool isName = IsName(key);
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

            if (status != OperationStatus.Done || rune.Value < 0x20 || Json.JsonEscapes.IsObeyed(rune.Value))
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

        string end = isCut ? "…" : string.Empty;
        return isName ? $".{text}{end}" : $"[\"{text}{end}\"]";
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

    private void Add(string part)
    {
        if (++count <= MostComponents)
        {
            parts.Add(part);
        }
    }
}
