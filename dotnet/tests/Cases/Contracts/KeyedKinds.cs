using System.Runtime.Serialization;
#if MESSAGEPACK
using MessagePack;
#else
using Hayapack;
#endif

namespace Cases.Contracts;

// Kinds of members of types with attributes. The generator makes their formatters, and the tests also use the reflection.
#pragma warning disable CA1044, CA1047, CA1051, CA1052, CA1812, CA1823, CA1852, CA2211, CS0169, CS0414, CS0649, HAYA014, HAYA016, HAYA019, IDE0044, IDE0051, IDE0052

[MessagePackObject]
public class IntAccessors
{
    [Key(0)]
    public int GetSet { get; set; }

    [Key(1)]
    public int Field;

    [Key(2)]
    public int Init { get; init; }

    [Key(4)]
    public virtual int Virtual { get; set; }

    public static int Static { get; set; }

    [IgnoreMember]
    public int this[int index] => index;
}

[MessagePackObject]
public class IntPrivateSet
{
    [Key(0)]
    public int Value { get; private set; }

    [Key(1)]
    public int Other { get; set; }

    public static IntPrivateSet Of(int value) => new() { Value = value, Other = 1 };
}

[MessagePackObject]
public class IntComputed
{
    [Key(0)]
    public int Value { get; set; }

    [Key(1)]
    public int Twice => Value * 2;
}

[MessagePackObject]
public class IntByConstructor(int field, int property)
{
    [Key(0)]
    public readonly int Field = field;

    [Key(1)]
    public int Property { get; } = property;
}

[MessagePackObject]
public class IntReadOnlyFields
{
    [Key(0)]
    public readonly int Field;

    [Key(1)]
    public int Other;

    public static IntReadOnlyFields Of(int value) => (IntReadOnlyFields)Kept.Set(new IntReadOnlyFields { Other = 2 }, nameof(Field), value);
}

[MessagePackObject]
public class IntSetOnly
{
    private int value;

    [Key(0)]
    public int Value { set => this.value = value; }

    [Key(1)]
    public int Other { get; set; }
}

[MessagePackObject]
public class IntOverriding : IntAccessors
{
    [Key(4)]
    public override int Virtual { get; set; }

    [Key(5)]
    public int Own { get; set; }
}

[MessagePackObject]
public struct IntStruct
{
    [Key(0)]
    public int Field;

    [Key(1)]
    public int Property { get; set; }

    [Key(2)]
    public int Init { get; init; }
}

[MessagePackObject]
public readonly struct IntReadOnlyStruct(int field, int property)
{
    [Key(0)]
    public readonly int Field = field;

    [Key(1)]
    public int Property { get; } = property;
}

[MessagePackObject]
public record IntRecord([property: Key(0)] int First, [property: Key(1)] string? Second)
{
    [Key(2)]
    public int Third { get; init; }
}

[MessagePackObject]
public record struct IntRecordStruct([property: Key(0)] int First, [property: Key(1)] int Second);

[MessagePackObject]
public readonly record struct IntReadOnlyRecordStruct([property: Key(0)] int First, [property: Key(1)] int Second);

[MessagePackObject]
public class TextKeys
{
    [Key("get set")]
    public int GetSet { get; set; }

    [Key("field")]
    public int Field;

    [Key("own")]
    public int Own { get; init; }

    [Key("computed")]
    public int Computed => GetSet + 1;
}

[MessagePackObject]
public class TextSetOnly
{
    private int value;

    [Key("value")]
    public int Value { set => this.value = value; }

    [Key("other")]
    public int Other { get; set; }
}

[MessagePackObject(true)]
public class NameAccessors
{
    public int Field;

    public int GetSet { get; set; }

    public int Init { get; init; }

    public virtual int Virtual { get; set; }

    public static int Static { get; set; }

    [IgnoreMember]
    public int Ignored { get; set; }

    protected int Protected { get; set; }

    internal int Internal { get; set; }

    public int this[int index] => index;
}

[MessagePackObject(true)]
public class NamePrivateSet
{
    public int Value { get; private set; }

    public int Other { get; set; }

    public static NamePrivateSet Of(int value) => new() { Value = value, Other = 1 };
}

[MessagePackObject(true)]
public class NameComputed
{
    public int Value { get; set; }

    public int Twice => Value * 2;
}

[MessagePackObject(true)]
public class NameGetOnly
{
    public int Value { get; set; }

    public int GetOnly { get; } = 5;

    public static NameGetOnly Of(int value) => (NameGetOnly)Kept.Set(new NameGetOnly { Value = 1 }, "<GetOnly>k__BackingField", value);
}

[MessagePackObject(true)]
public class NameReadOnlyField
{
    public readonly int Field = 5;

    public int Other;

    public static NameReadOnlyField Of(int value) => (NameReadOnlyField)Kept.Set(new NameReadOnlyField { Other = 2 }, nameof(Field), value);
}

[MessagePackObject(true)]
public class NameByConstructor(int field, int property)
{
    public readonly int Field = field;

    public int Property { get; } = property;
}

[MessagePackObject(true)]
public class NameSetOnly
{
    private int value;

    public int Value { set => this.value = value; }

    public int Other { get; set; }
}

[MessagePackObject(true)]
public class NameAndKey
{
    [Key("with space")]
    public int Named { get; set; }

    [Key("field key")]
    public int Field;

    public int Other { get; set; }
}

[MessagePackObject(true)]
public class NameAndSwappedKey
{
    [Key("Second")]
    public int First { get; set; }

    [Key("third")]
    public int Second { get; set; }
}

public class NamedField
{
    public int Shared;
}

[MessagePackObject(true)]
public class NameHidingField : NamedField
{
    public new int Shared { get; set; }

    public static NameHidingField Of(int hidden, int own)
    {
        var made = new NameHidingField { Shared = own };
        ((NamedField)made).Shared = hidden;
        return made;
    }
}

[MessagePackObject(true)]
public class NameOverriding : NameAccessors
{
    public override int Virtual { get; set; }

    public int Own { get; set; }
}

[MessagePackObject(true)]
public class NameShadowing : NameAccessors
{
    public new int GetSet { get; set; }

    public int Own { get; set; }

    public static NameShadowing Of(int hidden, int own)
    {
        var made = new NameShadowing { GetSet = own };
        ((NameAccessors)made).GetSet = hidden;
        return made;
    }
}

[MessagePackObject(true)]
public struct NameStruct
{
    public int Field;

    public int Property { get; set; }

    public int Init { get; init; }
}

[MessagePackObject(true)]
public readonly struct NameReadOnlyStruct(int field, int property)
{
    public readonly int Field = field;

    public int Property { get; } = property;
}

[MessagePackObject(true)]
public record NameRecord(int First, string? Second)
{
    public int Third { get; init; }
}

[MessagePackObject(true)]
public record struct NameRecordStruct(int First, int Second);

[MessagePackObject(true)]
public readonly record struct NameReadOnlyRecordStruct(int First, int Second);

[DataContract]
public class DataNames
{
    [DataMember(Name = "second")]
    public int Second { get; set; }

    [DataMember]
    public int First;

    [DataMember]
    public int Init { get; init; }

    public int Absent { get; set; }
}

[DataContract]
public class DataPrivateSet
{
    [DataMember]
    public int Value { get; private set; }

    public static DataPrivateSet Of(int value) => new() { Value = value };
}

[DataContract]
public class DataOrders
{
    [DataMember(Order = 1)]
    public int Second { get; set; }

    [DataMember(Order = 0)]
    public int First;
}

[DataContract]
public class DataComputed
{
    [DataMember]
    public int Value { get; set; }

    [DataMember]
    public int Twice => Value * 2;
}

[DataContract]
public record DataRecord([property: DataMember] int First, [property: DataMember(Name = "2")] int Second);
