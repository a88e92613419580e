using System.Text.Json;
#if OPENAPI
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
#endif
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

    private const string NotRun = "not run: OpenAPI (Microsoft.AspNetCore.OpenApi is not served)";

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
            output.WriteLine(NotRun);
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
            string expected = MessagePack.Split(',').Contains(content.Name) ? schema.Replace("/Item", "/MessagePack.Item", StringComparison.Ordinal) : schema;
            Assert.Equal(expected, (described.TryGetProperty("$ref", out JsonElement reference) ? reference : described.GetProperty("type")).GetString());
        }
    }

#if OPENAPI
    /// <summary>Classes that contain themselves, generic ones, unions, and two classes of one name.</summary>
    [Fact]
    public async Task MessagePackHasSchemasOfItsOwn()
    {
        using JsonDocument document = await DocumentAsync("/openapi/v1.json");
        Assert.Equal(
            """
            /clerk get {"$ref":"#/components/schemas/MessagePack.Clerk_2"}
            /clerks get {"type":"array","items":{"$ref":"#/components/schemas/MessagePack.Clerk"}}
            /page get {"$ref":"#/components/schemas/MessagePack.PageOfClerk"}
            /pay post {"$ref":"#/components/schemas/MessagePack.IPayment"}
            /pet get {"$ref":"#/components/schemas/MessagePack.PetUnion"}
            """.ReplaceLineEndings("\n"),
            string.Join('\n', Schemas(document)));
        Assert.Equal(
            """
            MessagePack.Cash {"type":"array","prefixItems":[{"type":"integer","minimum":-2147483648,"maximum":2147483647}]}
            MessagePack.Clerk {"type":"array","prefixItems":[{"type":"string"},{"anyOf":[{"$ref":"#/components/schemas/MessagePack.Clerk"},{"type":"null"}]}],"minItems":1}
            MessagePack.Clerk_2 {"type":"object","properties":{"clerk_id":{"type":"integer","minimum":0,"maximum":255}}}
            MessagePack.IPayment {"anyOf":[{"type":"array","prefixItems":[{"const":0},{"$ref":"#/components/schemas/MessagePack.Cash"}],"minItems":2,"maxItems":2}]}
            MessagePack.PageOfClerk {"type":"object","properties":{"Items":{"type":"array","items":{"$ref":"#/components/schemas/MessagePack.Clerk"}}}}
            MessagePack.Pet {"type":"object","properties":{"is":{"const":"pet"}},"required":["is"]}
            MessagePack.PetUnion {"anyOf":[{"$ref":"#/components/schemas/MessagePack.Pet"}]}
            """.ReplaceLineEndings("\n"),
            string.Join('\n', document.RootElement.GetProperty("components").GetProperty("schemas").EnumerateObject()
                .Where(schema => schema.Name.StartsWith("MessagePack.", StringComparison.Ordinal))
                .Select(schema => $"{schema.Name} {Compact(schema.Value)}").Order(StringComparer.Ordinal)));
    }

    /// <summary>OpenAPI 3.0 has no schema of an array with members of several types.</summary>
    [Fact]
    public async Task Version30HasSchemasOfAnyValue()
    {
        using JsonDocument document = await DocumentAsync("/openapi/old.json");
        Assert.Equal("{}", Compact(document.RootElement.GetProperty("components").GetProperty("schemas").GetProperty("MessagePack.Clerk")));
    }

    private static async Task<JsonDocument> DocumentAsync(string path)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Services.AddOpenApi(options => options.AddMessagePack());
        builder.Services.AddOpenApi("old", options =>
        {
            options.OpenApiVersion = Microsoft.OpenApi.OpenApiSpecVersion.OpenApi3_0;
            options.ShouldInclude = _ => true;
            options.AddMessagePack();
        });
        await using WebApplication app = builder.Build();
        app.MapOpenApi();
        app.MapGet("/clerks", () => MessagePackResults.Ok(Array.Empty<Clerk>()));
        app.MapGet("/clerk", () => MessagePackResults.Ok(new Night.Clerk()));
        app.MapGet("/page", () => MessagePackResults.Ok(new Page<Clerk>()));
        app.MapGet("/pet", () => MessagePackResults.Ok(new Pet()));
        app.MapPost("/pay", (MessagePackBody<IPayment> body) => MessagePackResults.Ok(body.Value is Cash));
        await app.StartAsync();
        using var client = new HttpClient();
        return JsonDocument.Parse(await client.GetStringAsync(new Uri(app.Urls.First() + path)));
    }

    private static IEnumerable<string> Schemas(JsonDocument document) =>
        from path in document.RootElement.GetProperty("paths").EnumerateObject()
        from operation in path.Value.EnumerateObject()
        let body = operation.Value.TryGetProperty("requestBody", out JsonElement request) ? request : operation.Value.GetProperty("responses").GetProperty("200")
        orderby path.Name
        select $"{path.Name} {operation.Name} {Compact(body.GetProperty("content").GetProperty("application/msgpack").GetProperty("schema"))}";

    private static string Compact(JsonElement element) => JsonSerializer.Serialize(element);

    [MessagePackObject]
    public sealed class Clerk
    {
        [Key(0)]
        public required string Name { get; init; }

        [Key(1)]
        public Clerk? Deputy { get; init; }
    }

    [MessagePackObject(true)]
    public sealed class Page<T>
    {
        public T[] Items { get; set; } = [];
    }

    [Union(0, typeof(Cash))]
    public interface IPayment;

    [MessagePackObject]
    public sealed class Cash : IPayment
    {
        [Key(0)]
        public int Cents { get; set; }
    }

    [MessagePackObject(true)]
    [UnionKey("is")]
    [Union("pet", typeof(Pet))]
    public class Pet;

    public static class Night
    {
        [MessagePackObject]
        public sealed class Clerk
        {
            [Key("clerk_id")]
            public byte Id { get; set; }
        }
    }
#endif
}
