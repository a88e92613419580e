using System.Text;
using Xunit;

namespace Hayapack.Tests;

/// <summary>
/// Compares text of all lengths from 0 to 200 with the runtime's UTF-8. Run again by the step dotnet/tests without vector
/// instructions.
/// </summary>
public class Utf8BlockTests
{
    private const byte Guard = 0xa5;

    private static readonly string[][] Alphabets =
    [
        ["a", " ", "\x7f", "\0"],
        ["a", "\x80", "\xe4", "\x7ff"],
        ["\x430", " ", "\x44f"],
        ["\x6771", "\x800", "\xd7ff", "\xe000", "\xffff", "\x3001"],
        ["a", "\x7f", "\x80", "\x7ff", "\x800", "\xd7ff", "\xe000", "\xffff"],
        ["a", "\xe4", "\x6771", "\ud800\udc00", "\udbff\udfff", "\ud83d\ude00"],
    ];

    [Fact]
    public void EachLength()
    {
        var random = new Random(4);
        foreach (string[] alphabet in Alphabets)
        {
            for (int length = 0; length <= 200; length++)
            {
                Same(Text(random, alphabet, length));
            }

            Same(Text(random, alphabet, 1300));
            Same(Text(random, alphabet, 4096));
            Same(Text(random, alphabet, 5000));
        }

        // A misleading first, middle and last character: the header is longer or shorter than estimated.
        foreach (int length in new[] { 8, 10, 11, 15, 16, 30, 31, 32, 80, 85, 86, 127, 128, 255, 256 })
        {
            Same("a" + new string('東', length));
            Same(new string('東', length) + "a");
            Same("東" + new string('a', length));
            Same(new string('a', length) + "東");
            Same("東" + new string('a', length / 2) + "東" + new string('a', length / 2) + "東");
        }
    }

    [Fact]
    public void NothingIsWrittenBeyondTheFreeBytes()
    {
        var random = new Random(5);
        foreach (string[] alphabet in Alphabets)
        {
            for (int length = 0; length <= 200; length++)
            {
                string text = Text(random, alphabet, length);
                byte[] bytes = new byte[(text.Length * 3) + Utf8Blocks.Slack + 64];
                Array.Fill(bytes, Guard);
                int read = Utf8Blocks.Convert(text, ref bytes[0], out int written);
                Assert.InRange(read, 0, text.Length);
                Assert.Equal(Encoding.UTF8.GetBytes(text[..read]), bytes[..written]);
                Assert.All(bytes[((text.Length * 3) + Utf8Blocks.Slack)..], one => Assert.Equal(Guard, one));
            }
        }
    }

    [Fact]
    public void LoneSurrogatesAreRefusedAtEachPlace()
    {
        foreach (char lone in new[] { '\ud800', '\udbff', '\udc00', '\udfff' })
        {
            for (int length = 1; length <= 40; length++)
            {
                for (int at = 0; at < length; at++)
                {
                    char[] text = new string('東', length).ToCharArray();
                    text[at] = lone;
                    var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Serialize(new string(text)));
                    Assert.Equal("lone_surrogate", fault.ErrorName);
                }
            }
        }
    }

    /// <summary>Text that is cut, or in which bytes are replaced, is decoded or refused as the runtime's strict decoder does it.</summary>
    [Fact]
    [Trait("Tier", "long")]
    public void DamagedBytesAreRefusedAsByTheRuntime()
    {
        var strict = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);
        byte[] edges = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff];
        var random = new Random(6);
        int decoded = 0, refused = 0;
        for (int turn = 0; turn < 60_000; turn++)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(Text(random, Alphabets[random.Next(Alphabets.Length)], 1 + random.Next(70)));
            bytes = bytes[..random.Next(1, bytes.Length + 1)];
            for (int damage = random.Next(3); damage > 0; damage--)
            {
                bytes[random.Next(bytes.Length)] = edges[random.Next(edges.Length)];
            }

            byte[] message = [0xda, (byte)(bytes.Length >> 8), (byte)bytes.Length, .. bytes];
            string? expected;
            try
            {
                expected = strict.GetString(bytes);
                decoded++;
            }
            catch (DecoderFallbackException)
            {
                expected = null;
                refused++;
            }

            if (expected is not null)
            {
                Assert.Equal(expected, MessagePackSerializer.Deserialize<string>(message));
            }
            else
            {
                var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<string>(message));
                Assert.Equal("invalid_utf8", fault.ErrorName);
            }
        }

        Assert.True(decoded > 10_000 && refused > 10_000, $"{decoded} decoded, {refused} refused");
    }

    private static string Text(Random random, string[] alphabet, int length)
    {
        var text = new StringBuilder();
        while (text.Length < length)
        {
            text.Append(alphabet[random.Next(alphabet.Length)]);
        }

        return text.ToString();
    }

    private static void Same(string text)
    {
        byte[] bytes = MessagePackSerializer.Serialize(text);
        var reader = new MessagePackReader(bytes);
        Assert.True(reader.TryReadStringSpan(out ReadOnlySpan<byte> utf8));
        Assert.True(utf8.SequenceEqual(Encoding.UTF8.GetBytes(text)), text);
        Assert.Equal(text.Length == 0 || utf8.Length <= 31 ? 1 : utf8.Length <= 255 ? 2 : utf8.Length <= 65535 ? 3 : 5, bytes.Length - utf8.Length);
        Assert.Equal(text, MessagePackSerializer.Deserialize<string>(bytes));
        byte[] two = MessagePackSerializer.Serialize(new[] { text, text });
        Assert.Equal([0x92, .. bytes, .. bytes], two);
    }
}
