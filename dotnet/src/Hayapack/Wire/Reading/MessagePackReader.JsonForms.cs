using System.Globalization;

namespace Hayapack;

// What JSON has as text and MessagePack as a type of its own.
public ref partial struct MessagePackReader
{
    /// <summary>
    /// Gets or sets a value indicating whether the message was converted from JSON, so that text is read as bytes (base64),
    /// as a time (ISO 8601) and as a number that is the key of a map. Only for an input of one piece: such text in a run of
    /// values must not move the window.
    /// </summary>
    internal bool ReadsJsonForms
    {
        readonly get => readsJsonForms;
        set => readsJsonForms = value;
    }

    /// <summary>Reads text as numbers, too; see <see cref="MessagePackSerializerOptions.NumberHandling"/>.</summary>
    /// <param name="fromText">Whether text such as "5" is a number.</param>
    /// <param name="named">Whether "NaN", "Infinity" and "-Infinity" are floats.</param>
    internal void ReadNumbersFromText(bool fromText, bool named)
    {
        readsTextNumbers = fromText;
        readsNamedFloats = named;
    }

    /// <summary>Gets a value indicating whether the next value is text that stands for another type.</summary>
    internal bool IsNextJsonForm => ReadsJsonForms && NextMessagePackType == MessagePackType.String;

    /// <summary>Reads text as base64.</summary>
    internal byte[] ReadBase64()
    {
        long start = Consumed;
        string text = ReadString()!;
        byte[] bytes = new byte[text.Length / 4 * 3];
        if (!Convert.TryFromBase64String(text, bytes, out int written))
        {
            throw Fault(MessagePackErrorNames.InvalidValue, start, "The text is not base64.");
        }

        return written == bytes.Length ? bytes : bytes[..written];
    }

    /// <summary>Reads text as a time with an offset from UTC; without one, UTC.</summary>
    internal DateTimeOffset ReadJsonTimeOffset()
    {
        long start = Consumed;
        string text = ReadString()!;
        return IsIso(text) && DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out DateTimeOffset time)
            ? time
            : throw NoTime(start);
    }

    /// <summary>Reads text such as 2026-01-02.</summary>
    internal DateOnly ReadJsonDate()
    {
        long start = Consumed;
        return DateOnly.TryParseExact(ReadString(), "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out DateOnly date)
            ? date
            : throw Fault(MessagePackErrorNames.InvalidValue, start, "The text is not a date as in ISO 8601, such as 2026-01-02.");
    }

    /// <summary>Reads text such as 03:04:05.678.</summary>
    internal TimeOnly ReadJsonTimeOfDay()
    {
        long start = Consumed;
        return TimeOnly.TryParseExact(ReadString(), TimesOfDay, CultureInfo.InvariantCulture, DateTimeStyles.None, out TimeOnly time)
            ? time
            : throw Fault(MessagePackErrorNames.InvalidValue, start, "The text is not a time of the day, such as 03:04:05.");
    }

    /// <summary>Reads text in the form of System.Text.Json, such as 1.02:03:04.5: days, hours, minutes, seconds.</summary>
    internal TimeSpan ReadJsonTimeSpan()
    {
        long start = Consumed;
        return TimeSpan.TryParseExact(ReadString(), "c", CultureInfo.InvariantCulture, out TimeSpan time)
            ? time
            : throw Fault(MessagePackErrorNames.InvalidValue, start, "The text is not a duration, such as 1.02:03:04.5.");
    }

    private static readonly string[] TimesOfDay = ["HH:mm:ss.FFFFFFF", "HH:mm:ss", "HH:mm"];

    private static bool IsIso(string text) => text.Length > 10 && text[4] == '-' && text[7] == '-' && text[10] == 'T';

    private static MessagePackSerializationException NoTime(long start) =>
        Fault(MessagePackErrorNames.InvalidValue, start, "The text is not a time as in ISO 8601, such as 2026-01-02T03:04:05Z.");

    private DateTime ReadJsonTime()
    {
        long start = Consumed;
        string text = ReadString()!;
        return IsIso(text) && DateTime.TryParse(
            text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal, out DateTime time)
            ? time
            : throw NoTime(start);
    }

    /// <summary>Gets a value indicating whether the next value is text that stands for a number.</summary>
    private bool IsNextTextNumber => (readsTextNumbers || readsNamedFloats) && NextMessagePackType == MessagePackType.String;

    /// <summary>Reads text as an integer from minimum to maximum; if its type is UInt64, as the bits of one up to 2^64 - 1.</summary>
    private long ReadTextInteger(long minimum, long maximum, string type)
    {
        long start = Consumed;
        string text = ReadString()!;
        if (readsTextNumbers && text.AsSpan().TrimStart('-') is [>= '0' and <= '9', ..] && Int128.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out Int128 value))
        {
            Int128 most = type == nameof(UInt64) ? ulong.MaxValue : maximum;
            return value >= minimum && value <= most
                ? (long)(ulong)(value & ulong.MaxValue)
                : throw Fault(MessagePackErrorNames.IntRange, start, $"The number {value} is no {type}.");
        }

        throw Fault(MessagePackErrorNames.InvalidValue, start, "The text is not an integer.");
    }

    /// <summary>Reads text as a float.</summary>
    private double ReadTextFloat()
    {
        long start = Consumed;
        string text = ReadString()!;
        if (readsNamedFloats && text is "NaN" or "Infinity" or "-Infinity")
        {
            return text == "NaN" ? double.NaN : text[0] == '-' ? double.NegativeInfinity : double.PositiveInfinity;
        }

        const NumberStyles Number = NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent;
        return readsTextNumbers && text.AsSpan().TrimStart('-') is [>= '0' and <= '9', ..] && double.TryParse(text, Number, CultureInfo.InvariantCulture, out double value)
            ? value
            : throw Fault(MessagePackErrorNames.InvalidValue, start, "The text is not a number.");
    }
}
