using System.Collections;
using Hayapack.Formatters;

namespace Hayapack.Resolvers;

/// <summary>
/// Serializes <see cref="DateTime"/> as its 64-bit representation in memory, including its kind. Put it before another
/// resolver in a <see cref="CompositeResolver"/>.
/// </summary>
public sealed class NativeDateTimeResolver : TableResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly NativeDateTimeResolver Instance = new();

    /// <summary>Options with this resolver only: they serialize <see cref="DateTime"/>, its nullable, arrays and lists.</summary>
    public static readonly MessagePackSerializerOptions Options = MessagePackSerializerOptions.Standard.WithResolver(Instance);

    private NativeDateTimeResolver() => AddValue(new DateTimeFormatter(TimeForm.Native));
}

/// <summary>
/// Serializes <see cref="Guid"/> as its 16 bytes in memory. Put it before another resolver in a
/// <see cref="CompositeResolver"/>.
/// </summary>
public sealed class NativeGuidResolver : TableResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly NativeGuidResolver Instance = new();

    private NativeGuidResolver() => AddValue(new GuidFormatter(native: true));
}

/// <summary>
/// Serializes <see cref="decimal"/> as its 16 bytes in memory. Put it before another resolver in a
/// <see cref="CompositeResolver"/>.
/// </summary>
public sealed class NativeDecimalResolver : TableResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly NativeDecimalResolver Instance = new();

    private NativeDecimalResolver() => AddValue(new DecimalFormatter(native: true));
}

/// <summary>
/// Serializes times, Guid and decimal as they are in memory, and BitArray as packed bits, like the resolver of the same
/// name in MessagePack-CSharp v4. Put it before another resolver in a <see cref="CompositeResolver"/>.
/// </summary>
public sealed class DotNetOptimizedResolver : TableResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly DotNetOptimizedResolver Instance = new();

    private DotNetOptimizedResolver()
    {
        AddValue(new DateTimeFormatter(TimeForm.Optimized));
        AddValue(new DateTimeOffsetFormatter(TimeForm.Optimized));
        AddValue(new GuidFormatter(native: true));
        AddValue(new DecimalFormatter(native: true));
        Add<BitArray?>(new BitArrayFormatter(optimized: true));
    }
}

/// <summary>A resolver with a fixed set of formatters. Thread-safe.</summary>
public abstract class TableResolver : IFormatterResolver
{
    private readonly Dictionary<Type, IMessagePackFormatter> known = [];

    private protected TableResolver()
    {
    }

    /// <inheritdoc/>
    public IMessagePackFormatter<T>? GetFormatter<T>() => (IMessagePackFormatter<T>?)known.GetValueOrDefault(typeof(T));

    private protected void Add<T>(IMessagePackFormatter<T> formatter) => known[typeof(T)] = formatter;

    /// <summary>Adds the formatters of a struct and its nullable type.</summary>
    private protected void AddValue<T>(IMessagePackFormatter<T> formatter)
        where T : struct
    {
        Add(formatter);
        Add(new NullableFormatter<T>(formatter));
        Add(new ArrayFormatter<T>());
        Add(new ListFormatter<T>());
    }
}
