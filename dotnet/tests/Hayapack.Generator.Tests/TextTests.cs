using Hayapack.Generator.Tests.Support;

namespace Hayapack.Generator.Tests;

/// <summary>Text of every length around the vector widths, with a character that is not ASCII at every place.</summary>
public class TextTests
{
    [Fact]
    public void Every_length_with_a_wide_character_anywhere_is_written_as_UTF_8_and_read_again()
    {
        for (int length = 0; length <= 70; length++)
        {
            string ascii = string.Concat(Enumerable.Range(0, length).Select(i => (char)(' ' + (i % 95))));
            Check(ascii);
            for (int at = 0; at < length; at++)
            {
                Check(string.Concat(ascii.AsSpan(0, at), "é", ascii.AsSpan(at + 1)));
                Check(string.Concat(ascii.AsSpan(0, at), "\u20ac\U0001f600", ascii.AsSpan(at + 1)));
            }
        }

        Check(new string('x', 300) + "ä");
        Check(new string('x', 70000));

        static void Check(string text)
        {
            byte[] expected = System.Text.Encoding.UTF8.GetBytes(text);
            var writer = new System.Buffers.ArrayBufferWriter<byte>();
            var message = new MessagePackWriter(writer);
            message.Write(text);
            message.Flush();
            Assert.True(writer.WrittenSpan.EndsWith(expected));
            var reader = new MessagePackReader(writer.WrittenMemory);
            Assert.Equal(text, reader.ReadString());
            Assert.True(reader.End);
        }
    }

    [Theory]
    [InlineData("a1ff")]
    [InlineData("a8616161616161e4bd")]
    [InlineData("b161616161616161616161616161616161c3")]
    public void Bad_UTF_8_is_refused(string hex)
    {
        byte[] bytes = Convert.FromHexString(hex);
        MessagePackSerializationException error = Assert.Throws<MessagePackSerializationException>(() => new MessagePackReader(bytes).ReadString());
        Assert.Equal((MessagePackErrorNames.InvalidUtf8, 0), (error.ErrorName, error.Offset));
    }
}
