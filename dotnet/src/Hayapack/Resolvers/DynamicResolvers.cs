using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;
using Hayapack.Formatters;
using Hayapack.Reflection;

namespace Hayapack.Resolvers;

/// <summary>
/// A resolver that builds formatters at run time for one kind of types, for lists of resolvers written for
/// MessagePack-CSharp. <see cref="StandardResolver"/> supports all these types. Thread-safe.
/// </summary>
[RequiresDynamicCode("Builds generic types at run time.")]
[RequiresUnreferencedCode("Finds members by reflection.")]
public abstract class DynamicResolver : CachingResolver
{
    private protected DynamicResolver()
    {
    }

    /// <summary>Gets a value indicating whether non-public members are included.</summary>
    private protected virtual bool AllowPrivate => false;

    /// <summary>Gets a value indicating whether types without attributes are supported.</summary>
    private protected virtual bool Contractless => false;

    private protected abstract bool Supports(Type type);

    /// <summary>Whether a type is an object of an application, and no collection.</summary>
    private protected static bool IsPlain(Type type) =>
        !type.IsEnum && !type.IsPrimitive && !type.IsArray && type != typeof(object) && type != typeof(string)
            && !typeof(System.Collections.IEnumerable).IsAssignableFrom(type) && Nullable.GetUnderlyingType(type) is null;

    private protected static bool IsObject(Type type) =>
        Attributes.Has<MessagePackObjectAttribute>(type) || type.IsDefined(typeof(DataContractAttribute), inherit: false);

    /// <inheritdoc/>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "The class has the attribute itself.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "The class has the attribute itself.")]
    protected override IMessagePackFormatter<T>? Find<T>() =>
        Supports(typeof(T)) ? (IMessagePackFormatter<T>?)ReflectionFormatters.Find(typeof(T), Contractless, AllowPrivate) : null;
}

/// <summary>Supports enums and nullable enums, as their numbers. See <see cref="DynamicResolver"/>.</summary>
[RequiresDynamicCode("Builds generic types at run time.")]
[RequiresUnreferencedCode("Finds members by reflection.")]
public sealed class DynamicEnumResolver : DynamicResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly DynamicEnumResolver Instance = new();

    /// <summary>Options with this resolver only.</summary>
    public static readonly MessagePackSerializerOptions Options = MessagePackSerializerOptions.Standard.WithResolver(Instance);

    private DynamicEnumResolver()
    {
    }

    private protected override bool Supports(Type type) => (Nullable.GetUnderlyingType(type) ?? type).IsEnum;
}

/// <summary>Supports arrays, nullable types, tuples and collections, those of an application included. See <see cref="DynamicResolver"/>.</summary>
[RequiresDynamicCode("Builds generic types at run time.")]
[RequiresUnreferencedCode("Finds members by reflection.")]
public sealed class DynamicGenericResolver : DynamicResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly DynamicGenericResolver Instance = new();

    /// <summary>Options with this resolver only.</summary>
    public static readonly MessagePackSerializerOptions Options = MessagePackSerializerOptions.Standard.WithResolver(Instance);

    private DynamicGenericResolver()
    {
    }

    private protected override bool Supports(Type type) => !type.IsEnum && !IsObject(type) && !ReflectionFormatters.IsUnion(type);
}

/// <summary>Supports unions: interfaces and classes with <see cref="UnionAttribute"/>. See <see cref="DynamicResolver"/>.</summary>
[RequiresDynamicCode("Builds generic types at run time.")]
[RequiresUnreferencedCode("Finds members by reflection.")]
public sealed class DynamicUnionResolver : DynamicResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly DynamicUnionResolver Instance = new();

    /// <summary>Options with this resolver only.</summary>
    public static readonly MessagePackSerializerOptions Options = MessagePackSerializerOptions.Standard.WithResolver(Instance);

    private DynamicUnionResolver()
    {
    }

    private protected override bool Supports(Type type) => ReflectionFormatters.IsUnion(type);
}

/// <summary>Supports classes and structs with <see cref="MessagePackObjectAttribute"/> or <see cref="DataContractAttribute"/>. See <see cref="DynamicResolver"/>.</summary>
[RequiresDynamicCode("Builds generic types at run time.")]
[RequiresUnreferencedCode("Finds members by reflection.")]
public sealed class DynamicObjectResolver : DynamicResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly DynamicObjectResolver Instance = new();

    /// <summary>Options with this resolver only.</summary>
    public static readonly MessagePackSerializerOptions Options = MessagePackSerializerOptions.Standard.WithResolver(Instance);

    private DynamicObjectResolver()
    {
    }

    private protected override bool Supports(Type type) => IsObject(type) && !ReflectionFormatters.IsUnion(type);
}

/// <summary>
/// Supports classes and structs with <see cref="MessagePackObjectAttribute"/> or <see cref="DataContractAttribute"/>, and their
/// non-public members. See <see cref="DynamicResolver"/>.
/// </summary>
[RequiresDynamicCode("Builds generic types at run time.")]
[RequiresUnreferencedCode("Finds members by reflection.")]
public sealed class DynamicObjectResolverAllowPrivate : DynamicResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly DynamicObjectResolverAllowPrivate Instance = new();

    private DynamicObjectResolverAllowPrivate()
    {
    }

    private protected override bool AllowPrivate => true;

    private protected override bool Supports(Type type) => IsObject(type) && !ReflectionFormatters.IsUnion(type);
}

/// <summary>Supports classes and structs without attributes, as maps of their public members. See <see cref="DynamicResolver"/>.</summary>
[RequiresDynamicCode("Builds generic types at run time.")]
[RequiresUnreferencedCode("Finds members by reflection.")]
public sealed class DynamicContractlessObjectResolver : DynamicResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly DynamicContractlessObjectResolver Instance = new();

    private DynamicContractlessObjectResolver()
    {
    }

    private protected override bool Contractless => true;

    private protected override bool Supports(Type type) => IsPlain(type);
}

/// <summary>Supports classes and structs without attributes, as maps of all their members. See <see cref="DynamicResolver"/>.</summary>
[RequiresDynamicCode("Builds generic types at run time.")]
[RequiresUnreferencedCode("Finds members by reflection.")]
public sealed class DynamicContractlessObjectResolverAllowPrivate : DynamicResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly DynamicContractlessObjectResolverAllowPrivate Instance = new();

    private DynamicContractlessObjectResolverAllowPrivate()
    {
    }

    private protected override bool AllowPrivate => true;

    private protected override bool Contractless => true;

    private protected override bool Supports(Type type) => IsPlain(type);
}
