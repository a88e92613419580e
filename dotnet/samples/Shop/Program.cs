using MessagePack;
using MessagePack.Resolvers;
using Shop;

// Writes docs/samples/shop.msgpack with MessagePack-CSharp, with type names and LZ4:
//   Shop write FILE     writes the order to FILE
//   Shop read FILE      reads it from FILE with MessagePack-CSharp, and fails unless it is the same order
MessagePackSerializerOptions options = TypelessContractlessStandardResolver.Options
    .WithCompression(MessagePackCompression.Lz4BlockArray)
    .WithOmitAssemblyVersion(true);

var order = new Order
{
    Customer = new Company { Name = "速水 Tea House", City = "Lübeck" },
    Id = new Guid("7d8f1c3e-0f5b-4c69-9a52-3f0e6a1b2c4d"),
    Placed = new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc),
    Lines =
    [
        new Line { Article = "Green tea", Price = 4.20m, Count = 12 },
        new Line { Article = "Tea bowl, blue", Price = 38.00m, Count = 1 },
    ],
    Properties = new Dictionary<string, object>
    {
        ["discount"] = 2.50m,
        ["due"] = new DateTime(2026, 2, 1, 0, 0, 0, DateTimeKind.Utc),
        ["parcels"] = 1,
        ["tracking"] = new Guid("0b5f3bb6-6b5c-4a0b-8a4e-2f1d3c4b5a69"),
    },
    Status = Status.Sent,
    Signature = [.. Enumerable.Range(0, 16).Select(number => (byte)number)],
};

switch (args)
{
    case ["write", var file]:
        File.WriteAllBytes(file, MessagePackSerializer.Typeless.Serialize(order, options));
        return 0;
    case ["read", var file]:
        var read = (Order)MessagePackSerializer.Typeless.Deserialize(File.ReadAllBytes(file), options)!;
        bool same = Text(read) == Text(order);
        Console.WriteLine($"{file}: MessagePack-CSharp {typeof(MessagePackSerializer).Assembly.GetName().Version!.ToString(3)} reads {(same ? "the same order" : Text(read))}");
        return same ? 0 : 1;
    default:
        Console.Error.WriteLine("Shop write FILE, or Shop read FILE");
        return 2;
}

// The values and their types.
static string Text(object? value) => value switch
{
    null => "null",
    string text => text,
    byte[] bytes => Convert.ToHexString(bytes),
    DateTime time => time.ToString("O"),
    System.Collections.IDictionary map => "{" + string.Join(", ", map.Keys.Cast<object>().Select(key => $"{key}: {Text(map[key])}")) + "}",
    System.Collections.IEnumerable items => "[" + string.Join(", ", items.Cast<object>().Select(Text)) + "]",
    _ when value.GetType().Namespace != nameof(Shop) || value is Enum => $"{value} ({value.GetType()})",
    _ => value.GetType().Name + " {" + string.Join(", ", value.GetType().GetProperties().Select(property => $"{property.Name}: {Text(property.GetValue(value))}")) + "}",
};
