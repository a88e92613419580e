using System.Globalization;
using Hayapack;
using Hayapack.Formatters;

namespace Cases;

// Each formatter implements hayapack's interface and, if MessagePack-CSharp is referenced, its interface too.

/// <summary>Writes Money as an array of amount and currency. The resolver's formatter writes the amount.</summary>
public sealed partial class MoneyFormatter : IMessagePackFormatter<Money>
{
    public void Serialize(ref MessagePackWriter writer, Money value, MessagePackSerializerOptions options)
    {
        writer.WriteArrayHeader(2);
        options.Resolver.GetFormatterWithVerify<decimal>().Serialize(ref writer, value.Amount, options);
        writer.Write(value.Currency);
    }

    public Money Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        options.Security.DepthStep(ref reader);
        var amount = 0m;
        string? currency = null;
        var count = reader.ReadArrayHeader();
        for (var i = 0; i < count; i++)
        {
            switch (i)
            {
                case 0:
                    amount = options.Resolver.GetFormatterWithVerify<decimal>().Deserialize(ref reader, options);
                    break;
                case 1:
                    currency = reader.ReadString();
                    break;
                default:
                    reader.Skip();
                    break;
            }
        }

        reader.Depth--;
        return new Money { Amount = amount, Currency = currency };
    }
}

/// <summary>Writes an integer as a hexadecimal string.</summary>
public sealed partial class HexFormatter : IMessagePackFormatter<int>
{
    public void Serialize(ref MessagePackWriter writer, int value, MessagePackSerializerOptions options) =>
        writer.Write(value.ToString("x", CultureInfo.InvariantCulture));

    public int Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        int.Parse(reader.ReadString()!, NumberStyles.HexNumber, CultureInfo.InvariantCulture);
}

/// <summary>Writes a string in upper case.</summary>
public sealed partial class UpperCaseFormatter : IMessagePackFormatter<string?>
{
    public void Serialize(ref MessagePackWriter writer, string? value, MessagePackSerializerOptions options) => writer.Write(value?.ToUpperInvariant());

    public string? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => reader.ReadString();
}
