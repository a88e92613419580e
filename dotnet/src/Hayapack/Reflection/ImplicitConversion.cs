using System.Diagnostics.CodeAnalysis;
using System.Reflection;

namespace Hayapack.Reflection;

/// <summary>C#'s implicit conversions, from a member to the parameter of a constructor.</summary>
[RequiresUnreferencedCode("Finds operators by reflection.")]
internal static class ImplicitConversion
{
    // For each numeric type, those that it is converted to without a cast.
    private static readonly Dictionary<Type, Type[]> Wider = new()
    {
        [typeof(sbyte)] = [typeof(short), typeof(int), typeof(long), typeof(nint), typeof(float), typeof(double), typeof(decimal)],
        [typeof(byte)] = [typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong), typeof(nint), typeof(nuint), typeof(float), typeof(double), typeof(decimal)],
        [typeof(short)] = [typeof(int), typeof(long), typeof(nint), typeof(float), typeof(double), typeof(decimal)],
        [typeof(ushort)] = [typeof(int), typeof(uint), typeof(long), typeof(ulong), typeof(nint), typeof(nuint), typeof(float), typeof(double), typeof(decimal)],
        [typeof(char)] = [typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong), typeof(nint), typeof(nuint), typeof(float), typeof(double), typeof(decimal)],
        [typeof(int)] = [typeof(long), typeof(nint), typeof(float), typeof(double), typeof(decimal)],
        [typeof(uint)] = [typeof(long), typeof(ulong), typeof(nuint), typeof(float), typeof(double), typeof(decimal)],
        [typeof(long)] = [typeof(float), typeof(double), typeof(decimal)],
        [typeof(ulong)] = [typeof(float), typeof(double), typeof(decimal)],
        [typeof(float)] = [typeof(double)],
    };

    /// <summary>Returns whether a value of one type is assigned to another without a cast.</summary>
    internal static bool Exists(Type from, Type to)
    {
        if (to.IsAssignableFrom(from))
        {
            return true;
        }

        Type target = Nullable.GetUnderlyingType(to) ?? to;
        Type source = target == to ? from : Nullable.GetUnderlyingType(from) ?? from;
        return (Wider.TryGetValue(source, out Type[]? wider) && wider.Contains(target))
            || HasOperator(source, source, target) || HasOperator(target, source, target);
    }

    private static bool HasOperator(Type declaring, Type from, Type to) => declaring.GetMethods(BindingFlags.Static | BindingFlags.Public)
        .Any(method => method.Name == "op_Implicit" && method.ReturnType == to && method.GetParameters() is [{ } only] && only.ParameterType.IsAssignableFrom(from));
}
