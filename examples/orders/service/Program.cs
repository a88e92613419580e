// Writes orders to the redis stream "orders": five at once, then one every two seconds.
using Hayapack;
using Shop;
using StackExchange.Redis;
using Order = Shop.Order; // not the enum of StackExchange.Redis

// Python and PHP look the name up in tables of their own. .NET types are never found by a name from outside.
var options = MessagePackSerializer.Typeless.DefaultOptions
    .WithTypeTable(new TypeTable().Add<Order>("Shop.Order, Shop"))
    .WithCompression(MessagePackCompression.Lz4BlockArray);

string[] customers = ["山田 花子", "Zoë Müller", "<script>document.title = 'stolen'</script>", "O'Brien & Sons"];
Line[] articles = [new("Green tea", 2, 1250), new("抹茶", 1, 2400), new("Teapot <small>", 1, 3999), new("Cup", 6, 450)];

var settings = ConfigurationOptions.Parse(Environment.GetEnvironmentVariable("REDIS") ?? "127.0.0.1:6379");
settings.AbortOnConnectFail = false; // try again until redis is there
using var redis = await ConnectionMultiplexer.ConnectAsync(settings);

for (int written = 0; ; written++)
{
    int id = (int)await Patiently(db => db.StringIncrementAsync("orders:last-id"));
    var order = new Order
    {
        Id = id,
        Customer = customers[id % customers.Length],
        Lines = [.. articles.Take(1 + (id % articles.Length))],
    };
    byte[] message = MessagePackSerializer.Typeless.Serialize(order, options);

    // One command, so a service that dies leaves a whole order in the stream, or none.
    await Patiently(db => db.StreamAddAsync("orders", "order", message, maxLength: 10_000, useApproximateMaxLength: true));
    Console.WriteLine($"service: wrote order {id}, {message.Length} bytes");
    await Task.Delay(written < 4 ? 0 : 2000);
}

// Repeats a command while redis is away. If only its answer was lost, the order is in the stream twice:
// totals are kept by order, so that it counts once.
async Task<T> Patiently<T>(Func<IDatabase, Task<T>> command)
{
    while (true)
    {
        try
        {
            return await command(redis.GetDatabase());
        }
        catch (Exception error) when (error is RedisConnectionException or RedisTimeoutException
            || (error is RedisServerException && error.Message.StartsWith("LOADING", StringComparison.Ordinal)))
        {
            Console.WriteLine("service: no answer from redis, trying again");
            await Task.Delay(1000);
        }
    }
}
