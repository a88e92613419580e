using Xunit;

namespace Hayapack.Tests.Limits;

/// <summary>The texts of errors that users meet first: the value, the limit, the path.</summary>
public class ErrorTextTests
{
    [Fact]
    public void AnIntegerOutOfRange()
    {
        Assert.Equal("300 does not fit into Byte, 0 to 255. (int_range at byte 1, $[0])", Text<List<byte>>(new[] { 300 }));
        Assert.Equal("-1 does not fit into UInt16, 0 to 65535. (int_range at byte 0, $)", Text<ushort>(-1));
        Assert.Equal("-1 does not fit into UInt64, 0 to 18446744073709551615. (int_range at byte 0, $)", Text<ulong>(-1));
        Assert.Equal(
            "18446744073709551615 does not fit into Int64, -9223372036854775808 to 9223372036854775807. (int_range at byte 0, $)",
            Text<long>(ulong.MaxValue));
        Assert.Equal(
            "1099511627776 does not fit into Int32, -2147483648 to 2147483647. (int_range at byte 2, $[1])",
            Text<int[]>(new[] { 1L, 1L << 40 }));
    }

    private static string Text<T>(object value)
    {
        byte[] packed = MessagePackSerializer.Serialize(value.GetType(), value);
        return Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<T>(packed)).Message;
    }
}
