// SignalR with MessagePack: AddHayapackProtocol on the server and on the client. The bytes are those of Microsoft's
// protocol "messagepack", so its clients for .NET and JavaScript work with this server.
using Hayapack;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Client;

WebApplicationBuilder builder = WebApplication.CreateBuilder(args);
builder.Services.AddSignalR().AddHayapackProtocol();
WebApplication app = builder.Build();
app.MapHub<ChatHub>("/chat");
await app.StartAsync();

await using HubConnection connection = new HubConnectionBuilder()
    .WithUrl(app.Urls.First() + "/chat")
    .AddHayapackProtocol()
    .Build();
connection.On<Line>("Said", line => Console.WriteLine($"{line.Name}: {line.Text}"));
await connection.StartAsync();
int count = await connection.InvokeAsync<int>("Say", new Line { Name = "haya", Text = "速い" });
Console.WriteLine($"lines so far: {count}");
await app.StopAsync();

[MessagePackObject(true)]
public sealed class Line
{
    public string Name { get; set; } = "";

    public string Text { get; set; } = "";
}

public sealed class ChatHub : Hub
{
    private static int lines;

    public async Task<int> Say(Line line)
    {
        await Clients.All.SendAsync("Said", line);
        return Interlocked.Increment(ref lines);
    }
}
