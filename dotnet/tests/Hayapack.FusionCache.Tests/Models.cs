using Hayapack;
using Hayapack.FusionCache.Tests;
using ZiggyCreatures.Caching.Fusion.Internals.Distributed;

[assembly: GenerateFormatter(typeof(FusionCacheDistributedEntry<Order>))]

namespace Hayapack.FusionCache.Tests;

[MessagePackObject]
public sealed record Order([property: Key(0)] int Id, [property: Key(1)] string Customer, [property: Key(2)] double[] Prices);

[Union(0, typeof(Circle))]
public interface IShape;

[MessagePackObject]
public sealed record Circle([property: Key(0)] double Radius) : IShape;

/// <summary>Has a formatter only in ContractlessStandardResolver, ours and MessagePack-CSharp's.</summary>
public sealed class Plain
{
    public int Number { get; set; }

    public string? Name { get; set; }

    public List<Plain>? Children { get; set; }
}
