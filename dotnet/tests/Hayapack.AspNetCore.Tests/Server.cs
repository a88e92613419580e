using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit;

namespace Hayapack.AspNetCore.Tests;

/// <summary>Kestrel on a free port of the loopback interface.</summary>
public sealed class Server : IAsyncLifetime
{
    internal const int MaximumBody = 2_000_000;

    private WebApplication? app;

    public HttpClient Client { get; private set; } = new();

    public string Address { get; private set; } = "";

    public async Task InitializeAsync()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Limits.MaxRequestBodySize = MaximumBody).UseUrls("http://127.0.0.1:0");
        builder.Services.AddControllers()
            .AddApplicationPart(typeof(OrdersController).Assembly)
            .AddMessagePack(options =>
            {
                options.SerializerOptions = MessagePackSerializerOptions.Standard.WithCompression(MessagePackCompression.Lz4BlockArray).WithCompressionMinLength(5000);
                options.Limits = MessagePackLimits.Stream with { MaximumMessageLength = 1_000_000 };
            });
        app = builder.Build();
        app.MapControllers();
        app.MapPost("/orders", (MessagePackBody<Order> body) =>
        {
            Order order = body;
            order.Lines.Add(new Line { Name = "minimal", Count = body.Value.Lines.Count });
            return MessagePackResults.Ok(order);
        });
        app.MapPost("/created", (MessagePackBody<Order> body) => MessagePackResults.Created("/orders/" + body.Value.Id, body.Value));
        app.MapPost("/broken", (MessagePackBody<Broken> body) => MessagePackResults.Ok(body.Value));
        app.MapPost("/orders/maybe", (MessagePackBody<Order?> body) => MessagePackResults.Ok(body.Value is null));
        app.MapPost("/read", async (HttpRequest request) => MessagePackResults.Ok(await request.ReadFromMessagePackAsync<int>()));
        app.MapPost("/caught", async (HttpRequest request) =>
        {
            try
            {
                await foreach (int number in request.ReadManyFromMessagePackAsync<int>())
                {
                }

                return "";
            }
            catch (BadHttpRequestException rejected) when (rejected.InnerException is MessagePackSerializationException fault)
            {
                return $"{fault.ErrorName} {fault.Offset} {fault.Path}";
            }
        });
        app.MapGet("/many", () => MessagePackResults.Many(Numbers()));
        app.MapPost("/sum", async (HttpRequest request) =>
        {
            long sum = 0;
            await foreach (int number in request.ReadManyFromMessagePackAsync<int>())
            {
                sum += number;
            }

            return MessagePackResults.Body(sum, 200);
        });
        await app.StartAsync();
        Address = app.Urls.First();
        var handler = new SocketsHttpHandler { Expect100ContinueTimeout = TimeSpan.FromMinutes(1) };
        Client = new HttpClient(handler) { BaseAddress = new Uri(Address) };
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

    private static async IAsyncEnumerable<int> Numbers()
    {
        for (int i = 0; i < 1000; i++)
        {
            yield return i;
            if (i % 100 == 0)
            {
                await Task.Yield();
            }
        }
    }
}
