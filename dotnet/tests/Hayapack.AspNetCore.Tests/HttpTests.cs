using System.Net;
using System.Net.Http.Headers;
using System.Text.Json;
using Xunit;

namespace Hayapack.AspNetCore.Tests;

/// <summary>Sends requests to Kestrel by HttpClient and checks the responses.</summary>
public class HttpTests(Server server) : IClassFixture<Server>
{
    private const string MessagePack = MessagePackMediaTypes.MessagePack;

    [Theory]
    [InlineData("/orders", "minimal", MessagePack)]
    [InlineData("/orders", "minimal", "application/x-msgpack")]
    [InlineData("/orders", "minimal", "Application/MsgPack; charset=x")]
    [InlineData("/orders", "minimal", "application/vnd.shop+msgpack")]
    [InlineData("/mvc/orders", "mvc", "application/vnd.shop+msgpack")]
    [InlineData("/mvc/orders", "mvc", MessagePack)]
    [InlineData("/mvc/orders", "mvc", "application/x-msgpack")]
    public async Task OrdersAreReadAndWritten(string path, string added, string type)
    {
        var order = new Order { Id = 7, Customer = "Jürgen", Lines = [new Line { Name = "pen", Count = 3 }] };
        string accept = type.Contains('+', StringComparison.Ordinal) ? MessagePack : type.Split(';')[0];
        using HttpResponseMessage response = await Post(path, MessagePackSerializer.Serialize(order), type, accept);
        byte[] body = await response.Content.ReadAsByteArrayAsync();
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(accept.ToLowerInvariant(), response.Content.Headers.ContentType!.MediaType);
        Assert.Equal(body.Length, response.Content.Headers.ContentLength);
        Order read = MessagePackSerializer.Deserialize<Order>(body);
        Assert.Equal((7, "Jürgen", 2, added), (read.Id, read.Customer, read.Lines.Count, read.Lines[1].Name));
    }

    [Fact]
    public async Task CompressedBodiesAreReadAndWrittenWhereTheOptionIsOn()
    {
        MessagePackSerializerOptions lz4 = MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4Block);
        var order = new Order { Id = 1, Customer = new string('a', 20_000) };
        using HttpResponseMessage response = await Post("/orders", MessagePackSerializer.Serialize(order, lz4), MessagePack);
        byte[] body = await response.Content.ReadAsByteArrayAsync();
        Assert.True(body.Length < 1000);
        Assert.Equal(order.Customer, MessagePackSerializer.Deserialize<Order>(body, lz4).Customer);
    }

    [Fact]
    public async Task CreatedHasItsLocation()
    {
        using HttpResponseMessage response = await Post("/created", MessagePackSerializer.Serialize(new Order { Id = 5 }), MessagePack);
        Assert.Equal((HttpStatusCode.Created, "/orders/5"), (response.StatusCode, response.Headers.Location!.ToString()));
    }

    [Fact]
    public async Task GHSA_2f33_pr97_265q_InputIsUntrusted()
    {
        // An unknown member, 70 arrays deep: trusted data may nest deeper than 64.
        byte[] body = [0x81, 0xa1, (byte)'a', .. Enumerable.Repeat((byte)0x91, 70), 0xc0];
        foreach (string url in new[] { "/orders", "/mvc/orders" })
        {
            using HttpResponseMessage response = await Post(url, body, MessagePack, accept: MessagePack);
            Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
            JsonElement details = await Problem.Read(response, isMessagePack: true);
            Assert.Equal("too_deep", details.GetProperty("error").GetString());
        }
    }

    [Theory]
    [InlineData("81a24964a178", "unexpected_type", 4, "$.Id", 400)]
    [InlineData("82a2496407a54c696e65739181", "truncated", 12, "$.Lines[0]", 400)]
    [InlineData("82a2496407a161", "truncated", 7, "$.a", 400)]
    [InlineData("82a2496407a2496408", "duplicate_key", 5, "{key}", 400)]
    [InlineData("80", "missing_member", 0, "$", 400)]
    [InlineData("81a2496407c0", "extra_data", 5, "$", 400)]
    [InlineData("", "truncated", 0, "$", 400)]
    [InlineData("c1", "reserved_byte", 0, "$", 400)]
    [InlineData("81a8437573746f6d6572a1ff", "invalid_utf8", 10, "$.Customer", 400)]
    [InlineData("c0", "unexpected_type", 0, "$", 400)]
    [InlineData("c60010000000", "size_limit", 0, "$", 413)]
    [InlineData("c70a63ce7fffffff1061616161", "lz4_limit", 0, "$", 413)]
    public async Task BadBodiesGiveProblemDetails(string body, string error, long offset, string path, int status)
    {
        foreach (string accept in new[] { MessagePack, "application/json" })
        {
            var members = new List<string>();
            foreach (string url in new[] { "/orders", "/mvc/orders" })
            {
                if (body.Length == 0 && url == "/mvc/orders")
                {
                    continue; // MVC responds to an empty body without calling a formatter
                }

                using HttpResponseMessage response = await Post(url, Convert.FromHexString(body), MessagePack, accept);
                JsonElement details = await Problem.Read(response, accept == MessagePack);
                Assert.True((int)response.StatusCode == status, $"{url}: {response.StatusCode} {details}");
                Assert.Equal(status, details.GetProperty("status").GetInt32());
                Assert.Equal(error, details.GetProperty("error").GetString());
                Assert.Equal(offset, details.GetProperty("offset").GetInt64());
                Assert.StartsWith("https://tools.ietf.org/html/rfc9110#section-15.5.", details.GetProperty("type").GetString(), StringComparison.Ordinal);
                if (path != "{key}")
                {
                    Assert.Equal(path, details.GetProperty("path").GetString());
                }

                Assert.DoesNotContain(" at ", details.GetRawText());
                Assert.DoesNotContain("Hayapack", details.GetRawText());
                members.Add(Problem.Members(details));
            }

            Assert.Single(members.Distinct());
        }
    }

    [Theory]
    [InlineData("/orders/maybe")]
    [InlineData("/mvc/orders/maybe")]
    public async Task NilIsReadWhereTheParameterCanBeNull(string url)
    {
        using HttpResponseMessage response = await Post(url, [0xc0], MessagePack, accept: MessagePack);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.True(MessagePackSerializer.Deserialize<bool>(await response.Content.ReadAsByteArrayAsync()));
    }

    [Theory]
    [InlineData("/sum", "01c1", 400)]
    [InlineData("/sum", "01cd01", 400)]
    [InlineData("/sum", "01a161", 400)]
    [InlineData("/sum", "01c60010000000", 413)]
    [InlineData("/read", "c1", 400)]
    [InlineData("/read", "", 400)]
    [InlineData("/read", "0102", 400)]
    [InlineData("/read", "c60010000000", 413)]
    public async Task BadMessagesThatAHandlerReadsItselfAreTheClients(string url, string body, int status)
    {
        using HttpResponseMessage response = await Post(url, Convert.FromHexString(body), MessagePack);
        Assert.Equal(status, (int)response.StatusCode);
    }

    [Theory]
    [InlineData("01c1", "reserved_byte 1 $")]
    [InlineData("01a161", "unexpected_type 1 $")]
    public async Task AHandlerCanAnswerItself(string body, string error)
    {
        using HttpResponseMessage response = await Post("/caught", Convert.FromHexString(body), MessagePack);
        Assert.Equal((HttpStatusCode.OK, error), (response.StatusCode, await response.Content.ReadAsStringAsync()));
    }

    [Theory]
    [InlineData("/orders")]
    [InlineData("/mvc/orders")]
    public async Task TheServersOwnLimitIsRespected(string url)
    {
        // Kestrel refuses by Content-Length and closes the connection; a client that is still sending may then
        // see a broken pipe instead of the response, so the client waits for "100 Continue" before it sends.
        byte[] body = new byte[Server.MaximumBody + 1];
        using HttpResponseMessage response = await Post(url, body, MessagePack, expectContinue: true);
        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, response.StatusCode);
    }

    [Theory]
    [InlineData("/broken")]
    [InlineData("/mvc/orders/broken")]
    public async Task ExceptionsOfTheProgramAreNotTheClients(string url)
    {
        using HttpResponseMessage response = await Post(url, Convert.FromHexString("81a556616c756501"), MessagePack);
        Assert.Equal(HttpStatusCode.InternalServerError, response.StatusCode);
        Assert.DoesNotContain("secret", await response.Content.ReadAsStringAsync());
    }

    [Theory]
    [InlineData("/orders")]
    [InlineData("/mvc/orders")]
    public async Task OtherMediaTypesAreRefused(string url)
    {
        using HttpResponseMessage response = await Post(url, [0x80], "application/octet-stream");
        Assert.Equal(HttpStatusCode.UnsupportedMediaType, response.StatusCode);
    }

    [Fact]
    public async Task MvcStillSpeaksJson()
    {
        using var content = new StringContent("{\"id\": 3}", System.Text.Encoding.UTF8, "application/json");
        using HttpResponseMessage response = await server.Client.PostAsync(new Uri("/mvc/orders", UriKind.Relative), content);
        Assert.Equal("application/json", response.Content.Headers.ContentType!.MediaType);
        using var request = new HttpRequestMessage(HttpMethod.Get, "/mvc/orders/none");
        request.Headers.Accept.Add(new MediaTypeWithQualityHeaderValue(MessagePack));
        using HttpResponseMessage missing = await server.Client.SendAsync(request);
        Assert.Equal((HttpStatusCode.NotFound, "application/problem+msgpack"), (missing.StatusCode, missing.Content.Headers.ContentType!.MediaType));
    }

    [Fact]
    public async Task StreamsOfMessagesInBothDirections()
    {
        await using Stream stream = await server.Client.GetStreamAsync(new Uri("/many", UriKind.Relative));
        var numbers = new List<int>();
        await foreach (int number in MessagePackSerializer.ReadManyAsync<int>(stream))
        {
            numbers.Add(number);
        }

        Assert.Equal(Enumerable.Range(0, 1000), numbers);
        byte[] body = [.. numbers.SelectMany(number => MessagePackSerializer.Serialize(number))];
        using HttpResponseMessage response = await Post("/sum", body, MessagePack);
        Assert.Equal(499_500, MessagePackSerializer.Deserialize<long>(await response.Content.ReadAsByteArrayAsync()));
    }

    private async Task<HttpResponseMessage> Post(string path, byte[] body, string type, string? accept = null, bool? expectContinue = null)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, path) { Content = new ByteArrayContent(body) };
        request.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(type);
        request.Headers.ExpectContinue = expectContinue;
        if (accept is not null)
        {
            request.Headers.Accept.Add(MediaTypeWithQualityHeaderValue.Parse(accept));
        }

        return await server.Client.SendAsync(request);
    }
}
