using System.Globalization;
using System.Text;

namespace Hayapack.Json;

/// <summary>
/// Formats floats as <c>hayapack cat</c> does: the fewest digits from which parsing gives the same float.
/// </summary>
internal static class JsonFloats
{
    /// <summary>The largest size of a number's text in bytes.</summary>
    private const int Longest = 32;

    /// <summary>Writes a finite float: <c>1.0</c>, <c>0.1</c>, <c>1e16</c>, <c>1e-7</c>.</summary>
    internal static void Write(ref JsonBuffer json, double value)
    {
        Span<byte> text = json.Space(Longest);
        value.TryFormat(text, out int size, "R", CultureInfo.InvariantCulture);
        if (size > 16 || text[..size].Contains((byte)'E'))
        {
            Span<byte> copy = stackalloc byte[Longest];
            text[..size].CopyTo(copy);
            size = Relaid(copy[..size], text);
        }
        else if (!text[..size].Contains((byte)'.'))
        {
            ".0"u8.CopyTo(text[size..]);
            size += 2;
        }

        json.Written(size);
    }

    /// <summary>Writes a finite float32, rounded to the fewest digits that give the same float32.</summary>
    internal static void Write(ref JsonBuffer json, float value) => Write(ref json, Shortest(value));

    /// <summary>
    /// Returns the text for a float that JSON cannot represent as a number: nan, inf, -inf, or, for a NaN other than the
    /// default one, 0x and its bits in hexadecimal.
    /// </summary>
    internal static string Odd(double value)
    {
        long bits = BitConverter.DoubleToInt64Bits(value);
        return Odd(value, bits == 0x7ff8000000000000, string.Create(CultureInfo.InvariantCulture, $"0x{bits:x16}"));
    }

    /// <inheritdoc cref="Odd(double)"/>
    internal static string Odd(float value)
    {
        int bits = BitConverter.SingleToInt32Bits(value);
        return Odd(value, bits == 0x7fc00000, string.Create(CultureInfo.InvariantCulture, $"0x{bits:x8}"));
    }

    /// <summary>
    /// Returns the double with the fewest decimal digits that rounds to this float32. For subnormal values at least 6
    /// digits are computed.
    /// </summary>
    internal static double Shortest(float value)
    {
        if (Math.Abs(value) < 1.17549435e-38f)
        {
            foreach (string format in (string[])["E5", "E6", "E7", "E8"])
            {
                double tried = double.Parse(((double)value).ToString(format, CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);
                if ((float)tried == value)
                {
                    return tried;
                }
            }
        }

        string text = value.ToString("R", CultureInfo.InvariantCulture);
        string exact = ((double)value).ToString("R", CultureInfo.InvariantCulture);
        double found = double.Parse(text, CultureInfo.InvariantCulture);
        if (Digits(exact).EndsWith('5') && Digits(exact).Length == Digits(text).Length + 1)
        {
            // The exact value is halfway between two texts: take the one with the even digit, as printf does.
            string digits = Digits(text);
            if ((digits[^1] & 1) != 0)
            {
                string down = Digits(exact)[..^1];
                double even = double.Parse(text.Replace(digits, down, StringComparison.Ordinal), CultureInfo.InvariantCulture);
                return (float)even == value ? even : found;
            }
        }

        return found;
    }

    private static string Odd(double value, bool isUsualNan, string bits) =>
        double.IsPositiveInfinity(value) ? "inf" : double.IsNegativeInfinity(value) ? "-inf" : isUsualNan ? "nan" : bits;

    /// <summary>Returns the significant digits of a formatted number.</summary>
    private static string Digits(string text)
    {
        int end = text.IndexOf('E', StringComparison.Ordinal);
        var digits = new StringBuilder();
        foreach (char one in end < 0 ? text : text[..end])
        {
            if (char.IsAsciiDigit(one))
            {
                digits.Append(one);
            }
        }

        return digits.ToString().TrimStart('0').TrimEnd('0');
    }

    /// <summary>
    /// Formats a number in positional notation if at most 16 digits precede the point and at most 4 zeros follow it,
    /// otherwise with an exponent. Returns the size in bytes.
    /// </summary>
    /// <param name="text">The number as .NET formats it; must not overlap <paramref name="to"/>.</param>
    /// <param name="to">The output: at least 32 bytes.</param>
    internal static int Relaid(ReadOnlySpan<byte> text, Span<byte> to)
    {
        int at = 0;
        if (text[0] == '-')
        {
            to[at++] = (byte)'-';
            text = text[1..];
        }

        int mark = text.IndexOf((byte)'E');
        int exponent = mark < 0 ? 0 : int.Parse(text[(mark + 1)..], CultureInfo.InvariantCulture);
        text = mark < 0 ? text : text[..mark];
        int dot = text.IndexOf((byte)'.');
        int point = exponent + (dot < 0 ? text.Length : dot);
        Span<byte> digits = stackalloc byte[text.Length];
        int count = 0;
        foreach (byte one in text)
        {
            if (one == '0' && count == 0)
            {
                point--;
            }
            else if (one != '.')
            {
                digits[count++] = one;
            }
        }

        digits = digits[..count].TrimEnd((byte)'0');
        if (digits.IsEmpty)
        {
            "0.0"u8.CopyTo(to[at..]);
            return at + 3;
        }

        if (point > 16 || point <= -5)
        {
            to[at++] = digits[0];
            if (digits.Length > 1)
            {
                to[at++] = (byte)'.';
                digits[1..].CopyTo(to[at..]);
                at += digits.Length - 1;
            }

            to[at++] = (byte)'e';
            (point - 1).TryFormat(to[at..], out int size, default, CultureInfo.InvariantCulture);
            return at + size;
        }

        if (point <= 0)
        {
            "0."u8.CopyTo(to[at..]);
            to.Slice(at + 2, -point).Fill((byte)'0');
            digits.CopyTo(to[(at + 2 - point)..]);
            return at + 2 - point + digits.Length;
        }

        if (digits.Length <= point)
        {
            digits.CopyTo(to[at..]);
            to.Slice(at + digits.Length, point - digits.Length).Fill((byte)'0');
            ".0"u8.CopyTo(to[(at + point)..]);
            return at + point + 2;
        }

        digits[..point].CopyTo(to[at..]);
        to[at + point] = (byte)'.';
        digits[point..].CopyTo(to[(at + point + 1)..]);
        return at + digits.Length + 1;
    }
}
