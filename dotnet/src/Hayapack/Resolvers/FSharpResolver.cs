using System.Diagnostics.CodeAnalysis;
using Hayapack.Formatters;
using Hayapack.Reflection;

namespace Hayapack.Resolvers;

/// <summary>
/// Serializes F#'s <c>option</c>, <c>voption</c>, <c>list</c>, <c>Map</c>, <c>unit</c> and discriminated unions, in the form of
/// MessagePack.FSharpExtensions: nil or the value, an array, a map, nil, and <c>[tag, fields]</c>, where the fields are an array
/// if the union has <see cref="MessagePackObjectAttribute"/>, and a map by their names otherwise. Records and sets need no
/// resolver. Put it before another resolver in a <see cref="CompositeResolver"/>. Thread-safe.
/// </summary>
/// <remarks>The types are found by their names: the library does not depend on FSharp.Core.</remarks>
[RequiresDynamicCode("Builds generic types at run time.")]
[RequiresUnreferencedCode("Finds the cases of unions by reflection.")]
public sealed class FSharpResolver : CachingResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly FSharpResolver Instance = new();

    private FSharpResolver()
    {
    }

    /// <inheritdoc/>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "The class has the attribute itself.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "The class has the attribute itself.")]
    protected override IMessagePackFormatter<T>? Find<T>() => (IMessagePackFormatter<T>?)FSharpFormatterFactory.Find(typeof(T));
}
