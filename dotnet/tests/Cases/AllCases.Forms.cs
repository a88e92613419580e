using System.Numerics;

namespace Cases;

/// <summary>Cases for encodings that are selected by options or custom formatters.</summary>
public static partial class AllCases
{
    private static void FormsOfValues(List<Case> list)
    {
        Native(list);
        EnumNames(list);
        OldSpec(list);
        CustomFormats(list);
        list.Add("forms", "object, maps as ExpandoObject", Form.Expando, maker => Open(maker, 3));
        list.Add("forms", "ExpandoObject, maps as ExpandoObject", Form.Expando, maker =>
        {
            var made = new System.Dynamic.ExpandoObject();
            foreach (var (key, value) in Map(maker, other => Open(other, 2)))
            {
                made.TryAdd(key, value);
            }

            return made;
        });
    }

    private static void Native(List<Case> list)
    {
        list.Add("forms", "DateTime, native", Form.Native, maker => maker.Time(DateTimeKind.Utc), DateTime.MinValue, DateTime.MaxValue, DateTime.UnixEpoch);
        list.Add("forms", "DateTime of unspecified kind, native", Form.Native, maker => maker.Time(DateTimeKind.Unspecified));
        list.Add("forms", "DateTime?, native", Form.Native, maker => maker.Maybe(other => other.Time(DateTimeKind.Utc)));
        list.Add("forms", "DateTime[], native", Form.Native, maker => maker.Many(other => other.Time(DateTimeKind.Utc)));
        list.Add<List<DateTime>>("forms", "List<DateTime>, native", Form.Native, maker => [.. maker.Many(other => other.Time(DateTimeKind.Utc))]);
        list.Add("forms", "Guid, native", Form.Native, maker => new Guid(maker.Bytes(16)), Guid.Empty);
        list.Add("forms", "Guid?, native", Form.Native, maker => maker.Maybe(other => new Guid(other.Bytes(16))));
        list.Add("forms", "Guid[], native", Form.Native, maker => maker.Many(other => new Guid(other.Bytes(16))));
        list.Add<List<Guid?>>("forms", "List<Guid?>, native", Form.Native, maker => [.. maker.Many(third => third.Maybe(other => new Guid(other.Bytes(16))))]);
        list.Add("forms", "decimal, native", Form.Native, maker => maker.Decimal(), 0m, -0m, 1.10m, decimal.MaxValue, decimal.MinValue);
        list.Add("forms", "decimal?, native", Form.Native, maker => maker.Maybe(other => other.Decimal()));
        list.Add("forms", "decimal[], native", Form.Native, maker => maker.Many(other => other.Decimal()));
        list.Add("forms", "Dictionary<Guid, decimal>, native", Form.Native, maker => maker.Many(other => other.Decimal()).Distinct().ToDictionary(_ => new Guid(maker.Bytes(16))));
        list.Add("forms", "IndexedObject, native", Form.Native, Indexed);
        list.Add("forms", "PropertyNames, native", Form.Native, Properties);
    }

    private static void EnumNames(List<Case> list)
    {
        list.Add("forms", "SmallEnum by name", Form.EnumNames, maker => (SmallEnum)(byte)maker.Below(256), SmallEnum.None, SmallEnum.Last);
        list.Add("forms", "Enum by name", Form.EnumNames, maker => (WideEnum)maker.Int(), WideEnum.Negative, WideEnum.Large);
        list.Add("forms", "Enum? by name", Form.EnumNames, maker => maker.Maybe(_ => WideEnum.Large));
        list.Add("forms", "Flags by name", Form.EnumNames, maker => (Choices)maker.Below(16), Choices.All, Choices.First | Choices.Third);
        list.Add("forms", "Flags[] by name", Form.EnumNames, maker => maker.Many(other => (Choices)other.Below(8)));
        list.Add("forms", "RenamedEnum by name", Form.EnumNames, maker => (RenamedEnum)maker.Below(4));
        list.Add("forms", "RenamedFlags by name", Form.EnumNames, maker => (RenamedFlags)maker.Below(8));
        list.Add("forms", "Dictionary<SmallEnum, int> by name", Form.EnumNames, maker => new Dictionary<SmallEnum, int> { [SmallEnum.One] = maker.Int(), [SmallEnum.Last] = 1 });
        list.Add("forms", "IndexedObject, enums by name", Form.EnumNames, Indexed);
        list.Add("forms", "PropertyNames, enums by name", Form.EnumNames, Properties);
    }

    private static void OldSpec(List<Case> list)
    {
        list.Add("forms", "string, old format", Form.OldSpec, maker => maker.Text(), null, "", new string('x', 31), new string('x', 32), new string('é', 127), new string('x', 255), new string('x', 65536));
        list.Add("forms", "byte[], old format", Form.OldSpec, OldBytes, null, [], new byte[31], new byte[256], new byte[65535], new byte[65536]);
        list.Add("forms", "string[], old format", Form.OldSpec, maker => maker.Many(other => other.Text()));
        list.Add("forms", "Dictionary<string, byte[]>, old format", Form.OldSpec, maker => Map(maker, OldBytes));
        list.Add("forms", "BigInteger, old format", Form.OldSpec, maker => new BigInteger(maker.Bytes(maker.Below(32))));
        list.Add("forms", "int[], old format", Form.OldSpec, maker => maker.Many(other => other.Int()));
        list.Add("forms", "Uri, old format", Form.OldSpec, maker => new Uri("https://example.com/" + new string('a', maker.Length())));
        list.Add("forms", "HoledObject, old format", Form.OldSpec, maker => new HoledObject { First = maker.Int(), Second = maker.Text(), Third = maker.Bool() });
        list.Add("forms", "PropertyNames, old format", Form.OldSpec, Properties);
        list.Add<IShape?>("forms", "IShape, old format", Form.OldSpec, maker => Shape(maker, 3));
        list.Add("forms", "object, old format", Form.OldSpec, maker => Open(maker, 2, bytes: false));
    }

    private static void CustomFormats(List<Case> list)
    {
        list.Add("forms", "Money", Form.Standard, Amount);
        list.Add("forms", "Money?", Form.Standard, maker => maker.Maybe(Amount));
        list.Add("forms", "Money[]", Form.Standard, maker => maker.Many(Amount));
        list.Add("forms", "Dictionary<string, Money>", Form.Standard, maker => Map(maker, Amount));
        list.Add("forms", "WithFormatters", Form.Standard, Formatted);
        list.Add("forms", "int, custom", Form.Custom, maker => maker.Int());
        list.Add("forms", "int[], custom", Form.Custom, maker => maker.Many(other => other.Int()));
        list.Add<List<int>>("forms", "List<int>, custom", Form.Custom, maker => [.. maker.Many(other => other.Int())]);
        list.Add("forms", "int?, custom", Form.Custom, maker => maker.Maybe(other => other.Int()));
        list.Add<List<int?>>("forms", "List<int?>, custom", Form.Custom, maker => [.. maker.Many(other => other.Maybe(third => third.Int()))]);
        list.Add("forms", "(int, string), custom", Form.Custom, maker => (maker.Int(), maker.Text().ToUpperInvariant()));
        list.Add("forms", "string[], custom", Form.Custom, maker => maker.Many(other => other.Text().ToUpperInvariant()));
        list.Add<List<string>>("forms", "List<string>, custom", Form.Custom, maker => [.. maker.Many(other => other.Text().ToUpperInvariant())]);
        list.Add("forms", "Dictionary<int, string>, custom", Form.Custom, maker => maker.Many(other => other.Int()).Distinct().ToDictionary(item => item, item => "K" + item));
        list.Add("forms", "WithFormatters, custom", Form.Custom, Formatted);
        list.Add("forms", "IndexedObject, custom", Form.Custom, Indexed);
        list.Add("forms", "PropertyNames, custom", Form.Custom, Properties);
    }

    /// <summary>Not 32 to 255 bytes: MessagePack-CSharp writes those as str8, which the old format lacks; an intended difference.</summary>
    private static byte[] OldBytes(Maker maker) => maker.Bytes(maker.Bool() ? maker.Below(32) : 256 + maker.Below(40));

    private static Money Amount(Maker maker) => new() { Amount = maker.Decimal(), Currency = maker.MaybeObject(other => other.Key()) };

    private static WithFormatters Formatted(Maker maker) => new()
    {
        Price = Amount(maker),
        Mask = maker.Int(),
        Prices = maker.MaybeObject(other => other.Many(Amount)),
        Text = maker.MaybeObject(other => other.Text().ToUpperInvariant()),
    };

    private static PropertyNames Properties(Maker maker) => new()
    {
        Id = maker.Int(),
        Name = maker.Text(),
        Ticks = maker.Long(),
        Price = maker.Decimal(),
        Length = maker.Maybe(other => new TimeSpan(other.Long())),
        Choices = (Choices)maker.Below(8),
    };

    /// <summary>A value of type object: scalars, lists, and maps with string keys. No times, which the old format lacks.</summary>
    private static object? Open(Maker maker, int depth, bool bytes = true) => maker.Below(depth > 0 ? 9 : 6) switch
    {
        0 => null,
        1 => maker.Bool(),
        2 => maker.Long(),
        3 => maker.Double(),
        4 => maker.Text(),
        5 => bytes ? maker.Bytes() : maker.Key(),
        6 => maker.Many(other => Open(other, depth - 1, bytes)),
        _ => Map(maker, other => Open(other, depth - 1, bytes)).ToDictionary(pair => (object)pair.Key, pair => pair.Value),
    };
}
