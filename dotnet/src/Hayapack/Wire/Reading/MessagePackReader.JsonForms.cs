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

    private DateTime ReadJsonTime()
    {
        long start = Consumed;
        string text = ReadString()!;
        bool isIso = text.Length > 10 && text[4] == '-' && text[7] == '-' && text[10] == 'T';
        return isIso && DateTime.TryParse(
            text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal, out DateTime time)
            ? time
            : throw Fault(MessagePackErrorNames.InvalidValue, start, "The text is not a time as in ISO 8601, such as 2026-01-02T03:04:05Z.");
    }
}
