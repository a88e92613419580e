using Xunit;

namespace Hayapack.Tests;

/// <summary>Messages that end inside of a key that is not text: the conversion to JSON must not end without an error.</summary>
public class JsonCutKeyTests
{
    [Theory]
    [InlineData("81C6C6", 1)]
    [InlineData("81C9A161", 1)]
    [InlineData("8201CD01", 2)]
    [InlineData("81A16181C991C1C0", 4)]
    [InlineData("81", 0)]
    public void Truncated(string hex, long offset)
    {
        foreach (MessagePackJsonForm form in new[] { MessagePackJsonForm.Plain, MessagePackJsonForm.Lossless })
        {
            var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.ConvertToJson(Convert.FromHexString(hex), form));
            Assert.Equal("truncated", fault.ErrorName);
            Assert.InRange(fault.Offset, 0, offset);
        }
    }
}
