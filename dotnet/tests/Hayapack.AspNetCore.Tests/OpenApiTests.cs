using System.Text.Json;
using Xunit;
using Xunit.Abstractions;

namespace Hayapack.AspNetCore.Tests;

/// <summary>What Microsoft.AspNetCore.OpenApi says about the endpoints, fetched from the server.</summary>
public class OpenApiTests(NegotiationServer server, ITestOutputHelper output) : IClassFixture<NegotiationServer>
{
#if OPENAPI
    private static readonly bool HasOpenApi = true;
#else
    private static readonly bool HasOpenApi = false;
#endif
    private const string MessagePack = "application/msgpack,application/vnd.msgpack,application/x-msgpack";

    [Theory]
    [InlineData("get /items responses.200", "application/json," + MessagePack, "#/components/schemas/Item")]
    [InlineData("post /items requestBody", "application/json," + MessagePack, "#/components/schemas/Item")]
    [InlineData("post /items responses.200", "application/json," + MessagePack, "#/components/schemas/Item")]
    [InlineData("post /items responses.400", "application/problem+json,application/problem+msgpack", "#/components/schemas/ProblemDetails")]
    [InlineData("get /plain responses.200", "application/json," + MessagePack, "#/components/schemas/Item")]
    [InlineData("post /plain requestBody", MessagePack, "#/components/schemas/Item")]
    [InlineData("post /plain responses.200", "application/json," + MessagePack, "#/components/schemas/Item")]
    [InlineData("get /plain/text responses.200", MessagePack + ",text/plain", "string")]
    [InlineData("get /plain/result responses.200", "application/json", "#/components/schemas/Item")]
    [InlineData("get /mvc/items responses.200", "application/json," + MessagePack + ",text/json,text/plain", "#/components/schemas/Item")]
    [InlineData("post /mvc/items requestBody", "application/*+json,application/json," + MessagePack + ",text/json", "#/components/schemas/Item")]
    public async Task MediaTypesAndSchemasAreShown(string place, string mediaTypes, string schema)
    {
        if (!HasOpenApi)
        {
            output.WriteLine("not run: OpenAPI (Microsoft.AspNetCore.OpenApi is not served)");
            return;
        }

        using HttpResponseMessage response = await server.Client.GetAsync(new Uri("/openapi/v1.json", UriKind.Relative));
        using JsonDocument document = JsonDocument.Parse(await response.Content.ReadAsStringAsync());
        string[] words = place.Split(' ');
        JsonElement found = document.RootElement.GetProperty("paths").GetProperty(words[1]).GetProperty(words[0]);
        foreach (string name in words[2].Split('.'))
        {
            found = found.GetProperty(name);
        }

        found = found.GetProperty("content");
        Assert.Equal(mediaTypes, string.Join(',', found.EnumerateObject().Select(content => content.Name).Order(StringComparer.Ordinal)));
        foreach (JsonProperty content in found.EnumerateObject())
        {
            JsonElement described = content.Value.GetProperty("schema");
            Assert.Equal(schema, (described.TryGetProperty("$ref", out JsonElement reference) ? reference : described.GetProperty("type")).GetString());
        }
    }
}
