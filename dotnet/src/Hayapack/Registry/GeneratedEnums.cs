using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using Hayapack.Formatters;

namespace Hayapack.Registry;

/// <summary>Reads the names of enums that generated code reads without a formatter. For generated code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class GeneratedEnums
{
    /// <summary>Reads an enum's name, or several separated by commas, as <see cref="GenericEnumFormatter{T}"/> does.</summary>
    /// <typeparam name="T">The enum type.</typeparam>
    /// <param name="reader">The reader, at a str.</param>
    /// <returns>The value.</returns>
    /// <exception cref="MessagePackSerializationException"><c>invalid_value</c> for a text that is no name, and the errors of all read methods.</exception>
    public static T ReadName<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicFields)] T>(ref MessagePackReader reader)
        where T : struct, Enum => Names<T>.Instance.Read(ref reader);

    private static class Names<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicFields)] T>
        where T : struct, Enum
    {
        internal static readonly EnumNames<T> Instance = new(ignoreCase: false);
    }
}
