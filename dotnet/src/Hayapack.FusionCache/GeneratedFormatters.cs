using Hayapack;
using ZiggyCreatures.Caching.Fusion.Internals;
using ZiggyCreatures.Caching.Fusion.Internals.Distributed;

// What FusionCache writes of its own. A native program generates the formatter of FusionCacheDistributedEntry<T> for its own types.
[assembly: GenerateFormatter(typeof(FusionCacheEntryMetadata))]
[assembly: GenerateFormatter(typeof(FusionCacheDistributedEntry<long>))] // when a tag's entries were removed
