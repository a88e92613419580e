using System.Text.Json;
using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit;

namespace Hayapack.AspNetCore.Tests;

/// <summary>
/// The same endpoints as minimal APIs with negotiated results (/items), as handlers with plain results (/plain) and in MVC
/// (/mvc/items), with problem details for exceptions and status codes.
/// </summary>
public class NegotiationServer : IAsyncLifetime
{
    private WebApplication? app;

    public HttpClient Client { get; private set; } = new();

    public string Address { get; private set; } = "";

    /// <summary>Gets a value indicating whether the server refuses to write what a client does not accept.</summary>
    protected virtual bool ReturnHttpNotAcceptable => false;

    public async Task InitializeAsync()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Services.AddProblemDetails(options => options.CustomizeProblemDetails = context => context.ProblemDetails.Extensions["shop"] = "north");
        builder.Services.AddControllers(options => options.ReturnHttpNotAcceptable = ReturnHttpNotAcceptable)
            .AddApplicationPart(typeof(ItemsController).Assembly)
            .AddMessagePack(options => options.ReturnHttpNotAcceptable = ReturnHttpNotAcceptable);
        Configure(builder.Services);
#if OPENAPI
        builder.Services.AddOpenApi(options => options.AddMessagePack());
#endif
        app = builder.Build();
        app.UseExceptionHandler();
        app.UseStatusCodePages();
        app.MapControllers();
#if OPENAPI
        app.MapOpenApi();
#endif
        MapItems(app.MapGroup("/items"));
        MapPlain(app.MapGroup("/plain").WithMessagePackNegotiation());
        await app.StartAsync();
        Address = app.Urls.First();
        Client = new HttpClient { BaseAddress = new Uri(Address) };
    }

    public async Task DisposeAsync()
    {
        Client.Dispose();
        if (app is not null)
        {
            await app.StopAsync();
            await app.DisposeAsync();
        }
    }

    protected virtual void Configure(IServiceCollection services)
    {
    }

    private static void MapItems(RouteGroupBuilder items)
    {
        items.MapGet("", () => MessagePackResults.Negotiate(Item.Pen));
        items.MapGet("/null", () => MessagePackResults.Negotiate<Item?>(null));
        items.MapGet("/created/null", () => MessagePackResults.Negotiate<Item?>(null, 201));
        items.MapGet("/created", () => MessagePackResults.Negotiate<object>(Item.Pen, 201));
        items.MapGet("/ok/null", () => MessagePackResults.Ok<Item?>(null));
        items.MapGet("/missing", () => Results.NotFound());
        items.MapGet("/refused", () => Results.Problem("It is sold.", "/items/1", 409, "Sold", "https://shop.example/sold"));
        items.MapGet("/broken", IResult () => throw new InvalidOperationException("secret"));
        items.MapPost("", (NegotiatedBody<Item> item) => MessagePackResults.Negotiate(item.Value));
        items.MapPost("/maybe", (NegotiatedBody<Item?> item) => MessagePackResults.Negotiate(item.Value?.Name ?? "null"));
        items.MapPost("/number", (NegotiatedBody<int> number) => MessagePackResults.Negotiate((int)number));
        items.MapPost("/maybe/number", (NegotiatedBody<int?> number) => MessagePackResults.Negotiate(number.Value ?? -1));
    }

    private static void MapPlain(RouteGroupBuilder plain)
    {
        plain.MapGet("", () => Item.Pen);
        plain.MapGet("/null", () => (Item?)null);
        plain.MapGet("/created/null", (HttpContext context) =>
        {
            context.Response.StatusCode = 201;
            return (Item?)null;
        });
        plain.MapGet("/text", async () =>
        {
            await Task.Yield();
            return "é";
        });
        plain.MapGet("/object", ValueTask<object> () => ValueTask.FromResult<object>(Item.Pen));
        plain.MapGet("/nothing", () => { });
        plain.MapGet("/result", () => TypedResults.Ok(Item.Pen));
        plain.MapPost("", (MessagePackBody<Item> item) => item.Value);
        plain.MapPost("/maybe", (MessagePackBody<Item?> item) => item.Value?.Name ?? "null");
        plain.MapPost("/number", (MessagePackBody<int> number) => number.Value);
        plain.MapPost("/maybe/number", (MessagePackBody<int?> number) => number.Value ?? -1);
    }
}

/// <summary>
/// A server that answers with status 406 if it can write nothing that the client accepts, tells all errors of a body, and
/// serializes JSON without reflection, as native programs do.
/// </summary>
public sealed class StrictServer : NegotiationServer
{
    protected override bool ReturnHttpNotAcceptable => true;

    protected override void Configure(IServiceCollection services) => services
        .Configure<MessagePackHttpOptions>(options => options.SerializerOptions = options.SerializerOptions.WithErrorLimit(2))
        .ConfigureHttpJsonOptions(json =>
        {
            json.SerializerOptions.TypeInfoResolverChain.Clear();
            json.SerializerOptions.TypeInfoResolverChain.Add(ItemJson.Default);
        });
}

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(Item))]
[JsonSerializable(typeof(object))]
internal sealed partial class ItemJson : JsonSerializerContext;
