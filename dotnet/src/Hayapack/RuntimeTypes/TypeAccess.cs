using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Hayapack.Reflection;

namespace Hayapack.Registry;

/// <summary>Finds the serializer of a type that is known only at run time.</summary>
internal static partial class TypeAccess
{
    private static readonly ConcurrentDictionary<Type, TypedSerializer> Made = new();

    /// <summary>
    /// Returns the serializer of a type, or null if the type is not registered and reflection is disabled.
    /// </summary>
    internal static TypedSerializer? Find(Type type)
    {
        if (TypeRegistry.Find(type) is { } known)
        {
            return known;
        }

        ModuleInitializers.Run(type);
        if (TypeRegistry.Find(type) is { } registered)
        {
            return registered;
        }

        if (!Made.TryGetValue(type, out TypedSerializer? made) && ReflectionSupport.IsEnabled)
        {
            made = Make(type);
            Made[type] = made;
        }

        return made;
    }

    /// <summary>
    /// Returns the serializer that writes a value of a type, or null: without reflection, also collections that are not
    /// registered can be written.
    /// </summary>
    internal static TypedSerializer? FindWriter(Type type, object? value) => Find(type) ?? UntypedCollectionSerializer.For(value);

    [RequiresDynamicCode("Builds a generic type at run time.")]
    [RequiresUnreferencedCode("Builds a generic type at run time.")]
    private static TypedSerializer Make(Type type) => (TypedSerializer)typeof(TypedSerializer<>).MakeGenericType(type)
        .GetField(nameof(TypedSerializer<int>.Instance), BindingFlags.Static | BindingFlags.NonPublic)!.GetValue(null)!;
}
