// A SignalR server and a client in one program, which is also published trimmed and as a native program. The formatters
// are generated: nothing is found by reflection.
using Hayapack;
using Hubs;
using Microsoft.AspNetCore.SignalR.Client;

[assembly: GenerateFormatter(typeof(Color))]

WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
builder.Logging.ClearProviders();
builder.Services.AddSignalR().AddHayapackProtocol(options => options.AddReceivedMethods<ShapeHub>());
WebApplication app = builder.Build();
app.Urls.Add("http://127.0.0.1:0");
app.MapHub<ShapeHub>("/shapes");
await app.StartAsync();

await using HubConnection connection = new HubConnectionBuilder()
    .WithUrl(app.Urls.First() + "/shapes")
    .AddHayapackProtocol(options => options.WriteAsUnion<IShape>())
    .Build();
await connection.StartAsync();
IShape larger = await connection.InvokeAsync<IShape>("Larger", new Circle { Id = 1, Radius = 1 });
Color color = await connection.InvokeAsync<Color>("ColorOf", larger);
Console.WriteLine($"{((Circle)larger).Id} {((Circle)larger).Radius} {color}");
await foreach (IShape shape in connection.StreamAsync<IShape>("Shapes", 2))
{
    Console.WriteLine($"{shape.GetType().Name} {shape.Id}");
}

await app.StopAsync();
