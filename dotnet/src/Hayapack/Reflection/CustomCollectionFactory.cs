using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Hayapack.Formatters;
using Hayapack.Hashing;

namespace Hayapack.Reflection;

/// <summary>
/// Builds the formatters of applications' collection types by reflection. The generator follows the same rules in
/// LibraryFormatters.ForCustom.
/// </summary>
[RequiresDynamicCode("Builds generic types at run time.")]
[RequiresUnreferencedCode("Builds generic types at run time.")]
internal static class CustomCollectionFactory
{
    /// <summary>Returns the formatter of a collection type that is not part of .NET, or null for other types.</summary>
    internal static object? Find(Type type)
    {
        bool hasConstructor = type is { IsAbstract: false, IsInterface: false }
            && (type.IsValueType || type.GetConstructor(Type.EmptyTypes) is not null);
        Type? key = CustomCollectionSafety.Of(type);

        // String keys need no comparer, so that the comparer which the parameterless constructor chooses is kept.
        bool needsNone = hasConstructor && CustomCollectionSafety.AreSafe(type);
        ConstructorInfo? withComparer = needsNone || key is null ? null : Constructor(type, [], Comparer(key));
        if (Implemented(type, typeof(IDictionary<,>)) is { } map && (hasConstructor || withComparer is not null))
        {
            return withComparer is null
                ? GenericFormatterFactory.Make(typeof(GenericDictionaryFormatter<,,>), [.. map.GenericTypeArguments, type])
                : Make(typeof(ComparerDictionaryFormatter<,,>), [.. map.GenericTypeArguments, type], Creation(key!, type, withComparer));
        }

        if (Implemented(type, typeof(IReadOnlyDictionary<,>)) is { } readOnly
            && typeof(IDictionary<,>).MakeGenericType(readOnly.GenericTypeArguments) is var entries && Constructor(type, [entries]) is not null)
        {
            return Make(
                typeof(CustomReadOnlyDictionaryFormatter<,,>),
                [type, .. readOnly.GenericTypeArguments],
                Invoker(Constructor(type, [entries], Comparer(readOnly.GenericTypeArguments[0]))));
        }

        if (Implemented(type, typeof(ICollection<>)) is { } collection && (hasConstructor || withComparer is not null))
        {
            Type element = collection.GenericTypeArguments[0];
            return withComparer is null
                ? GenericFormatterFactory.Make(typeof(GenericCollectionFormatter<,>), element, type)
                : Make(typeof(ComparerCollectionFormatter<,,>), [element, key!, type], Creation(key!, type, withComparer));
        }

        if (Implemented(type, typeof(IEnumerable<>)) is { } enumerable && Constructor(type, [enumerable]) is not null)
        {
            return Make(
                typeof(CustomEnumerableFormatter<,,>),
                [type, enumerable.GenericTypeArguments[0], key ?? typeof(object)],
                Invoker(key is null ? null : Constructor(type, [enumerable], Comparer(key))));
        }

        if (hasConstructor && typeof(IDictionary).IsAssignableFrom(type))
        {
            return Make(typeof(CustomUntypedDictionaryFormatter<>), [type], Invoker(Constructor(type, [], typeof(IEqualityComparer))));
        }

        return hasConstructor && typeof(IList).IsAssignableFrom(type) ? GenericFormatterFactory.Make(typeof(NonGenericListFormatter<>), type) : null;
    }

    private static Type Comparer(Type key) => typeof(IEqualityComparer<>).MakeGenericType(key);

    private static object Make(Type definition, Type[] arguments, object? parameter) =>
        Activator.CreateInstance(definition.MakeGenericType(arguments), parameter)!;

    private static object Creation(Type key, Type type, ConstructorInfo withComparer) => typeof(CustomCollectionFactory)
        .GetMethod(nameof(Bind), BindingFlags.NonPublic | BindingFlags.Static)!.MakeGenericMethod(key, type).Invoke(null, [withComparer])!;

    private static Func<IEqualityComparer<TKey>?, TCollection> Bind<TKey, TCollection>(ConstructorInfo withComparer)
    {
        ConstructorInvoker invoker = ConstructorInvoker.Create(withComparer);
        bool hasOther = typeof(TCollection).IsValueType || typeof(TCollection).GetConstructor(Type.EmptyTypes) is not null;
        return comparer => comparer is null && hasOther
            ? Activator.CreateInstance<TCollection>()
            : (TCollection)invoker.Invoke(comparer ?? EqualityComparer<TKey>.Default);
    }

    private static ConstructorInvoker? Invoker(ConstructorInfo? constructor) =>
        constructor is null ? null : ConstructorInvoker.Create(constructor);

    internal static Type? Implemented(Type type, Type definition) =>
        type.GetInterfaces().FirstOrDefault(found => found.IsConstructedGenericType && found.GetGenericTypeDefinition() == definition);

    /// <summary>Returns the public constructor that accepts values of these types and then a comparer, or null.</summary>
    private static ConstructorInfo? Constructor(Type type, Type[] types, params Type[] comparer) => type.IsAbstract ? null : type.GetConstructors()
        .FirstOrDefault(constructor => constructor.GetParameters() is var parameters && parameters.Length == types.Length + comparer.Length
            && parameters.Zip(types).All(pair => pair.First.ParameterType.IsAssignableFrom(pair.Second))
            && parameters.Skip(types.Length).Select(parameter => parameter.ParameterType).SequenceEqual(comparer));
}
