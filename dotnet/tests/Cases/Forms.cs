using Hayapack;
using Hayapack.Formatters;
using Hayapack.Resolvers;

namespace Cases;

/// <summary>Options other than the standard ones, by which a case is written and read.</summary>
public enum Form
{
    /// <summary>The standard options.</summary>
    Standard,

    /// <summary>The standard options with <see cref="MessagePackSecurity.TrustedData"/>: keys without a comparer that resists collisions.</summary>
    Trusted,

    /// <summary>DateTime, Guid and decimal as they are in memory.</summary>
    Native,

    /// <summary>Enums by name.</summary>
    EnumNames,

    /// <summary>The format before 2013.</summary>
    OldSpec,

    /// <summary>Written with the standard options, read with maps as ExpandoObject.</summary>
    Expando,

    /// <summary>int and string by formatters of this program.</summary>
    Custom,
}

/// <summary>hayapack's options for each form.</summary>
public static class Forms
{
    private static readonly MessagePackSerializerOptions Standard = MessagePackSerializerOptions.Standard;

    private static readonly Dictionary<Form, MessagePackSerializerOptions> All = new()
    {
        [Form.Standard] = Standard,
        [Form.Trusted] = Standard.WithSecurity(MessagePackSecurity.TrustedData),
        [Form.Native] = Standard.WithResolver(CompositeResolver.Create(
            NativeDateTimeResolver.Instance, NativeGuidResolver.Instance, NativeDecimalResolver.Instance, StandardResolver.Instance)),
        [Form.EnumNames] = Standard.WithResolver(CompositeResolver.Create(DynamicEnumAsStringResolver.Instance, StandardResolver.Instance)),
        [Form.OldSpec] = Standard.WithOldSpec(),
        [Form.Expando] = ExpandoObjectResolver.Options,
        [Form.Custom] = Standard.WithResolver(CompositeResolver.Create([new HexFormatter()], [new UpperCaseResolver(), StandardResolver.Instance])),
    };

    /// <summary>Types that are written but not read: a name on the wire is not looked up.</summary>
    public static bool IsNotRead(string name) => name is "Type" or "Type[]" or "List<Type>";

    /// <summary>The options for reading.</summary>
    public static MessagePackSerializerOptions Reading(Form form) => All[form];

    /// <summary>The options for writing.</summary>
    public static MessagePackSerializerOptions Writing(Form form) => All[form == Form.Expando ? Form.Standard : form];

    private sealed class UpperCaseResolver : IFormatterResolver
    {
        private readonly UpperCaseFormatter formatter = new();

        public IMessagePackFormatter<T>? GetFormatter<T>() => formatter as IMessagePackFormatter<T>;
    }
}
