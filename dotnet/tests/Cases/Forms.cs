using Hayapack;
using Hayapack.Formatters;
using Hayapack.Resolvers;

namespace Cases;

/// <summary>The sets of options with which cases are written and read.</summary>
public enum Form
{
    /// <summary>The standard options.</summary>
    Standard,

    /// <summary>The standard options with <see cref="MessagePackSecurity.TrustedData"/>, for keys without a collision-resistant comparer.</summary>
    Trusted,

    /// <summary>DateTime, Guid and decimal in their native (in-memory) encoding.</summary>
    Native,

    /// <summary>Enums by name.</summary>
    EnumNames,

    /// <summary>The format before 2013.</summary>
    OldSpec,

    /// <summary>Written with the standard options, read with maps as ExpandoObject.</summary>
    Expando,

    /// <summary>int and string with the custom formatters of these tests.</summary>
    Custom,
}

/// <summary>hayapack's options for each <see cref="Form"/>.</summary>
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

    /// <summary>Returns whether a type can be written but not read, because no type is looked up by a name on the wire.</summary>
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
