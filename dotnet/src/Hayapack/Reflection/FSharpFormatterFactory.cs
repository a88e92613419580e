using System.Diagnostics.CodeAnalysis;
using System.Linq.Expressions;
using System.Reflection;
using Hayapack.Registry;

namespace Hayapack.Reflection;

/// <summary>Builds the formatters of F#'s types, which it knows by the names that F#'s compiler and FSharp.Core give them.</summary>
[RequiresDynamicCode("Builds generic types at run time.")]
[RequiresUnreferencedCode("Finds the cases of unions by reflection.")]
internal static class FSharpFormatterFactory
{
    private const string Core = "Microsoft.FSharp.Core.";
    private const string Collections = "Microsoft.FSharp.Collections.";

    /// <summary>Returns the formatter of a type, or null if it is none of F#'s, or needs no formatter of its own.</summary>
    /// <exception cref="MessagePackSerializationException">A value could not be told from another one, or cases are private.</exception>
    internal static object? Find(Type type)
    {
        Type[] arguments = type.GenericTypeArguments;
        switch ((type.IsGenericType ? type.GetGenericTypeDefinition() : type).FullName)
        {
            case Core + "FSharpOption`1":
                return Option(type, arguments[0], "Some");
            case Core + "FSharpValueOption`1":
                return Option(type, arguments[0], "NewValueSome");
            case Core + "Unit":
                return Make(typeof(FSharpUnitFormatter<>), [type]);
            case Collections + "FSharpList`1":
                MethodInfo ofArray = type.Assembly.GetType(Collections + "ListModule", throwOnError: true)!
                    .GetMethod("OfArray")!.MakeGenericMethod(arguments);
                return Make(typeof(FSharpListFormatter<,>), [type, arguments[0]], ofArray.CreateDelegate(typeof(Func<,>).MakeGenericType(arguments[0].MakeArrayType(), type)));
            case Collections + "FSharpMap`2":
                Type entries = typeof(IEnumerable<>).MakeGenericType(typeof(Tuple<,>).MakeGenericType(arguments));
                ParameterExpression items = Expression.Parameter(entries);
                Delegate make = Expression.Lambda(Expression.New(type.GetConstructor([entries])!, items), items).Compile();
                return Make(typeof(FSharpMapFormatter<,,>), [type, .. arguments], make);
        }

        // The class of a case derives from its union, and is the type of its instances.
        return FSharpMapping.IsUnion(type) ? Make(typeof(FSharpUnionFormatter<>), [type], IsKeyed(type), TagOf(type), Cases(type))
            : type.BaseType is { } union && FSharpMapping.IsUnion(union) ? Make(typeof(FSharpCaseFormatter<,>), [type, union])
            : null;
    }

    private static bool IsKeyed(Type type) => Attributes.Has<MessagePackObjectAttribute>(type);

    private static object Option(Type type, Type value, string some)
    {
        if (Nullable.GetUnderlyingType(value) is not null || value.FullName?.StartsWith(Core, StringComparison.Ordinal) == true && IsNil(value))
        {
            throw Bad(type, "a value that is nil could not be told from none");
        }

        ParameterExpression option = Expression.Parameter(type);
        ParameterExpression given = Expression.Parameter(value);
        Expression isSome = type.IsValueType ? Expression.Property(option, "IsSome") : Expression.NotEqual(option, Expression.Constant(null, type));
        return Make(
            typeof(FSharpOptionFormatter<,>),
            [type, value],
            Expression.Lambda(isSome, option).Compile(),
            Expression.Lambda(Expression.Property(option, "Value"), option).Compile(),
            Expression.Lambda(Expression.Call(type.GetMethod(some, BindingFlags.Public | BindingFlags.Static)!, given), given).Compile());
    }

    private static bool IsNil(Type type) => type.Name is "FSharpOption`1" or "FSharpValueOption`1" or "Unit";

    private static Delegate TagOf(Type type)
    {
        ParameterExpression union = Expression.Parameter(type);
        Expression tag = type.GetProperty("Tag", typeof(int)) is { } property ? Expression.Property(union, property) : Expression.Constant(0);
        return Expression.Lambda(tag, union).Compile();
    }

    /// <summary>Returns the cases by their tags.</summary>
    private static Array Cases(Type type)
    {
        const BindingFlags Static = BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly;
        MethodInfo[] makers = [.. type.GetMethods(Static).Where(method => FSharpMapping.Of(method) is [FSharpMapping.UnionCase, ..])];
        PropertyInfo[] constants = [.. type.GetProperties(Static).Where(property => FSharpMapping.Of(property) is [FSharpMapping.UnionCase, ..])];
        var found = makers.Select(method => (Tag: FSharpMapping.Of(method)[1], Make: method))
            .Concat(constants.Select(property => (Tag: FSharpMapping.Of(property)[1], Make: property.GetMethod!)))
            .DistinctBy(item => item.Tag).OrderBy(item => item.Tag).ToArray();
        if (found.Length == 0 || found[^1].Tag != found.Length - 1)
        {
            throw Bad(type, "its cases are not public");
        }

        PropertyInfo[] fields = [.. Nested(type).Prepend(type).SelectMany(part => part.GetProperties(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly))
            .Where(property => FSharpMapping.Of(property) is [FSharpMapping.Field, ..])];
        var cases = Array.CreateInstance(typeof(FSharpCase<>).MakeGenericType(type), found.Length);
        foreach ((int tag, MethodInfo make) in found)
        {
            PropertyInfo[] own = [.. fields.Where(property => Variant(property) == tag).OrderBy(property => FSharpMapping.Of(property)[^1])];
            cases.SetValue(Case(type, make, own), tag);
        }

        return cases;
    }

    private static IEnumerable<Type> Nested(Type type) => type.GetNestedTypes()
        .Select(nested => nested.IsGenericTypeDefinition && type.IsGenericType ? nested.MakeGenericType(type.GenericTypeArguments) : nested)
        .Where(nested => nested.BaseType == type);

    private static object Case(Type type, MethodInfo make, PropertyInfo[] fields)
    {
        ParameterExpression union = Expression.Parameter(type);
        ParameterExpression values = Expression.Parameter(typeof(object?[]));
        Expression[] read = [.. fields.Select(field => Expression.Convert(
            Expression.Property(field.DeclaringType == type ? union : Expression.Convert(union, field.DeclaringType!), field), typeof(object)))];
        Expression[] arguments = [.. make.GetParameters().Select((parameter, i) =>
            Expression.Convert(Expression.ArrayIndex(values, Expression.Constant(i)), parameter.ParameterType))];
        return Make(
            typeof(FSharpCase<>),
            [type],
            fields.Select(field => field.Name).ToArray(),
            fields.Select(field => TypeAccess.Find(field.PropertyType)!).ToArray(),
            Expression.Lambda(Expression.NewArrayInit(typeof(object), read), union).Compile(),
            Expression.Lambda(Expression.Call(make, arguments), values).Compile());
    }

    private static int Variant(PropertyInfo field) => FSharpMapping.Of(field) is [_, int variant, _] ? variant : 0;

    private static object Make(Type definition, Type[] arguments, params object[] parameters) =>
        Activator.CreateInstance(definition.MakeGenericType(arguments), BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance, null, parameters, null)!;

    private static MessagePackSerializationException Bad(Type type, string why) =>
        new(MessagePackErrorNames.UnsupportedType, -1, $"{type} cannot be serialized: {why}.");
}
