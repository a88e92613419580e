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
    private readonly Func<Type, bool> supports;
    private readonly bool contractless;
    private readonly bool allowPrivate;

    /// <summary>Initializes a new instance of the <see cref="DynamicResolver"/> class.</summary>
    /// <param name="supports">Whether a type is of the resolver's kind.</param>
    /// <param name="contractless">Whether types without attributes are supported.</param>
    /// <param name="allowPrivate">Whether non-public members are included.</param>
    private protected DynamicResolver(Func<Type, bool> supports, bool contractless = false, bool allowPrivate = false)
    {
        this.supports = supports;
        this.contractless = contractless;
        this.allowPrivate = allowPrivate;
    }

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
        supports(typeof(T)) ? (IMessagePackFormatter<T>?)ReflectionFormatters.Find(typeof(T), contractless, allowPrivate) : null;
}
