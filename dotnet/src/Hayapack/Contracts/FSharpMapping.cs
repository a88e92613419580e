using System.Reflection;

namespace Hayapack.Reflection;

/// <summary>Reads the attribute by which F#'s compiler says what a type or member is.</summary>
internal static class FSharpMapping
{
    // Kinds of F#'s SourceConstructFlags.
    internal const int Field = 4;
    internal const int UnionCase = 8;
    private const int SumType = 1;
    private const int KindMask = 31;

    /// <summary>Returns whether a type is a discriminated union.</summary>
    internal static bool IsUnion(Type type) => Of(type) is [SumType, ..];

    /// <summary>Returns the kind and the numbers of the attribute on a type or member; none without it.</summary>
    internal static int[] Of(MemberInfo member)
    {
        foreach (CustomAttributeData data in member.GetCustomAttributesData())
        {
            if (data.AttributeType.FullName == "Microsoft.FSharp.Core.CompilationMappingAttribute" && data.ConstructorArguments.All(argument => argument.Value is int))
            {
                int[] numbers = [.. data.ConstructorArguments.Select(argument => (int)argument.Value!)];
                numbers[0] &= KindMask;
                return numbers;
            }
        }

        return [];
    }
}
