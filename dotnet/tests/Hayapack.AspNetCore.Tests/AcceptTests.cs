using System.Net;
using System.Text.Json;
using Xunit;

namespace Hayapack.AspNetCore.Tests;

/// <summary>Which media type a response has, by the request's Accept header. MVC is asked too, where it is the same.</summary>
public class AcceptTests(NegotiationServer server, StrictServer strict) : IClassFixture<NegotiationServer>, IClassFixture<StrictServer>
{
    private const string Json = "application/json";
    private const string MessagePack = MessagePackMediaTypes.MessagePack;

    [Theory]
    [InlineData(null, Json)]
    [InlineData("", Json)]
    [InlineData("*/*", Json)]
    [InlineData("application/*", Json)]
    [InlineData("application/msgpack", MessagePack)]
    [InlineData("APPLICATION/MsgPack", MessagePack)]
    [InlineData("application/x-msgpack", "application/x-msgpack")]
    [InlineData("application/vnd.msgpack", "application/vnd.msgpack")]
    [InlineData("application/json", Json)]
    [InlineData("application/json; charset=utf-8, application/msgpack;q=0.5", Json, MessagePack)] // MVC's JSON has no parameter
    [InlineData("application/json;q=0.5, application/msgpack", MessagePack)]
    [InlineData("application/json;q=0.5, application/msgpack;q=0.6", MessagePack)]
    [InlineData("application/json, application/msgpack;q=0.999", Json)]
    [InlineData("application/msgpack, application/json", MessagePack)]
    [InlineData("application/json, application/msgpack", Json)]
    [InlineData("application/x-msgpack, application/json", "application/x-msgpack")]
    [InlineData("application/x-msgpack;q=0.9, application/msgpack;q=0.8", "application/x-msgpack")]
    [InlineData("application/*;q=0.5, application/msgpack;q=0.6", MessagePack)]
    [InlineData("application/vnd.shop+msgpack", MessagePack)]
    [InlineData("application/*+msgpack", MessagePack)]
    [InlineData("application/vnd.shop+msgpack;v=2;q=0.2, application/json;q=0.1", MessagePack)]
    [InlineData("application/msgpack;q=0.9, application/problem+json", MessagePack)]
    [InlineData("application/problem+msgpack, application/json;q=0.1", Json)]
    [InlineData("text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8", Json)]
    [InlineData("text/html", Json)]
    [InlineData("application/msgpack;profile=a", Json)]
    [InlineData("application/msgpack;q=0.5;extension=a, application/json;q=0.4", MessagePack)]
    [InlineData("application/msgpack, */*", MessagePack, Json)] // MVC ignores the header if it contains */*
    [InlineData("*/*;q=0.1, application/msgpack", MessagePack, Json)]
    [InlineData("application/json;q=0, */*", MessagePack, Json)]
    [InlineData("application/msgpack;q=0, */*;q=0.1", Json)]
    [InlineData("application/msgpack;q=0, application/*", Json)]
    [InlineData("application/*;q=0.5, application/msgpack;q=0.4", Json)]
    [InlineData("application/msgpack;q=0", Json, MessagePack)] // MVC does not exclude q=0
    public async Task TheClientChooses(string? accept, string expected, string? mvc = null)
    {
        foreach (string path in new[] { "/items", "/plain", "/plain/object", "/mvc/items" })
        {
            using HttpResponseMessage response = await Get(server, path, accept);
            string type = response.Content.Headers.ContentType!.MediaType!;
            Assert.Equal((path, HttpStatusCode.OK, path == "/mvc/items" ? mvc ?? expected : expected), (path, response.StatusCode, type));
            Assert.True(path == "/mvc/items" || response.Headers.Vary.SequenceEqual(["Accept"]), path);
            Assert.Equal(Item.Pen, Read(await response.Content.ReadAsByteArrayAsync(), type));
        }
    }

    /// <summary>MVC's object type is then the class of the instance.</summary>
    [Theory]
    [InlineData("where")]
    [InlineData("expression")]
    [InlineData("values")]
    [InlineData("iterator")]
    public async Task CollectionsOfTheCompilerAndOfLinqAreWrittenWhole(string kind)
    {
        using HttpResponseMessage response = await Get(server, "/mvc/items/chosen/" + kind, MessagePack);
        Assert.Equal((HttpStatusCode.OK, MessagePack), (response.StatusCode, response.Content.Headers.ContentType!.MediaType));
        Assert.Equal([Item.Pen], MessagePackSerializer.Deserialize<Item[]>(await response.Content.ReadAsByteArrayAsync())!);
    }

    [Theory]
    [InlineData("/mvc/items/plain", "{\"name\":\"pen\"}")]
    [InlineData("/mvc/items/plain/list", "[{\"name\":\"pen\"}]")]
    [InlineData("/mvc/items/plain/query", "[{\"name\":\"pen\"}]")]
    public async Task MvcWritesTypesWithoutFormatterAsJson(string path, string expected)
    {
        using HttpResponseMessage response = await Get(server, path, "application/msgpack, application/json;q=0.5");
        Assert.Equal((HttpStatusCode.OK, Json), (response.StatusCode, response.Content.Headers.ContentType!.MediaType));
        Assert.Equal(expected, await response.Content.ReadAsStringAsync());
    }

    [Theory]
    [InlineData("text/html")]
    [InlineData("application/msgpack;profile=a")]
    [InlineData("image/*, audio/*;q=0.5")]
    public async Task NothingAcceptableIsAnErrorWhereTheOptionIsOn(string accept)
    {
        foreach (string path in new[] { "/items", "/plain", "/mvc/items" })
        {
            using HttpResponseMessage refused = await Get(strict, path, accept);
            Assert.Equal((path, HttpStatusCode.NotAcceptable), (path, refused.StatusCode));
            using HttpResponseMessage response = await Get(strict, path, accept + ", application/vnd.shop+msgpack;q=0.1");
            Assert.Equal((path, HttpStatusCode.OK), (path, response.StatusCode));
        }

        using HttpResponseMessage excluded = await Get(strict, "/items", "application/json;q=0, application/msgpack;q=0.0, application/*;q=0");
        Assert.Equal(HttpStatusCode.NotAcceptable, excluded.StatusCode);
    }

    [Theory]
    [InlineData("/plain/text", "application/msgpack", MessagePack)]
    [InlineData("/plain/text", "text/plain", "text/plain")]
    [InlineData("/plain/text", null, "text/plain")]
    [InlineData("/mvc/items/text", "application/msgpack", MessagePack)]
    [InlineData("/mvc/items/text", "text/plain", "text/plain")]
    [InlineData("/mvc/items/text", null, "text/plain")]
    [InlineData("/mvc/items/vendor", "application/vnd.shop+msgpack", "application/vnd.shop+msgpack")]
    [InlineData("/mvc/items/vendor", null, "application/vnd.shop+msgpack")]
    [InlineData("/plain/result", "application/msgpack", Json)]
    [InlineData("/plain/nothing", "application/msgpack", null)]
    public async Task OtherResultsKeepTheirTypes(string path, string? accept, string? expected)
    {
        using HttpResponseMessage response = await Get(server, path, accept);
        Assert.Equal((HttpStatusCode.OK, expected), (response.StatusCode, response.Content.Headers.ContentType?.MediaType));
    }

    [Theory]
    [InlineData("application/msgpack;q=NaN")]
    [InlineData("application/msgpack;q=1e9")]
    [InlineData("application/msgpack;q=-1")]
    [InlineData("application/msgpack;q=2")]
    [InlineData("application/msgpack;q=")]
    [InlineData("application/msgpack;q=0.00000000000000000000000000000000000001")]
    [InlineData("application/msgpack;q=0.1;q=0.9")]
    [InlineData(",,;q=,/,*,*/,/*,application/,+msgpack,application/+msgpack,\"")]
    [InlineData("application/msgpack;x=\"")]
    [InlineData("(\\)/\\, {application}/[msgpack]")]
    public async Task MalformedHeadersAreAnswered(string accept)
    {
        foreach (string path in new[] { "/items", "/plain", "/items/missing" })
        {
            using HttpResponseMessage response = await Get(server, path, accept);
            Assert.Equal(path == "/items/missing" ? HttpStatusCode.NotFound : HttpStatusCode.OK, response.StatusCode);
        }
    }

    [Theory]
    [InlineData("*/*,")]
    [InlineData("application/msgpack;q=0.001,")]
    [InlineData("a/b;c=d;")]
    [InlineData("a/b;c=\"")]
    [InlineData("a/b;c=\"\\\"")]
    [InlineData("a/")]
    [InlineData("/")]
    [InlineData("\"")]
    [InlineData("application/vnd.a+msgpack,")]
    public async Task HugeHeadersTakeBoundedTime(string part)
    {
        // The longest that are read, and that Kestrel lets pass (32 KiB of all headers). Only a hang reaches the time limit.
        foreach (int length in new[] { 4000, 31_000 })
        {
            string accept = string.Concat(Enumerable.Repeat(part, length / part.Length));
            using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(20));
            using HttpResponseMessage response = await Get(server, "/items", accept, limit.Token);
            Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        }
    }

    [Fact]
    public async Task AThousandHeadersAreRefusedByTheServerAndNinetyAreRead()
    {
        Assert.Equal(HttpStatusCode.RequestHeaderFieldsTooLarge, await Status(1000));
        Assert.Equal(HttpStatusCode.OK, await Status(90));

        async Task<HttpStatusCode> Status(int count)
        {
            using var socket = new System.Net.Sockets.TcpClient();
            await socket.ConnectAsync(IPAddress.Loopback, server.Client.BaseAddress!.Port);
            NetworkStream stream = new(socket);
            await stream.Send("GET /items HTTP/1.1\r\nHost: a\r\nConnection: close\r\n" + string.Concat(Enumerable.Repeat("Accept: application/msgpack\r\n", count)) + "\r\n");
            return await stream.Status();
        }
    }

    internal static async Task<HttpResponseMessage> Get(NegotiationServer server, string path, string? accept, CancellationToken cancellation = default)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, path);
        if (accept is not null)
        {
            Assert.True(request.Headers.TryAddWithoutValidation("Accept", accept));
        }

        return await server.Client.SendAsync(request, cancellation);
    }

    private static Item? Read(byte[] body, string type) => type == Json
        ? JsonSerializer.Deserialize<Item>(body, JsonSerializerOptions.Web)
        : MessagePackSerializer.Deserialize<Item>(body);

    /// <summary>Sends text and reads the first line of the response.</summary>
    private sealed class NetworkStream(System.Net.Sockets.TcpClient client)
    {
        internal ValueTask Send(string text) => client.GetStream().WriteAsync(System.Text.Encoding.ASCII.GetBytes(text));

        internal async Task<HttpStatusCode> Status()
        {
            using var reader = new StreamReader(client.GetStream());
            return (HttpStatusCode)int.Parse((await reader.ReadLineAsync())!.Split(' ')[1], System.Globalization.CultureInfo.InvariantCulture);
        }
    }
}
