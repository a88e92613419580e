using System.Diagnostics.CodeAnalysis;

namespace Hayapack;

/// <summary>The extension of typed values: the name of a type, then one value (System.Object: or none).</summary>
internal static class TypedExtension
{
    /// <summary>The extension type.</summary>
    internal const sbyte Code = ReservedExtensionTypeCodes.TypelessFormatter;

    private static ReadOnlySpan<byte> ObjectName => "System.Object"u8;

    /// <summary>Returns whether a name on the wire is that of <see cref="object"/>, in any assembly.</summary>
    internal static bool IsObject(ReadOnlySpan<byte> name) =>
        name.StartsWith(ObjectName) && (name.Length == ObjectName.Length || name[ObjectName.Length] == (byte)',');

    [DoesNotReturn]
    internal static void ThrowInvalid(long start) => throw Invalid(start);

    internal static MessagePackSerializationException Invalid(long start) => MessagePackReader.Fault(
        MessagePackErrorNames.InvalidTyped, start, "An ext 100 must hold a name and exactly one value.");
}
