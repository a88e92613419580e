using System.Text.Json.Serialization;
using Hayapack;
using Orders;

Order order = new()
{
    Id = 7,
    Customer = new Customer("Ada", "Lovelace"),
    Lines = [new Line("tea", 2, Guid.Parse("00112233-4455-6677-8899-aabbccddeeff")), new Line("naïve", 1, Guid.Empty)],
    Status = Status.Paid,
    Placed = new DateTime(2026, 11, 22, 10, 0, 0, DateTimeKind.Utc),
    Payment = new Cash { Amount = (12, 50) },
    Discounts = new() { ["autumn"] = 0.1m, ["none"] = null },
};
order.Remark("gift");

byte[] bytes = MessagePackSerializer.Serialize(order);
Console.WriteLine(Convert.ToHexStringLower(bytes));

Order read = MessagePackSerializer.Deserialize<Order>(bytes)!;
Console.WriteLine($"{read.Id} {read.Customer} {read.Lines.Count} {read.Lines[1].Article} {read.Status} {read.Placed:s} {((Cash)read.Payment!).Amount} {read.Discounts!["autumn"]} {read.Remarked()}");

Catalog catalog = MessagePackSerializer.Deserialize<Catalog>(MessagePackSerializer.Serialize(new Catalog
{
    Lines = new Page<Line> { Items = [.. order.Lines], Next = 5 },
    States = [Status.Paid],
}))!;
Console.WriteLine($"{catalog.Lines!.Items.Length} {catalog.Lines.Next} {catalog.States!.Single()}");

var byDay = MessagePackSerializer.Deserialize<Dictionary<string, List<Order>>>(
    MessagePackSerializer.Serialize(new Dictionary<string, List<Order>> { ["today"] = [order] }))!;
Console.WriteLine(byDay["today"][0].Payment is Cash);

var typeless = MessagePackSerializer.Typeless.DefaultOptions.WithTypeTable(
    new TypeTable().Add<Customer>("Orders.Customer, Orders").Add<List<Line>>());
object?[] mixed = [order.Customer, order.Lines, 7, "tea", order.Placed];
var typed = (object?[])MessagePackSerializer.Typeless.Deserialize(MessagePackSerializer.Typeless.Serialize(mixed, typeless), typeless)!;
Console.WriteLine($"{typed[0]} {((List<Line>)typed[1]!).Count} {typed[2]} {typed[3]} {typed[4]:s}");

Settings settings = new() { Theme = "dark", Size = 11 };
settings.Counts["Tea"] = 1;
MessagePackSerializer.Populate(MessagePackSerializer.ConvertFromJson("""{"Size":0,"Recent":[["a"]],"Counts":{"tea":2},"Later":[true]}"""), settings);
Console.WriteLine($"{settings.Theme} {settings.Recent.Next} {settings.Counts["TEA"]} {MessagePackSerializer.SerializeToJson(settings)}");
Draft draft = MessagePackSerializer.Deserialize<Draft>(MessagePackSerializer.ConvertFromJson("""{"Id":7,"Color":"red","Sizes":[1.5,null],"Box":{"Deep":true}}"""));
Console.WriteLine($"{draft.Others!["Color"]} {MessagePackSerializer.SerializeToJson(draft)}");
var strict = MessagePackSerializerOptions.Standard.WithUnmappedMemberHandling(UnmappedMemberHandling.Disallow).WithOmitDefaults(OmitDefaults.Null);
Console.WriteLine(Convert.ToHexStringLower(MessagePackSerializer.Serialize(new Order { Id = 8 }, strict)));
try
{
    MessagePackSerializer.Deserialize<Customer>(MessagePackSerializer.ConvertFromJson("""{"firstName":"Ada","age":36}"""), strict);
}
catch (MessagePackSerializationException error)
{
    Console.WriteLine($"{error.ErrorName} at {error.Offset}");
}

Console.WriteLine(MessagePackSchema.Describe<Page<Line>>().ToJsonString());
Console.WriteLine(MessagePackSchema.GetJsonSchemaAsNode<Order>().ToJsonString());
Console.WriteLine($"{MessagePackSchema.Describe<IEvent>()["tag"]} {MessagePackSchema.GetJsonSchemaAsNode<IEvent>().ToJsonString()}");

MessagePackSerializerOptions preserve = MessagePackSerializerOptions.Standard.WithReferenceHandler(ReferenceHandler.Preserve);
var twice = MessagePackSerializer.Deserialize<Dictionary<string, List<Order>>>(
    MessagePackSerializer.Serialize(new Dictionary<string, List<Order>> { ["today"] = [order, order] }, preserve), preserve)!["today"];
Console.WriteLine(ReferenceEquals(twice[0], twice[1]));

using var stream = new MemoryStream();
await MessagePackSerializer.SerializeManyAsync(stream, twice.ToAsyncEnumerable());
Console.WriteLine(stream.Length == 2 * bytes.Length);

try
{
    MessagePackSerializer.Deserialize<Order>(bytes.AsMemory(0, bytes.Length - 3));
}
catch (MessagePackSerializationException error)
{
    Console.WriteLine($"{error.ErrorName} at {error.Offset}");
}

byte[] events = MessagePackSerializer.Serialize(new IEvent[] { new Shipped(7, order.Placed), new Returned { Order = 7, Refund = (3, 5) } });
Console.WriteLine(MessagePackSerializer.ConvertToJson(events));
Console.WriteLine(string.Join(", ", MessagePackSerializer.Deserialize<IEvent[]>(events)!.Select(one => one.GetType().Name)));

var states = MessagePackSerializerOptions.Standard.WithUnion<object>(u => u.WithKey("kind").Add<Customer>("customer").Add<Paid>(1));
byte[] listed = MessagePackSerializer.Serialize<object[]>([order.Customer, new Paid(Status.Paid)], states);
Console.WriteLine($"{MessagePackSerializer.ConvertToJson(listed)} {MessagePackSerializer.Deserialize<object[]>(listed, states)![1]}");
Console.WriteLine(MessagePackSerializer.ConvertToJson(MessagePackSerializer.Serialize<IState>(new Paid(Status.Paid))));

try
{
    byte[] wrong = MessagePackSerializer.ConvertFromJson(
        """[{"type":"shipped","Order":"x","At":1},{"type":"lost"},{"type":"returned","Refund":[1,"y"]},{"Order":1}]""");
    MessagePackSerializer.Deserialize<IEvent[]>(wrong, MessagePackSerializerOptions.Standard.WithErrorLimit(10));
}
catch (MessagePackSerializationException error)
{
    Console.WriteLine(string.Join(", ", error.Errors.Select(one => $"{one.ErrorName} {one.Path}")));
}
