using System.Runtime.Serialization;
#if MESSAGEPACK
using MessagePack;
#else
using Hayapack;
#endif

[assembly: Hayapack.GenerateFormatter(typeof(Cases.Contracts.PlainAccessors))]
[assembly: Hayapack.GenerateFormatter(typeof(Cases.Contracts.PlainPrivateSet))]
[assembly: Hayapack.GenerateFormatter(typeof(Cases.Contracts.PlainComputed))]
[assembly: Hayapack.GenerateFormatter(typeof(Cases.Contracts.PlainReadOnlyField))]
[assembly: Hayapack.GenerateFormatter(typeof(Cases.Contracts.PlainByConstructor))]
[assembly: Hayapack.GenerateFormatter(typeof(Cases.Contracts.PlainSetOnly))]
[assembly: Hayapack.GenerateFormatter(typeof(Cases.Contracts.PlainWithKey))]
[assembly: Hayapack.GenerateFormatter(typeof(Cases.Contracts.PlainOverriding))]
[assembly: Hayapack.GenerateFormatter(typeof(Cases.Contracts.PlainShadowing))]
[assembly: Hayapack.GenerateFormatter(typeof(Cases.Contracts.PlainStruct))]
[assembly: Hayapack.GenerateFormatter(typeof(Cases.Contracts.PlainReadOnlyStruct))]
[assembly: Hayapack.GenerateFormatter(typeof(Cases.Contracts.PlainRecord))]
[assembly: Hayapack.GenerateFormatter(typeof(Cases.Contracts.PlainRecordStruct))]
[assembly: Hayapack.GenerateFormatter(typeof(Cases.Contracts.PlainReadOnlyRecordStruct))]

namespace Cases.Contracts;

// Kinds of members of types without attributes, and of those whose private members are written.
#pragma warning disable CA1044, CA1047, CA1051, CA1052, CA1812, CA1823, CA1852, CA2211, CS0169, CS0414, CS0649, HAYA014, HAYA016, HAYA019, IDE0044, IDE0051, IDE0052

public class PlainAccessors
{
    public int Field;

    public int GetSet { get; set; }

    public int Init { get; init; }

    public virtual int Virtual { get; set; }

    public static int Static { get; set; }

    [IgnoreDataMember]
    public int Ignored { get; set; }

    protected int Protected { get; set; }

    internal int Internal { get; set; }

    public int this[int index] => index;
}

public class PlainPrivateSet
{
    public int Value { get; private set; }

    public int Other { get; set; }

    public static PlainPrivateSet Of(int value) => new() { Value = value, Other = 1 };
}

public class PlainComputed
{
    public int Value { get; set; }

    public int Twice => Value * 2;
}

public class PlainReadOnlyField
{
    public readonly int Field = 5;

    public int Other;

    public static PlainReadOnlyField Of(int value) => (PlainReadOnlyField)Kept.Set(new PlainReadOnlyField { Other = 2 }, nameof(Field), value);
}

public class PlainByConstructor(int field, int property)
{
    public readonly int Field = field;

    public int Property { get; } = property;
}

public class PlainWithKey
{
    [Key("other")]
    public int Value { get; set; }
}

public class PlainSetOnly
{
    private int value;

    public int Value { set => this.value = value; }

    public int Other { get; set; }
}

public class PlainOverriding : PlainAccessors
{
    public override int Virtual { get; set; }

    public int Own { get; set; }
}

public class PlainShadowing : PlainAccessors
{
    public new int GetSet { get; set; }

    public int Own { get; set; }

    public static PlainShadowing Of(int hidden, int own)
    {
        var made = new PlainShadowing { GetSet = own };
        ((PlainAccessors)made).GetSet = hidden;
        return made;
    }
}

public struct PlainStruct
{
    public int Field;

    public int Property { get; set; }

    public int Init { get; init; }
}

public readonly struct PlainReadOnlyStruct(int field, int property)
{
    public readonly int Field = field;

    public int Property { get; } = property;
}

public record PlainRecord(int First, string? Second)
{
    public int Third { get; init; }
}

public record struct PlainRecordStruct(int First, int Second);

public readonly record struct PlainReadOnlyRecordStruct(int First, int Second);

// Of the following, a public contract has no member that can be restored.
public readonly struct ClosedStruct
{
    private readonly int value;

    public ClosedStruct(int value, bool unrelated) => this.value = unrelated ? -value : value;

    public int Value => value;
}

public struct HiddenStruct
{
    private int value;

    public HiddenStruct(int given) => value = given;
}

public class HiddenReadOnlyField
{
    private readonly int value;

    public HiddenReadOnlyField()
    {
    }

    public HiddenReadOnlyField(int given) => value = given;
}

public readonly struct HiddenReadOnlyStruct(int given)
{
    private readonly int value = given;
}

public class HiddenKinds
{
    private int field;

    private int Property { get; set; }

    private int GetOnly { get; }

    public int Public { get; set; }

    protected int Protected { get; set; }

    public static HiddenKinds Of(int value)
    {
        var made = new HiddenKinds { field = value, Property = value + 1, Public = value + 2, Protected = value + 3 };
        return (HiddenKinds)Kept.Set(made, "<GetOnly>k__BackingField", value + 4);
    }
}

public class HiddenBase : HiddenKinds
{
    private int own;

    public static HiddenBase Of(int value, int own)
    {
        var made = new HiddenBase { own = own };
        Kept.Set(made, "field", value);
        return made;
    }
}

public class HiddenSetOnly
{
    private int value;

    public HiddenSetOnly()
    {
    }

    public HiddenSetOnly(int given) => value = given;

    private int Value { set => this.value = value; }
}

[MessagePackObject(true)]
public partial class AttributedHidden
{
    private readonly int field;

    private int property;

    public AttributedHidden()
    {
    }

    public AttributedHidden(int given, int other) => (field, property) = (given, other);

    public int Public { get; set; }
}

[MessagePackObject]
public partial class KeyedHidden
{
    [Key(0)]
    private readonly int field;

    [Key(1)]
    private int property;

    public KeyedHidden()
    {
    }

    public KeyedHidden(int given, int other) => (field, property) = (given, other);
}

#if !MESSAGEPACK2
[MessagePackObject(true, AllowPrivate = true)]
public partial class AllowsPrivate
{
    private readonly int field;

    private int other;

    public AllowsPrivate()
    {
    }

    public AllowsPrivate(int given, int second) => (field, other) = (given, second);

    private int Property { get; set; }

    public int Public { get; set; }

    public static AllowsPrivate Of(int value) => new(value, value + 1) { Property = value + 2, Public = value + 3 };
}

[MessagePackObject(AllowPrivate = true)]
public readonly partial struct KeyedPrivateStruct
{
    [Key(0)]
    private readonly int field;

    public KeyedPrivateStruct(int given, bool unrelated) => field = unrelated ? given : 0;
}
#endif
