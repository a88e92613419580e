using Hayapack.Generator.Tests.Models;
using Hayapack.Generator.Tests.Support;

namespace Hayapack.Generator.Tests;

/// <summary>Strings of the lengths around the SIMD vector sizes, with a non-ASCII character at every index.</summary>
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

    [Fact]
    public unsafe void Text_at_the_end_of_a_page_is_read_to_its_end_only()
    {
        const int page = 4096;
        byte* memory = (byte*)System.Runtime.InteropServices.NativeMemory.AlignedAlloc(2 * page, page);
        try
        {
            new Span<char>(memory, page).Fill('é');
            for (int length = 0; length <= 20; length++)
            {
                for (int after = 0; after <= 40; after++)
                {
                    Span<char> text = new(memory + page - (2 * (length + after)), length);
                    text.Fill('t');
                    var writer = new System.Buffers.ArrayBufferWriter<byte>();
                    var message = new MessagePackWriter(writer);
                    message.Write(text);
                    message.Flush();
                    Assert.Equal(new string('t', length), new MessagePackReader(writer.WrittenMemory).ReadString());
                    text.Fill('é');
                }
            }
        }
        finally
        {
            System.Runtime.InteropServices.NativeMemory.AlignedFree(memory);
        }
    }

    [Theory]
    [InlineData(10, 20)]
    [InlineData(4096, 4097)]
    [InlineData(4097, 0)]
    [InlineData(70_000, 70_000)]
    public void Members_of_any_length_are_written_in_their_order(int first, int second)
    {
        Texts value = new() { Number = 70_000, First = new string('a', first), Between = 1.5, Second = new string('é', second), Last = true };
        Texts read = Wire.RoundTrip(value);
        Assert.Equal((value.Number, value.First, value.Between, value.Second, value.Last), (read.Number, read.First, read.Between, read.Second, read.Last));
        Assert.Null(read.Nothing);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(20)]
    [InlineData(40)]
    [InlineData(5000)]
    public void A_lone_surrogate_in_a_member_is_an_error_at_its_offset(int before)
    {
        const int offset = 6;
        string text = new string('a', before) + '\ud800' + "b";
        MessagePackSerializationException error = Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Serialize(new Texts { Number = 70_000, First = text }));
        Assert.Equal((MessagePackErrorNames.LoneSurrogate, offset), (error.ErrorName, error.Offset));
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
