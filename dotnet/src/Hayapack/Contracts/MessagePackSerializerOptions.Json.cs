using System.Text.Json.Serialization;

namespace Hayapack;

public partial class MessagePackSerializerOptions
{
    private const JsonNumberHandling ReadableNumbers = JsonNumberHandling.AllowReadingFromString | JsonNumberHandling.AllowNamedFloatingPointLiterals;

    /// <summary>Gets which text <c>DeserializeFromJson</c> reads as numbers. The default is none.</summary>
    public JsonNumberHandling NumberHandling { get; private set; }

    /// <summary>Returns a copy with which <c>DeserializeFromJson</c> reads other text as numbers.</summary>
    /// <param name="numberHandling">
    /// <see cref="JsonNumberHandling.AllowReadingFromString"/> reads <c>"5"</c> and <c>"1.5e3"</c> as numbers where the type has one,
    /// <see cref="JsonNumberHandling.AllowNamedFloatingPointLiterals"/> <c>"NaN"</c>, <c>"Infinity"</c> and <c>"-Infinity"</c> as floats.
    /// </param>
    /// <returns>The copy.</returns>
    /// <exception cref="ArgumentOutOfRangeException">Another value, such as <see cref="JsonNumberHandling.WriteAsString"/>.</exception>
    public MessagePackSerializerOptions WithNumberHandling(JsonNumberHandling numberHandling)
    {
        if ((numberHandling & ~ReadableNumbers) != 0)
        {
            throw new ArgumentOutOfRangeException(nameof(numberHandling), numberHandling, "Numbers are not written as text.");
        }

        return With(copy => copy.NumberHandling = numberHandling);
    }
}
