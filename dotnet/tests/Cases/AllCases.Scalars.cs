using System.Collections;
using System.Numerics;
using System.Text;

namespace Cases;

public static partial class AllCases
{
    private static void Scalars(List<Case> list)
    {
        Integers(list);
        list.AddScalar("bool", maker => maker.Bool());
        list.AddScalar("float", maker => (float)maker.Double(), 0f, -0f, float.NaN, float.MaxValue, float.Epsilon);
        list.AddScalar("double", maker => maker.Double(), 0d, -0d, double.NaN, double.MaxValue, double.Epsilon);
        list.AddScalar("Half", maker => (Half)maker.Double(), Half.NaN, Half.MaxValue, Half.Epsilon);
        list.AddScalar("char", maker => (char)maker.Long(), '\0', 'a', '\u007f', '\u0080', '\ud800', '\uffff');
        list.AddScalar("Rune", maker => maker.Rune());
        list.AddScalar("decimal", maker => maker.Decimal(), 0m, -0m, 1.10m, decimal.MaxValue, decimal.MinValue, 0.0000000000000000000000000001m);
        list.AddScalar("Guid", maker => new Guid(maker.Bytes(16)), Guid.Empty);
        list.AddScalar<BigInteger>("BigInteger", maker => new BigInteger(maker.Bytes(maker.Below(40))), BigInteger.Zero, BigInteger.MinusOne, 128, -128, 255);
        list.AddScalar("Complex", maker => new Complex(maker.Double(), maker.Double()));
        list.AddScalar("Vector2", maker => new Vector2(F(maker), F(maker)));
        list.AddScalar("Vector3", maker => new Vector3(F(maker), F(maker), F(maker)));
        list.AddScalar("Vector4", maker => new Vector4(F(maker), F(maker), F(maker), F(maker)));
        list.AddScalar("Quaternion", maker => new Quaternion(F(maker), F(maker), F(maker), F(maker)));
        list.AddScalar("Matrix3x2", maker => new Matrix3x2(F(maker), F(maker), F(maker), F(maker), F(maker), F(maker)));
        list.AddScalar("Matrix4x4", maker => Matrix4x4.CreateFromYawPitchRoll(F(maker), F(maker), F(maker)), Matrix4x4.Identity);
        Times(list);
        Enums(list);
        list.AddObject("string", maker => maker.Text(), null, "", new string('x', 31), new string('x', 32), new string('é', 128), new string('x', 65535), new string('x', 65536));
        list.AddObject("Uri", maker => new Uri(maker.Bool() ? "https://example.com/" + Uri.EscapeDataString(maker.Key()) : "relative/" + maker.Below(1000), UriKind.RelativeOrAbsolute));
        list.AddObject("Version", maker => maker.Bool() ? new Version(maker.Below(100), maker.Below(100)) : new Version(1, maker.Below(9), maker.Below(999), maker.Below(65536)));
        list.AddObject("StringBuilder", maker => new StringBuilder(maker.Text()).Append(maker.Text()));
        list.AddObject("BitArray", maker => new BitArray(maker.Many(other => other.Bool())));
        list.AddObject<Type>("Type", maker => new[] { typeof(int), typeof(string), typeof(List<string>), typeof(Dictionary<int, Guid[]>) }[maker.Below(4)]);
        list.Add("scalars", "object", Boxed, null, 1, "text", true);
        list.Add<object?[]>("scalars", "object[]", maker => maker.Many(Boxed));
        list.Add<List<object?>>("scalars", "List<object>", maker => [.. maker.Many(Boxed)]);
        list.Add("scalars", "Dictionary<string, object>", maker => Map(maker, Boxed));
    }

    private static void Integers(List<Case> list)
    {
        list.AddScalar<sbyte>("sbyte", maker => (sbyte)maker.Long(), sbyte.MinValue, -33, -32, -1, 0, sbyte.MaxValue);
        list.AddScalar<byte>("byte", maker => (byte)maker.Long(), 0, 127, 128, 255);
        list.AddScalar<short>("short", maker => (short)maker.Long(), short.MinValue, -129, -128, -32, 127, 128, 255, 256, short.MaxValue);
        list.AddScalar<ushort>("ushort", maker => (ushort)maker.Long(), 127, 128, 255, 256, ushort.MaxValue);
        list.AddScalar("int", maker => maker.Int(), int.MinValue, -32769, -32768, 65535, 65536, int.MaxValue);
        list.AddScalar<uint>("uint", maker => (uint)maker.Long(), 65535, 65536, uint.MaxValue);
        list.AddScalar("long", maker => maker.Long(), long.MinValue, int.MinValue - 1L, uint.MaxValue, uint.MaxValue + 1L, long.MaxValue);
        list.AddScalar("ulong", maker => maker.ULong(), uint.MaxValue, uint.MaxValue + 1UL, ulong.MaxValue);
        list.AddScalar("Int128", maker => new Int128(maker.ULong(), maker.ULong()), Int128.MinValue, Int128.MaxValue, Int128.Zero, Int128.NegativeOne);
        list.AddScalar("UInt128", maker => new UInt128(maker.ULong(), maker.ULong()), UInt128.Zero, UInt128.MaxValue);
    }

    private static void Times(List<Case> list)
    {
        list.AddScalar("DateTime", maker => maker.Time(DateTimeKind.Utc), DateTime.UnixEpoch, DateTime.UnixEpoch.AddTicks(1), DateTime.UnixEpoch.AddTicks(-1));
        list.Add("scalars", "DateTime of unspecified kind", maker => maker.Time(DateTimeKind.Unspecified), DateTime.MinValue, DateTime.MaxValue);
        list.Add("scalars", "DateTime of local kind", maker => maker.Time(DateTimeKind.Local));
        list.AddScalar(
            "DateTimeOffset",
            maker => new DateTimeOffset(2000 + maker.Below(100), 1 + maker.Below(12), 1, maker.Below(24), maker.Below(60), 7, TimeSpan.FromMinutes(maker.Below(1681) - 840)),
            DateTimeOffset.UnixEpoch);
        list.AddScalar("TimeSpan", maker => new TimeSpan(maker.Long()), TimeSpan.Zero, TimeSpan.MinValue, TimeSpan.MaxValue);
        list.AddScalar("DateOnly", maker => DateOnly.FromDayNumber(maker.Below(DateOnly.MaxValue.DayNumber + 1)), DateOnly.MinValue, DateOnly.MaxValue);
        list.AddScalar("TimeOnly", maker => new TimeOnly((long)((ulong)maker.Long() % (ulong)TimeSpan.TicksPerDay)), TimeOnly.MinValue, TimeOnly.MaxValue);
    }

    private static void Enums(List<Case> list)
    {
        list.AddScalar("SmallEnum", maker => (SmallEnum)(byte)maker.Below(256), SmallEnum.None, SmallEnum.Last);
        list.AddScalar("Enum", maker => (WideEnum)maker.Int(), WideEnum.Negative, WideEnum.Large);
        list.AddScalar("LongEnum", maker => (LongEnum)maker.Long());
        list.AddScalar("ULongEnum", maker => (ULongEnum)maker.ULong());
        list.AddScalar("Flags", maker => (Choices)maker.Below(16));
    }

    private static float F(Maker maker) => (float)maker.Double();

    /// <summary>A value that MessagePack-CSharp can write as a member of type object.</summary>
    private static object? Boxed(Maker maker) => maker.Below(18) switch
    {
        0 => null,
        1 => maker.Bool(),
        2 => (sbyte)maker.Long(),
        3 => (byte)maker.Long(),
        4 => (short)maker.Long(),
        5 => (ushort)maker.Long(),
        6 => maker.Int(),
        7 => (uint)maker.Long(),
        8 => maker.Long(),
        9 => maker.ULong(),
        10 => (float)maker.Double(),
        11 => maker.Double(),
        12 => maker.Text(),
        13 => maker.Bytes(),
        14 => maker.Time(DateTimeKind.Utc),
        15 => maker.Many(other => (object?)other.Int()),
        16 => new Dictionary<object, object?> { [maker.Key()] = maker.Text(), [maker.Int()] = maker.Double() },
        _ => WideEnum.Large,
    };
}

public enum SmallEnum : byte
{
    None,
    One,
    Last = 255,
}

public enum WideEnum
{
    Negative = -70_000,
    Zero = 0,
    Large = 70_000,
}

public enum LongEnum : long
{
    Zero,
}

public enum ULongEnum : ulong
{
    Zero,
}

[Flags]
public enum Choices
{
    None = 0,
    First = 1,
    Second = 2,
    Third = 4,
    All = 7,
}
