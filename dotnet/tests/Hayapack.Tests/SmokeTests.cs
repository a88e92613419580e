using Xunit;

namespace Hayapack.Tests;

public class SmokeTests
{
    [Fact]
    public void IntegersComeBack()
    {
        var output = new System.Buffers.ArrayBufferWriter<byte>();
        long[] values = [0, 127, 128, 255, 256, 65535, 65536, uint.MaxValue, uint.MaxValue + 1L, long.MaxValue, -1, -32, -33, -128, -129, -32768, -32769, int.MinValue, int.MinValue - 1L, long.MinValue];
        var writer = new MessagePackWriter(output);
        foreach (long value in values)
        {
            writer.Write(value);
        }

        writer.Write("hi é");
        writer.Flush();
        var reader = new MessagePackReader(output.WrittenMemory);
        foreach (long value in values)
        {
            Assert.Equal(value, reader.ReadInt64());
        }

        Assert.Equal("hi é", reader.ReadString());
        Assert.True(reader.End);
    }
}
