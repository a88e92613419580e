using System.Buffers;
using Hayapack.Resolvers;
using Nerdbank.Streams;
using StreamJsonRpc;
using StreamJsonRpc.Protocol;
using Xunit;

namespace Hayapack.StreamJsonRpc.Tests;

/// <summary>The bytes of messages: the same as StreamJsonRpc's formatter, and what is said of damaged ones.</summary>
public class MessageTests
{
    private static readonly string[] CommonNames = ["positional", "typed", "named", "object", "none", "notification", "text id", "traced", "result", "nil", "error", "bare error"];

    public static TheoryData<string> Names => new(CommonNames);

    [Theory]
    [MemberData(nameof(Names))]
    public void BytesAreThoseOfStreamJsonRpc(string name) =>
        Assert.Equal(Convert.ToHexString(Write(Side.Theirs, Make(name))), Convert.ToHexString(Write(Side.Ours, Make(name))));

    [Theory]
    [MemberData(nameof(Names))]
    public void MessagesAreReadAlike(string name)
    {
        byte[] bytes = Write(Side.Theirs, Make(name));
        Assert.Equal(Describe(Read(Side.Theirs, bytes)), Describe(Read(Side.Ours, bytes)));
        Assert.Equal(Describe(Read(Side.Ours, bytes)), Describe(new HayapackFormatter().Deserialize(Pieces(bytes))));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void EveryPrefixIsAnErrorWithItsPlace(string name)
    {
        byte[] bytes = Write(Side.Ours, Make(name));
        for (int length = 0; length < bytes.Length; length++)
        {
            MessagePackSerializationException error = Fault(bytes[..length]);
            Assert.Equal("truncated", error.ErrorName);
            Assert.InRange(error.Offset, 0, length);
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void EveryChangedByteIsReadOrAnErrorWithAName(string name)
    {
        byte[] bytes = Write(Side.Ours, Make(name));
        for (int at = 0; at < bytes.Length; at++)
        {
            for (int changed = 0; changed < 256; changed += 5)
            {
                byte[] damaged = [.. bytes];
                damaged[at] = (byte)changed;
                try
                {
                    Describe(Read(Side.Ours, damaged));
                }
                catch (Exception error) when (error is MessagePackSerializationException or RpcArgumentDeserializationException)
                {
                }
            }
        }
    }

    [Theory]
    [InlineData("c0", "unexpected_type", 0, "$")]
    [InlineData("01", "unexpected_type", 0, "$")]
    [InlineData("80", "invalid_value", 0, "$")]
    [InlineData("81a26964c0", "invalid_value", 0, "$")] // only an id
    [InlineData("82a6726573756c7401a56572726f7280", "invalid_value", 0, "$")] // a result and an error
    [InlineData("81a66d6574686f6405", "unexpected_type", 8, "$.method")]
    [InlineData("81a66d6574686f64c0", "unexpected_type", 8, "$.method")]
    [InlineData("82a66d6574686f64a161a66d6574686f64a162", "duplicate_key", 10, "${key #1}")]
    [InlineData("82a66d6574686f64a161a26964cfffffffffffffffff", "int_range", 13, "$.id")]
    [InlineData("82a66d6574686f64a161a26964c3", "unexpected_type", 13, "$.id")]
    [InlineData("82a66d6574686f64a161a6706172616d73a161", "unexpected_type", 17, "$.params")]
    [InlineData("82a66d6574686f64a161a6706172616d738101c0", "invalid_key", 18, "$.params{key #0}")]
    [InlineData("82a66d6574686f64a161a6706172616d73ddffffffff", "truncated", 17, "$.params")]
    [InlineData("82a66d6574686f64a161a6706172616d73dfffffffff", "truncated", 17, "$.params")]
    [InlineData("82a66d6574686f64a161a6706172616d739190c1", "extra_data", 19, null)]
    [InlineData("81a56572726f72c0", "unexpected_type", 7, "$.error")]
    [InlineData("81a56572726f7281a4636f6465a178", "unexpected_type", 13, "$.error.code")]
    [InlineData("82a66d6574686f64a161ab7472616365706172656e749100", "invalid_value", 22, "$.traceparent")]
    [InlineData("82a66d6574686f64a161aa7472616365737461746591a161", "invalid_value", 21, "$.tracestate")]
    public void BadMessagesAreErrorsWithTheirPlace(string hex, string name, long offset, string? path)
    {
        MessagePackSerializationException error = Fault(Convert.FromHexString(hex));
        Assert.Equal((name, offset, path), (error.ErrorName, error.Offset, error.Path));
    }

    [Fact]
    public void ATooDeepMessageIsAnError()
    {
        byte[] head = [0x82, 0xa6, .. "method"u8, 0xa1, (byte)'a', 0xa6, .. "params"u8];
        Assert.Equal("too_deep", Fault([.. head, .. Enumerable.Repeat((byte)0x91, 1_000_000), 0xc0]).ErrorName);
        Assert.Equal("too_deep", Fault([0x81, 0xa6, .. "result"u8, .. Enumerable.Repeat((byte)0x91, 1_000_000), 0xc0]).ErrorName);
    }

    /// <summary>Arguments are skipped, not collected: a million of them take no memory of their own.</summary>
    [Fact]
    public void ManyArgumentsTakeNoMemory()
    {
        byte[] bytes = [0x82, 0xa6, .. "method"u8, 0xa1, (byte)'a', 0xa6, .. "params"u8, 0xdd, 0, 0x0f, 0x42, 0x40, .. new byte[1_000_000]];
        HayapackFormatter formatter = new();
        formatter.Deserialize(new(bytes));
        long before = GC.GetAllocatedBytesForCurrentThread();
        var request = (JsonRpcRequest)formatter.Deserialize(new(bytes));
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 10_000);
        Assert.Equal(1_000_000, request.ArgumentCount);
        Assert.True(request.TryGetArgumentByNameOrIndex(null, 999_999, typeof(int), out object? last));
        Assert.Equal(0, last);
    }

    [Fact]
    public void AResolverNeedsNoFormatterOfObject()
    {
        HayapackFormatter formatter = new(MessagePackSerializerOptions.Standard.WithResolver(SourceGeneratedFormatterResolver.Instance));
        ArrayBufferWriter<byte> output = new();
        formatter.Serialize(output, new JsonRpcResult { RequestId = new(1), Result = "a" });
        Assert.Equal("83a76a736f6e727063a3322e30a2696401a6726573756c74a161", Convert.ToHexStringLower(output.WrittenSpan));
    }

    [Fact]
    public void OfARepeatedNameTheLastArgumentCounts()
    {
        byte[] bytes = [0x82, 0xa6, .. "method"u8, 0xa1, (byte)'a', 0xa6, .. "params"u8, 0x82, 0xa1, (byte)'x', 1, 0xa1, (byte)'x', 2];
        var request = (JsonRpcRequest)Read(Side.Ours, bytes);
        Assert.True(request.TryGetArgumentByNameOrIndex("x", -1, typeof(int), out object? value));
        Assert.Equal(2, value);
    }

    [Fact]
    public void FurtherEntriesOfMessages()
    {
        foreach ((Side writing, Side reading) in new[] { (Side.Ours, Side.Ours), (Side.Ours, Side.Theirs), (Side.Theirs, Side.Ours) })
        {
            IJsonRpcMessageFactory factory = (IJsonRpcMessageFactory)Pair.Formatter(writing);
            JsonRpcRequest request = factory.CreateRequestMessage();
            (request.Method, request.ArgumentsList) = ("a", []);
            Assert.True(request.TrySetTopLevelProperty("extra", new Person { Name = "b", Age = 2 }));
            Assert.Throws<ArgumentException>(() => request.TrySetTopLevelProperty("method", 1));
            JsonRpcMessage read = Read(reading, Write(writing, request));
            Assert.True(read.TryGetTopLevelProperty("extra", out Person? person));
            Assert.Equal(2, person!.Age);
            Assert.False(read.TryGetTopLevelProperty("absent", out person));
        }
    }

    [Theory]
    [InlineData("00000002c1c1", "reserved_byte")]
    [InlineData("0000000580a1a1a1a1", "invalid_value")]
    public async Task ABadMessageEndsTheConnection(string hex, string name)
    {
        (Stream one, Stream other) = FullDuplexStream.CreatePair();
        using JsonRpc server = new(new LengthHeaderMessageHandler(other, other, new HayapackFormatter()));
        TaskCompletionSource<JsonRpcDisconnectedEventArgs> ended = new();
        server.Disconnected += (_, arguments) => ended.SetResult(arguments);
        server.StartListening();
        await one.WriteAsync(Convert.FromHexString(hex));
        await one.FlushAsync();
        JsonRpcDisconnectedEventArgs end = await ended.Task.WaitAsync(Pair.Limit);
        Assert.Equal(name, Assert.IsType<MessagePackSerializationException>(end.Exception).ErrorName);
    }

    private static JsonRpcMessage Make(string name) => name switch
    {
        "positional" => new JsonRpcRequest { RequestId = new(5), Method = "a", ArgumentsList = [1, "b", null, new Person { Name = "c", Age = 3 }, 2.5, new[] { 1, 2 }] },
        "typed" => new JsonRpcRequest { RequestId = new(-1), Method = "a", ArgumentsList = [1L, 7], ArgumentListDeclaredTypes = [typeof(long), typeof(int?)] },
        "named" => new JsonRpcRequest { RequestId = new(300), Method = "a", NamedArguments = new Dictionary<string, object?> { ["x"] = 1, ["ÿ"] = "b" } },
        "object" => new JsonRpcRequest { RequestId = new(1), Method = "a", Arguments = new { x = 1, y = "b" } },
        "none" => new JsonRpcRequest { RequestId = new(1), Method = "a" },
        "notification" => new JsonRpcRequest { Method = "a", ArgumentsList = [] },
        "text id" => new JsonRpcRequest { RequestId = new("id"), Method = "a", ArgumentsList = [] },
        "traced" => new JsonRpcRequest
        {
            RequestId = new(1),
            Method = "a",
            ArgumentsList = [],
            TraceParent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            TraceState = "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE",
        },
        "result" => new JsonRpcResult { RequestId = new(1), Result = new Person { Name = "c", Age = 3 }, ResultDeclaredType = typeof(Person) },
        "nil" => new JsonRpcResult { RequestId = RequestId.Null, Result = null, ResultDeclaredType = typeof(void) },
        "error" => new JsonRpcError
        {
            RequestId = new(long.MaxValue),
            Error = new() { Code = JsonRpcErrorCode.InvocationError, Message = "m", Data = new CommonErrorData(new InvalidOperationException("o", new ArgumentException("i"))) },
        },
        "bare error" => new JsonRpcError { RequestId = new("x"), Error = new() { Code = (JsonRpcErrorCode)17, Message = null } },
        _ => throw new ArgumentException(name),
    };

    private static byte[] Write(Side side, JsonRpcMessage message)
    {
        ArrayBufferWriter<byte> output = new();
        Pair.Formatter(side).Serialize(output, message);
        return output.WrittenSpan.ToArray();
    }

    private static JsonRpcMessage Read(Side side, byte[] bytes) => Pair.Formatter(side).Deserialize(new(bytes));

    private static MessagePackSerializationException Fault(byte[] bytes) =>
        Assert.Throws<MessagePackSerializationException>(() => Read(Side.Ours, bytes));

    /// <summary>What a message says, its arguments and so on as types that both libraries read alike.</summary>
    private static string Describe(JsonRpcMessage message)
    {
        switch (message)
        {
            case JsonRpcRequest request:
                string text = $"{request.Version} {request.RequestId} {request.Method} {request.ArgumentCount} {request.TraceParent} {request.TraceState}";
                if (request.ArgumentNames is { } names)
                {
                    return text + string.Concat(names.Select(name => $" {name}={Argument(request, name, -1)}"));
                }

                return text + string.Concat(Enumerable.Range(0, request.ArgumentCount).Select(at => " " + Argument(request, null, at)));
            case JsonRpcResult result:
                return $"{result.Version} {result.RequestId} {result.GetResult<Person>()?.Age}";
            default:
                var error = (JsonRpcError)message;
                return $"{error.Version} {error.RequestId} {error.Error!.Code} {error.Error.Message} {(error.Error.GetData(typeof(CommonErrorData)) as CommonErrorData)?.Inner?.Message}";
        }
    }

    private static string Argument(JsonRpcRequest request, string? name, int at)
    {
        Assert.True(request.TryGetArgumentByNameOrIndex(name, at, typeof(object), out object? value));
        return value is object[] items ? string.Join("|", items) : $"{value}";
    }

    private static ReadOnlySequence<byte> Pieces(byte[] bytes)
    {
        Sequence<byte> pieces = new();
        foreach (byte piece in bytes)
        {
            pieces.Append(new byte[] { piece });
        }

        return pieces;
    }
}
