// Two caches above one distributed cache, without reflection: the formatters of the entries are generated.
using Hayapack;
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.Memory;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using ZiggyCreatures.Caching.Fusion;
using ZiggyCreatures.Caching.Fusion.Internals.Distributed;

[assembly: GenerateFormatter(typeof(FusionCacheDistributedEntry<Seat>))]

MemoryDistributedCache second = new(Options.Create(new MemoryDistributedCacheOptions()));
IFusionCache first = Cache();
first.Set("seat:7", new Seat { Row = 7, Name = "window" }, tags: ["seats"]);
Seat read = Cache().GetOrDefault<Seat>("seat:7")!;
Console.WriteLine($"{read.Row} {read.Name}");
first.RemoveByTag("seats");
Console.WriteLine(Cache().TryGet<Seat>("seat:7").HasValue);

IFusionCache Cache()
{
    ServiceCollection services = new();
    services.AddFusionCache().WithHayapackSerializer().WithDistributedCache(second);
    return services.BuildServiceProvider().GetRequiredService<IFusionCache>();
}

[MessagePackObject]
public sealed class Seat
{
    [Key(0)]
    public int Row { get; set; }

    [Key(1)]
    public string? Name { get; set; }
}
