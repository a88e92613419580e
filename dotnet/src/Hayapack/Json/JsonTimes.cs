using System.Globalization;
using System.Text.RegularExpressions;

namespace Hayapack.Json;

/// <summary>Formats and parses timestamps as ISO 8601 in UTC: all years of a 64-bit timestamp, with nanoseconds.</summary>
internal static partial class JsonTimes
{
    private const long Day = 86400;

    /// <summary>
    /// Formats a timestamp like <c>2026-01-02T03:04:05.000000006Z</c>. Years outside 0 to 9999 have a sign. The fraction has
    /// 0, 3, 6 or 9 digits.
    /// </summary>
    internal static string Text(long seconds, uint nanoseconds)
    {
        long days = Math.DivRem(seconds, Day, out long second);
        if (second < 0)
        {
            days--;
            second += Day;
        }

        (long year, long month, long day) = Date(days);
        string date = year is >= 0 and <= 9999 ? Invariant($"{year:0000}") : Invariant($"{year:+0000;-0000}");
        string fraction = string.Empty;
        if (nanoseconds > 0)
        {
            fraction = Invariant($".{nanoseconds:000000000}");
            while (fraction.EndsWith("000", StringComparison.Ordinal))
            {
                fraction = fraction[..^3];
            }
        }

        return Invariant($"{date}-{month:00}-{day:00}T{second / 3600:00}:{second / 60 % 60:00}:{second % 60:00}{fraction}Z");
    }

    /// <summary>Parses a text in the format of <see cref="Text"/>, with 0 to 9 digits of fraction.</summary>
    internal static bool TryParse(string text, out long seconds, out uint nanoseconds)
    {
        seconds = 0;
        nanoseconds = 0;
        Match match = Form().Match(text);
        if (!match.Success)
        {
            return false;
        }

        long Part(int group) => long.Parse(match.Groups[group].ValueSpan, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);
        (long year, long month, long day, long hour, long minute, long second) = (Part(1), Part(2), Part(3), Part(4), Part(5), Part(6));
        long days = Days(year, month, day);
        if (Date(days) != (year, month, day) || hour > 23 || minute > 59 || second > 59)
        {
            return false;
        }

        Int128 whole = ((Int128)days * Day) + (hour * 3600) + (minute * 60) + second;
        nanoseconds = uint.Parse((match.Groups[7].Success ? match.Groups[7].Value : "0").PadRight(9, '0'), CultureInfo.InvariantCulture);
        seconds = (long)whole;
        return whole == seconds;
    }

    private static string Invariant(FormattableString text) => FormattableString.Invariant(text);

    // The Gregorian calendar repeats every 400 years (146,097 days). The calculation counts years from March, so that
    // a leap day is the last day of its year. Day 0 is 0000-03-01, 719,468 days before 1970-01-01.
    private static (long Year, long Month, long Day) Date(long days)
    {
        days += 719_468;
        long era = Math.DivRem(days, 146_097, out long day);
        if (day < 0)
        {
            era--;
            day += 146_097;
        }

        long year = (day - (day / 1460) + (day / 36_524) - (day / 146_096)) / 365;
        day -= (365 * year) + (year / 4) - (year / 100);
        long month = ((5 * day) + 2) / 153;
        day -= ((153 * month) + 2) / 5;
        month = month < 10 ? month + 3 : month - 9;
        return (year + (400 * era) + (month <= 2 ? 1 : 0), month, day + 1);
    }

    private static long Days(long year, long month, long day)
    {
        year -= month <= 2 ? 1 : 0;
        long era = Math.DivRem(year, 400, out long inEra);
        if (inEra < 0)
        {
            era--;
            inEra += 400;
        }

        long inYear = (((153 * ((month + 9) % 12)) + 2) / 5) + day - 1;
        return (era * 146_097) + (inEra * 365) + (inEra / 4) - (inEra / 100) + inYear - 719_468;
    }

    [GeneratedRegex(@"^([+-]?[0-9]{4,12})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?Z\z", RegexOptions.CultureInvariant)]
    private static partial Regex Form();
}
