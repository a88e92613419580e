using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using Xunit;

namespace Hayapack.AspNetCore.Tests;

/// <summary>Null, empty and invalid bodies, and null results: each case has the same status in MVC and in minimal APIs.</summary>
public class NullTests(NegotiationServer server) : IClassFixture<NegotiationServer>
{
    private static readonly string[] Forms = ["/mvc/items", "/items", "/plain"];

    [Theory]
    [InlineData("/null", 204)]
    [InlineData("/created/null", 201)]
    public async Task NullResultsHaveNoBody(string path, int status)
    {
        foreach (string form in Forms)
        {
            foreach (string? accept in new[] { null, "application/json", "application/msgpack", "text/html" })
            {
                using HttpResponseMessage response = await AcceptTests.Get(server, form + path, accept);
                Assert.Equal((form, (HttpStatusCode)status), (form, response.StatusCode));
                Assert.Empty(await response.Content.ReadAsByteArrayAsync());
            }
        }
    }

    [Fact]
    public async Task OkWritesNil()
    {
        using HttpResponseMessage response = await AcceptTests.Get(server, "/items/ok/null", null);
        Assert.Equal((HttpStatusCode.OK, "C0"), (response.StatusCode, Convert.ToHexString(await response.Content.ReadAsByteArrayAsync())));
    }

    [Theory]
    [InlineData("", "msgpack c0", 400)]
    [InlineData("/maybe", "msgpack c0", 200)]
    [InlineData("/number", "msgpack c0", 400)]
    [InlineData("/maybe/number", "msgpack c0", 200)]
    [InlineData("", "msgpack ", 400)]
    [InlineData("/maybe", "msgpack ", 200)]
    [InlineData("/number", "msgpack ", 400)]
    [InlineData("/maybe/number", "msgpack ", 200)]
    [InlineData("", "none ", 415)]
    [InlineData("/number", "none ", 415)]
    [InlineData("/maybe", "none ", 200)]
    [InlineData("/maybe/number", "none ", 200)]
    [InlineData("", "none c0", 415)]
    [InlineData("/maybe", "none c0", 415)]
    [InlineData("", "octet-stream c0", 415)]
    [InlineData("", "octet-stream ", 415)]
    [InlineData("/maybe", "octet-stream ", 415, 200)] // routing answers before the body is looked at
    [InlineData("", "msgpack 82a44e616d65a170a5436f756e7401", 200)]
    [InlineData("/number", "msgpack 07", 200)]
    [InlineData("/number", "x-msgpack 07", 200)]
    [InlineData("/number", "vnd.msgpack 07", 200)]
    [InlineData("/number", "vnd.shop+msgpack 07", 200)]
    [InlineData("/number", "problem+msgpack 07", 200)]
    [InlineData("/number", "msgpack+json 07", 400)]
    [InlineData("/number", "msgpack; 07", 200)]
    [InlineData("/maybe/number", "msgpack 07", 200)]
    [InlineData("/maybe/number", "msgpack a161", 400)]
    [InlineData("/maybe", "msgpack c1", 400)]
    [InlineData("", "json null", 400)]
    [InlineData("/maybe", "json null", 200)]
    [InlineData("/number", "json null", 400)]
    [InlineData("/maybe/number", "json null", 200)]
    [InlineData("", "json ", 400)]
    [InlineData("/maybe", "json ", 200)]
    [InlineData("/maybe/number", "json ", 200)]
    [InlineData("", "json {\"name\":\"p\",\"count\":1}", 200)]
    [InlineData("", "json {\"name\":", 400)]
    [InlineData("/number", "json \"a\"", 400)]
    [InlineData("/number", "vnd.shop+json 7", 200)]
    public async Task BodiesHaveTheSameStatusEverywhere(string path, string sent, int status, int? mvc = null)
    {
        var found = new Dictionary<string, int>();
        foreach (string form in Forms)
        {
            int space = sent.IndexOf(' ', StringComparison.Ordinal);
            (string type, string body) = (sent[..space], sent[(space + 1)..]);
            bool isJson = type.EndsWith("json", StringComparison.Ordinal);
            if (isJson && form == "/plain")
            {
                continue; // MessagePackBody<T> does not take JSON
            }

            using var request = new HttpRequestMessage(HttpMethod.Post, form + path)
            {
                Content = new ByteArrayContent(isJson && type != "msgpack+json" ? Encoding.UTF8.GetBytes(body) : Convert.FromHexString(body)),
            };
            if (type != "none")
            {
                Assert.True(request.Content.Headers.TryAddWithoutValidation("Content-Type", "application/" + type));
            }

            request.Headers.Accept.Add(new MediaTypeWithQualityHeaderValue("application/msgpack"));
            using HttpResponseMessage response = await server.Client.SendAsync(request);
            found[form] = (int)response.StatusCode;
            if (response.StatusCode != HttpStatusCode.OK)
            {
                JsonElement details = await Problem.Read(response, isMessagePack: true);
                Assert.Equal(found[form], details.GetProperty("status").GetInt32());
            }

            if (response.StatusCode == HttpStatusCode.UnsupportedMediaType)
            {
                string accepted = response.Headers.TryGetValues("Accept", out IEnumerable<string>? values) ? string.Join(',', values) : "none";
                Assert.True(accepted.Contains("application/msgpack", StringComparison.Ordinal), $"{form}: accepts {accepted}");
            }
        }

        Assert.Equal(string.Join(", ", found.Keys.Select(form => $"{form} {(form == Forms[0] ? mvc ?? status : status)}")), string.Join(", ", found.Select(pair => $"{pair.Key} {pair.Value}")));
    }
}
