using System.Globalization;
using Cases;
using MessagePack;
using MessagePack.Formatters;
using MessagePack.Resolvers;

namespace Oracle
{
    /// <summary>MessagePack-CSharp's options for each form.</summary>
    internal static class TheirForms
    {
        private static readonly MessagePackSerializerOptions Standard = MessagePackSerializerOptions.Standard;

        private static readonly Dictionary<Form, MessagePackSerializerOptions> All = new()
        {
            [Form.Standard] = Standard,
            [Form.Trusted] = Standard,
            [Form.Native] = Standard.WithResolver(CompositeResolver.Create(
                NativeDateTimeResolver.Instance, NativeGuidResolver.Instance, NativeDecimalResolver.Instance, StandardResolver.Instance)),
            [Form.EnumNames] = Standard.WithResolver(CompositeResolver.Create(DynamicEnumAsStringResolver.Instance, StandardResolver.Instance)),
            [Form.OldSpec] = Standard.WithOldSpec(),
            [Form.Expando] = ExpandoObjectResolver.Options,
            [Form.Custom] = Standard.WithResolver(CompositeResolver.Create(
                new IMessagePackFormatter[] { new HexFormatter() }, new IFormatterResolver[] { new UpperCaseResolver(), StandardResolver.Instance })),
        };

        public static MessagePackSerializerOptions Reading(Form form) => All[form];

        public static MessagePackSerializerOptions Writing(Form form) => All[form == Form.Expando ? Form.Standard : form];

        private sealed class UpperCaseResolver : IFormatterResolver
        {
            private readonly UpperCaseFormatter formatter = new();

            public IMessagePackFormatter<T>? GetFormatter<T>() => formatter as IMessagePackFormatter<T>;
        }
    }
}

namespace Cases
{
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
            reader.ReadArrayHeader();
            return new Money { Amount = options.Resolver.GetFormatterWithVerify<decimal>().Deserialize(ref reader, options), Currency = reader.ReadString() };
        }
    }

    public sealed partial class HexFormatter : IMessagePackFormatter<int>
    {
        public void Serialize(ref MessagePackWriter writer, int value, MessagePackSerializerOptions options) =>
            writer.Write(value.ToString("x", CultureInfo.InvariantCulture));

        public int Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
            int.Parse(reader.ReadString()!, NumberStyles.HexNumber, CultureInfo.InvariantCulture);
    }

    public sealed partial class UpperCaseFormatter : IMessagePackFormatter<string?>
    {
        public void Serialize(ref MessagePackWriter writer, string? value, MessagePackSerializerOptions options) =>
            writer.Write(value?.ToUpperInvariant());

        public string? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => reader.ReadString();
    }
}
