using System.Buffers;
using Microsoft.AspNetCore.SignalR.Protocol;
using Microsoft.Extensions.Options;
using Xunit;

namespace Hayapack.SignalR.Tests;

/// <summary>Frames that are malformed, too long, or do not fit the method.</summary>
public class HostileTests
{
    private static readonly HayapackHubProtocol Protocol = new();

    [Theory]
    [InlineData("", "truncated", 0)] // no message
    [InlineData("C0", "unexpected_type", 0)] // not an array
    [InlineData("DDFFFFFFFF", "truncated", 0)] // 4,294,967,295 items
    [InlineData("91A131", "unexpected_type", 1)] // a type that is text
    [InlineData("95018F", null, -1)] // 15 headers without bytes
    [InlineData("9501DFFFFFFFFF", null, -1)] // 4,294,967,295 headers
    [InlineData("950180A131C1", "reserved_byte", 5)] // a target of the byte that is never used
    [InlineData("950180A131A2C328", "invalid_utf8", -1)] // a target that is not UTF-8
    [InlineData("950180A131DBFFFFFFFF", null, -1)] // a target of 4 GiB
    [InlineData("950180A131C0", "", -1)] // no target
    [InlineData("950180A131A0", "", -1)] // an empty target
    [InlineData("940280C001", "", -1)] // a stream item with nil for its identifier
    [InlineData("950480C0A15490", "", -1)] // a stream invocation without identifier
    [InlineData("940180A131", "", -1)] // an invocation of 4 items
    [InlineData("930280A131", "", -1)] // a stream item of 3 items
    [InlineData("930380A131", "", -1)] // a completion of 3 items
    [InlineData("940380A13101", "", -1)] // an error without text
    [InlineData("940380A13103", "", -1)] // a result without value
    [InlineData("940380A13104", "", -1)] // a kind of result that does not exist
    [InlineData("9205C0", "", -1)] // a cancellation of 2 items
    [InlineData("9107", "", -1)] // a close message of 1 item
    [InlineData("9307C0C0", "unexpected_type", 3)] // nil for a boolean
    [InlineData("9108", "", -1)] // no sequence number
    [InlineData("9208CFFFFFFFFFFFFFFFFF", null, -1)] // a sequence number above long
    [InlineData("930582A141A131A141A132A131", "", -1)] // a header twice
    [InlineData("930581A0A131A131", "", -1)] // a header without name
    public void AMalformedMessageIsInvalidData(string hex, string? error, int offset)
    {
        InvalidDataException found = Assert.Throws<InvalidDataException>(() => Parse(Frame(hex)));
        if (error == "")
        {
            Assert.Null(found.InnerException);
        }
        else
        {
            MessagePackSerializationException fault = Assert.IsType<MessagePackSerializationException>(found.InnerException);
            Assert.Equal(error ?? fault.ErrorName, fault.ErrorName);
            Assert.Equal(offset < 0 ? fault.Offset : offset, fault.Offset);
            Assert.Contains(fault.Message, found.Message, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("960180A131A15492010290")] // two arguments for one parameter
    [InlineData("960180A131A1549090")] // none
    [InlineData("960180A131A15491A17890")] // text for a number
    [InlineData("960180A131A15491C090")] // nil for a number
    [InlineData("960180A131A154C0")] // nil for the arguments
    [InlineData("960180A131A154DDFFFFFFFF")] // 4,294,967,295 arguments
    [InlineData("960180A131A15491")] // arguments that are cut off
    [InlineData("960180A131A7756E6B6E6F776E910190")] // a method that does not exist
    public void ArgumentsThatDoNotFitAreABindingFailure(string hex)
    {
        var failure = Assert.IsType<InvocationBindingFailureMessage>(Parse(Frame(hex)));
        Assert.Equal("1", failure.InvocationId);
        Assert.NotNull(failure.BindingFailure.SourceException);
        var stream = Assert.IsType<InvocationBindingFailureMessage>(Parse(Frame(hex.Replace("960180", "960480", StringComparison.Ordinal))));
        Assert.Equal(failure.Target, stream.Target);
    }

    [Fact]
    public void ADeepArgumentIsABindingFailure()
    {
        string nested = string.Concat(Enumerable.Repeat("91", 100_000)) + "C0";
        var failure = Assert.IsType<InvocationBindingFailureMessage>(Parse(Frame("960180A131A15491" + nested + "90"), new Binder([typeof(object)])));
        var fault = Assert.IsType<MessagePackSerializationException>(failure.BindingFailure.SourceException.InnerException);
        Assert.Equal("too_deep", fault.ErrorName);
    }

    [Fact]
    public void AStreamItemThatDoesNotFitIsABindingFailure()
    {
        var failure = Assert.IsType<StreamBindingFailureMessage>(Parse(Frame("940280A131A178"), new Binder([], typeof(int))));
        Assert.Equal("1", failure.Id);
        Assert.IsType<StreamBindingFailureMessage>(Parse(Frame("940280A13101"), new Binder([])));
    }

    [Fact]
    public void AResultThatDoesNotFitIsAnError()
    {
        var completion = Assert.IsType<CompletionMessage>(Parse(Frame("950380A13103A178"), new Binder([], typeof(int))));
        Assert.False(completion.HasResult);
        Assert.Contains("Int32", completion.Error, StringComparison.Ordinal);
        Assert.True(Assert.IsType<CompletionMessage>(Parse(Frame("950380A1310391C3"), new Binder([]))).HasResult); // nobody waits
    }

    [Fact]
    public void LengthsAreLimited()
    {
        var protocol = new HayapackHubProtocol(Options.Create(new HayapackHubProtocolOptions { MaximumMessageLength = 100 }));
        Assert.IsType<PingMessage>(Parse(Frame("9106"), null, protocol));
        Assert.Throws<InvalidDataException>(() => Parse([101], null, protocol)); // before the message is there
        Assert.Throws<InvalidDataException>(() => Parse([0xff, 0xff, 0xff, 0xff, 0x07], null, protocol));
        Assert.Throws<InvalidDataException>(() => Parse([0xff, 0xff, 0xff, 0xff, 0x08])); // over 2 GiB
        Assert.Throws<InvalidDataException>(() => Parse([0x80, 0x80, 0x80, 0x80, 0x80])); // 6 bytes
        Assert.Throws<ArgumentOutOfRangeException>(() => new HayapackHubProtocolOptions { MaximumMessageLength = 0 });
    }

    [Fact]
    public void UnknownTypesAreSkippedAndLaterItemsIgnored()
    {
        byte[] two = [.. Frame("9220C0"), .. Frame("9106")];
        Assert.IsType<PingMessage>(Parse(two));
        Assert.IsType<PingMessage>(Parse(Frame("9206C0")));
    }

    /// <summary>Each change of one byte gives a message, a wait for more, a skipped message or InvalidDataException.</summary>
    [Fact]
    public void ChangedBytesGiveNoOtherErrors()
    {
        byte[][] messages =
        [
            Protocol.GetMessageBytes(new InvocationMessage("1", "Send", [7], ["a"]) { Headers = new Dictionary<string, string> { ["h"] = "v" } }).ToArray(),
            Protocol.GetMessageBytes(new CompletionMessage("1", null, 7, true)).ToArray(),
            Protocol.GetMessageBytes(new StreamItemMessage("1", 7)).ToArray(),
            Protocol.GetMessageBytes(new CloseMessage("over", true)).ToArray(),
        ];
        int tried = 0;
        foreach (byte[] message in messages)
        {
            for (int at = 0; at < message.Length; at++)
            {
                for (int value = 0; value < 256; value++)
                {
                    byte[] changed = [.. message];
                    changed[at] = (byte)value;
                    try
                    {
                        Parse(changed, new Binder([typeof(int)], typeof(int)));
                    }
                    catch (InvalidDataException)
                    {
                    }

                    tried++;
                }
            }
        }

        Assert.True(tried > 10_000);
    }

    private static HubMessage? Parse(byte[] frames, Binder? binder = null, HayapackHubProtocol? protocol = null)
    {
        var input = new ReadOnlySequence<byte>(frames);
        return (protocol ?? Protocol).TryParseMessage(ref input, binder ?? new Binder([typeof(int)], typeof(int)), out HubMessage? message) ? message : null;
    }

    private static byte[] Frame(string hex)
    {
        byte[] payload = Convert.FromHexString(hex);
        var prefix = new List<byte>();
        uint rest = (uint)payload.Length;
        for (; rest > 0x7f; rest >>= 7)
        {
            prefix.Add((byte)(rest | 0x80));
        }

        return [.. prefix, (byte)rest, .. payload];
    }
}
