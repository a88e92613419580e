using System.Text;
using System.Text.RegularExpressions;

namespace Hayapack.Tool;

/// <summary>
/// Recognizes what is not MessagePack by the first bytes of an input. The rules are those of the Python tool, in
/// python/src/hayapack/cli/input/contents.py; tools/suites/compare_tools.py compares both.
/// </summary>
/// <remarks>
/// Nearly every sequence of bytes is some MessagePack stream: text is a stream of small integers. An input is refused only if
/// its first bytes have the structure of another format.
/// </remarks>
internal static partial class Contents
{
    /// <summary>The number of bytes at the beginning that are examined.</summary>
    private const int Sniffed = 4096;

    /// <summary>Less text, in bytes, is recognized by its newline alone.</summary>
    private const int LeastText = 16;

    private const string Blanks = " \t\r\n";
    private const string Mark = "\u00ef\u00bb\u00bf";
    private const string Convert = "`hayapack convert` converts it to MessagePack";

    private static readonly Foreign Json = new("JSON", Convert);
    private static readonly Foreign JsonSequence = new("a JSON text sequence", "`tr -d '\\036' < FILE | hayapack convert` converts it to MessagePack");
    private static readonly Foreign Text = new("text");

    /// <summary>A number, or a str.</summary>
    private static readonly Foreign JsonText = new("text", "`hayapack convert` reads it if it is JSON");
    private static readonly Foreign Encoded = new("text", "if it is MessagePack in base64 or hexadecimal digits, decode it first");

    /// <summary>A format that is not MessagePack.</summary>
    /// <param name="Name">Its name.</param>
    /// <param name="Advice">What to do with it; may be empty.</param>
    internal sealed record Foreign(string Name, string Advice = "");

    /// <summary>Returns the format of an input that begins with these bytes; null if it may be MessagePack.</summary>
    internal static Foreign? NotMessagePack(ReadOnlySpan<byte> data)
    {
        ReadOnlySpan<byte> start = data[..Math.Min(Sniffed, data.Length)];
        string latin = Encoding.Latin1.GetString(start);
        if ((Signatures.Find(latin) ?? Structures.Find(start)) is { } found)
        {
            return found;
        }

        if (latin.StartsWith(Mark, StringComparison.Ordinal))
        {
            return JsonStart().IsMatch(latin[Mark.Length..]) ? Json : new Foreign("text in UTF-8 with a byte order mark");
        }

        if (latin.StartsWith('\u001e') && JsonStart().IsMatch(latin[1..])
            && TextOf(Encoding.Latin1.GetBytes(latin.Replace("\u001e", "", StringComparison.Ordinal))) is not null)
        {
            return JsonSequence;
        }

        return WideText(start) ?? TextOf(start);
    }

    /// <summary>Recognizes JSON, and text in UTF-8.</summary>
    private static Foreign? TextOf(ReadOnlySpan<byte> start)
    {
        string latin = Encoding.Latin1.GetString(start);
        if (NotText().IsMatch(latin))
        {
            return null;
        }

        if (SurelyJson().IsMatch(latin))
        {
            return Json;
        }

        Foreign text = JsonStart().IsMatch(latin) ? JsonText : Text;
        if (start.Length < LeastText)
        {
            return ShortText().IsMatch(latin) ? text : null;
        }

        if (Decoded.FromUtf8(start) is not { } decoded || decoded.Exists(IsControl))
        {
            return null;
        }

        if (!decoded.Exists(IsBlank))
        {
            return IsUnbrokenText(decoded, latin) ? Encoded : null;
        }

        return HasWords(decoded) && (decoded.TrueForAll(rune => rune.IsAscii) || BreaksMessagePack(start)) ? text : null;
    }

    /// <summary>Recognizes text in UTF-16 or UTF-32 with a byte order mark, which are negative integers in MessagePack.</summary>
    private static Foreign? WideText(ReadOnlySpan<byte> start)
    {
        foreach ((List<Rune>? text, string encoding) in Decoded.FromMark(start))
        {
            if (text is null || text.Count < 2 || text.Exists(IsControl))
            {
                continue;
            }

            // Any two integers are a character; text has ASCII as well.
            if (4 * text.Count(rune => rune.IsAscii) >= text.Count || (text.Count >= LeastText && text.Contains(new Rune('\n'))))
            {
                return JsonStart().IsMatch(string.Concat(text))
                    ? new Foreign($"JSON in {encoding}", Convert)
                    : new Foreign($"text in {encoding}", "PowerShell's > writes this, and damages binary data");
            }
        }

        return null;
    }

    /// <summary>
    /// Returns whether letters, digits and blanks prevail. Integers in a row have nearly every character between their smallest
    /// and their largest.
    /// </summary>
    private static bool HasWords(List<Rune> text)
    {
        double share = (double)text.Count(rune => IsBlank(rune) || Rune.IsLetter(rune) || Characters.IsNumber(rune)) / text.Count;
        return share >= 0.85 || (share >= 0.5 && (text.Contains(new Rune('\n')) || text.Exists(Characters.IsLower)));
    }

    /// <summary>Recognizes text without blanks: base64, hexadecimal digits, a URL.</summary>
    private static bool IsUnbrokenText(List<Rune> text, string latin) => Unbroken().IsMatch(latin)
        && latin.Any(char.IsAsciiLetterLower) && latin.Min() < ':' && latin.Count(char.IsAsciiLetterOrDigit) >= 0.65 * text.Count;

    /// <summary>
    /// Returns whether text that is not ASCII would be unusual MessagePack: damaged, or integers in a row.
    /// </summary>
    /// <remarks>
    /// A MessagePack file with text in it may look like text as a whole: a bool and a str of up to 31 bytes, for example, are one
    /// character in UTF-8 and text. As in the Python tool, a map counts as an integer.
    /// </remarks>
    private static bool BreaksMessagePack(ReadOnlySpan<byte> start)
    {
        var scanner = new MessageScanner(TextLimits);
        int at = 0;
        int integers = 0;
        try
        {
            while (at < start.Length && scanner.TryFindEnd(start[at..], out int length))
            {
                MessagePackSerializer.Validate(start.Slice(at, length).ToArray());
                integers = MessagePackCode.ToMessagePackType(start[at]) is MessagePackType.Integer or MessagePackType.Map ? integers + 1 : 0;
                if (integers == 4)
                {
                    return true;
                }

                at += length;
                scanner.Reset();
            }
        }
        catch (MessagePackSerializationException)
        {
            return true;
        }

        // The last value is cut off: usual if the input begins with a bool, a bin or a str, which are, with the byte after them,
        // the first character of what looks like text.
        return at < start.Length && start[0] is not (
            MessagePackCode.False or MessagePackCode.True or (>= MessagePackCode.Bin8 and <= MessagePackCode.Bin32)
            or (>= MessagePackCode.Str8 and <= MessagePackCode.Str32));
    }

    /// <summary>The limits of the Python library's streams: a length over them is a sign of damage.</summary>
    private static readonly MessagePackLimits TextLimits = MessagePackLimits.Default with
    {
        MaximumStringLength = 100 << 20,
        MaximumBinaryLength = 100 << 20,
        MaximumExtensionLength = 100 << 20,
        MaximumArrayLength = 100 << 20,
        MaximumMapLength = 50 << 20,
    };

    private static bool IsBlank(Rune rune) => rune.IsAscii && Blanks.Contains((char)rune.Value, StringComparison.Ordinal);

    private static bool IsControl(Rune rune) => Rune.IsControl(rune) && !IsBlank(rune);

    /// <summary>The beginning of a JSON text. A MessagePack stream may start with one of these bytes too (a small integer).</summary>
    [GeneratedRegex("""\A[ \t\n\r\f\v]*(?:[\[{"]|-?[0-9]|true|false|null|NaN|-?Infinity)""")]
    private static partial Regex JsonStart();

    /// <summary>The same, but long enough that a stream of small integers does not match.</summary>
    [GeneratedRegex("""
        \A[ \t\r\n]*(?:\{[ \t\r\n]*["}]|(?:\[[ \t\r\n]*)+(?:["\]]|\{[ \t\r\n]*["}]|-?[0-9.eE+-]+[ \t\r\n]*[,\]]|true|false|null)|(?:\[[ \t\r\n]*){16,}\z)
        """)]
    private static partial Regex SurelyJson();

    [GeneratedRegex("[^\t\r\n\u0020-\u007e\u0080-\u00ff]")]
    private static partial Regex NotText();

    /// <summary>A line with a letter or digit. Two bytes, such as a digit and the line's end, may be two integers.</summary>
    [GeneratedRegex("""\A(?=.*[A-Za-z0-9])[\t\r\n\x20-\x7e]{2,}\n\z""", RegexOptions.Singleline)]
    private static partial Regex ShortText();

    [GeneratedRegex("""\A[A-Za-z0-9+/=_.,:;&?%#@~-]+\z""")]
    private static partial Regex Unbroken();
}
