using System.Buffers;
using System.Collections;

namespace Hayapack.Fuzz;

/// <summary>Compares untyped values. NaN equals NaN.</summary>
internal static class Same
{
    internal static bool Values(object? one, object? other)
    {
        switch (one)
        {
            case null:
                return other is null;
            case byte[] bytes:
                return other is byte[] otherBytes && bytes.AsSpan().SequenceEqual(otherBytes);
            case object?[] items:
                return other is object?[] otherItems && items.Length == otherItems.Length
                    && items.Zip(otherItems).All(pair => Values(pair.First, pair.Second));
            case IDictionary map:
                return other is IDictionary otherMap && map.Count == otherMap.Count
                    && map.Keys.Cast<object>().All(key => otherMap.Contains(key) && Values(map[key], otherMap[key]));
            case ExtensionResult extension:
                return other is ExtensionResult otherExtension && extension.TypeCode == otherExtension.TypeCode
                    && extension.Data.ToArray().AsSpan().SequenceEqual(otherExtension.Data.ToArray());
            default:
                return one.Equals(other);
        }
    }
}
