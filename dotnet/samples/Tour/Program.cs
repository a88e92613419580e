using System.Diagnostics;
using System.Text.Json;
using Hayapack;

City[] cities =
[
    new() { Name = "東京", People = 14_192_184, Founded = new DateOnly(1943, 7, 1) },
    new() { Name = "Zürich", People = 443_037 },
];
byte[] bytes = MessagePackSerializer.Serialize(cities);
Console.WriteLine($"  {cities.Length} objects in {bytes.Length} bytes ({JsonSerializer.SerializeToUtf8Bytes(cities).Length} as JSON)");
Console.WriteLine($"  read again: {MessagePackSerializer.Deserialize<City[]>(bytes)[0].Name}");

try
{
    MessagePackSerializer.Deserialize<City[]>(bytes.AsMemory(0, bytes.Length - 3));
}
catch (MessagePackSerializationException error)
{
    Console.WriteLine($"  cut short:  {error.ErrorName} at byte {error.Offset}, {error.Path}");
}

const int Times = 200_000;
for (int i = 0; i < Times; i++)
{
    MessagePackSerializer.Deserialize<City[]>(MessagePackSerializer.Serialize(cities));
}

long started = Stopwatch.GetTimestamp();
for (int i = 0; i < Times; i++)
{
    MessagePackSerializer.Deserialize<City[]>(MessagePackSerializer.Serialize(cities));
}

Console.WriteLine($"  written and read in {Stopwatch.GetElapsedTime(started).TotalNanoseconds / Times:F0} ns");

[MessagePackObject]
public sealed class City
{
    [Key(0)]
    public required string Name { get; init; }

    [Key(1)]
    public int People { get; init; }

    [Key(2)]
    public DateOnly? Founded { get; init; }
}
