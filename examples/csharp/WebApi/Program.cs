// A minimal API that reads and writes JSON or MessagePack, as Content-Type and Accept say. An invalid body is
// answered with status 400 and problem details: the error's name, offset and path.
using Hayapack;
using Hayapack.AspNetCore;

WebApplicationBuilder builder = WebApplication.CreateBuilder(args);
builder.Services.AddMessagePack();
WebApplication app = builder.Build();
app.MapPost("/total", (NegotiatedBody<Order> body) =>
    MessagePackResults.Negotiate(new Total { Id = body.Value.Id, Sum = body.Value.Prices.Sum() }));
app.Run();

[MessagePackObject(true)]
public sealed class Order
{
    public int Id { get; set; }

    public double[] Prices { get; set; } = [];
}

[MessagePackObject(true)]
public sealed class Total
{
    public int Id { get; set; }

    public double Sum { get; set; }
}
