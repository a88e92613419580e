using System.Net;
using System.Text.Json;
using Xunit;

namespace Hayapack.AspNetCore.Tests;

/// <summary>Problem details of results, exceptions and bodies, with <c>AddProblemDetails()</c>: the same in both media types.</summary>
public class ProblemTests(NegotiationServer server, StrictServer strict) : IClassFixture<NegotiationServer>, IClassFixture<StrictServer>
{
    [Theory]
    [InlineData("application/msgpack", "c1", 400, "error,offset,path,shop,status,title,traceId,type")]
    [InlineData("application/json", "c1", 400, "path,shop,status,title,traceId,type")]
    [InlineData("application/msgpack", "c6ffffffff00", 413, "error,offset,path,shop,status,title,traceId,type")]
    [InlineData("text/csv", "c1", 415, "shop,status,title,traceId,type")]
    public async Task BodiesHaveProblemsWithoutReflectionToo(string type, string body, int status, string members)
    {
        foreach (NegotiationServer each in new[] { server, strict })
        {
            foreach (bool isMessagePack in new[] { true, false })
            {
                using var request = new HttpRequestMessage(HttpMethod.Post, "/items") { Content = new ByteArrayContent(Convert.FromHexString(body)) };
                request.Content.Headers.ContentType = new(type);
                request.Headers.Accept.Add(new(isMessagePack ? "application/msgpack" : "application/json"));
                using HttpResponseMessage response = await each.Client.SendAsync(request);
                JsonElement details = await Problem.Read(response, isMessagePack);
                Assert.Equal((HttpStatusCode)status, response.StatusCode);
                Assert.Equal(members, string.Join(',', details.EnumerateObject().Select(member => member.Name).Order(StringComparer.Ordinal)));
            }
        }
    }

    [Theory]
    [InlineData("/items")]
    [InlineData("/mvc/items")]
    public async Task AllErrorsOfABodyAreListedByTheirPaths(string url)
    {
        byte[] body = MessagePackSerializer.ConvertFromJson("""{"Count":"many","Name":[1],"Other":null,"Name":2}""");
        foreach ((NegotiationServer each, string? errors) in new (NegotiationServer, string?)[]
        {
            (server, null),
            (strict, """{"$.Count":["unexpected_type at byte 7"],"$.Name":["unexpected_type at byte 17"]}"""),
        })
        {
            foreach (bool isMessagePack in new[] { true, false })
            {
                using var request = new HttpRequestMessage(HttpMethod.Post, url) { Content = new ByteArrayContent(body) };
                request.Content.Headers.ContentType = new("application/msgpack");
                request.Headers.Accept.Add(new(isMessagePack ? "application/msgpack" : "application/json"));
                using HttpResponseMessage response = await each.Client.SendAsync(request);
                JsonElement details = await Problem.Read(response, isMessagePack);
                Assert.Equal("$.Count", details.GetProperty("path").GetString());
                Assert.Equal(errors, details.TryGetProperty("errors", out JsonElement found) ? found.GetRawText() : null);
            }
        }
    }

    [Theory]
    [InlineData("/missing", 404, "shop,status,title,traceId,type")]
    [InlineData("/refused", 409, "detail,instance,shop,status,title,traceId,type")]
    [InlineData("/broken", 500, "shop,status,title,traceId,type")]
    [InlineData("/there/is/none", 404, "shop,status,title,traceId,type")]
    public async Task EveryProblemHasBothForms(string path, int status, string members)
    {
        foreach (string url in new[] { "/items" + path, "/mvc/items" + path })
        {
            using HttpResponseMessage first = await AcceptTests.Get(server, url, "application/msgpack");
            JsonElement details = await Problem.Read(first, isMessagePack: true);
            using HttpResponseMessage second = await AcceptTests.Get(server, url, "application/json");
            JsonElement json = await Problem.Read(second, isMessagePack: false);
            Assert.Equal((url, (HttpStatusCode)status, (HttpStatusCode)status), (url, first.StatusCode, second.StatusCode));
            Assert.Equal(Problem.Members(json), Problem.Members(details));
            Assert.Equal((url, members), (url, string.Join(',', details.EnumerateObject().Select(member => member.Name).Order(StringComparer.Ordinal))));
            Assert.DoesNotContain("secret", details.GetRawText());
        }
    }

    [Theory]
    [InlineData("application/msgpack", true)]
    [InlineData("application/x-msgpack", true)]
    [InlineData("application/vnd.msgpack", true)]
    [InlineData("application/problem+msgpack", true)]
    [InlineData("application/vnd.shop+msgpack", true)]
    [InlineData("application/*+msgpack", true)]
    [InlineData("application/msgpack, application/problem+json", false)]
    [InlineData("application/x-msgpack, application/problem+json", false)]
    [InlineData("application/json, application/problem+msgpack", true)]
    [InlineData("application/json, application/msgpack", false)]
    [InlineData("application/msgpack, application/json", true)]
    [InlineData("application/problem+msgpack;q=0.5, application/problem+json", false)]
    [InlineData("application/msgpack;q=0, */*", false)]
    [InlineData("*/*", false)]
    [InlineData(null, false)]
    public async Task TheClientChoosesTheForm(string? accept, bool isMessagePack)
    {
        foreach (string url in new[] { "/items/missing", "/items/refused", "/items/broken", "/mvc/items/missing", "/mvc/items/refused", "/mvc/items/broken" })
        {
            using HttpResponseMessage response = await AcceptTests.Get(server, url, accept);
            Assert.Equal((url, isMessagePack), (url, response.Content.Headers.ContentType!.MediaType == MessagePackMediaTypes.ProblemMessagePack));
            await Problem.Read(response, isMessagePack);
        }
    }
}
