using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.CompilerServices;

namespace Hayapack;

public ref partial struct MessagePackReader
{
    /// <summary>
    /// Throws <c>unexpected_type</c>, <c>truncated</c> or <c>reserved_byte</c> for the next value. For generated code.
    /// </summary>
    /// <param name="expected">What was expected, for the message: <c>an array</c> for example.</param>
    [DoesNotReturn]
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void ThrowUnexpected(string expected)
    {
        byte code = NextCode;
        throw code == MessagePackCode.NeverUsed
            ? Fault(MessagePackErrorNames.ReservedByte, Consumed, "The byte c1 is reserved.")
            : Fault(MessagePackErrorNames.UnexpectedType, Consumed, $"Expected {expected}, found {Found()}.");
    }

    /// <summary>
    /// Throws an error for a value that has the expected type but cannot be converted. For generated code.
    /// </summary>
    /// <param name="offset">The offset of the value's format byte.</param>
    /// <param name="message">A sentence that says what is wrong.</param>
    [DoesNotReturn]
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void ThrowInvalidValue(long offset, string message) =>
        throw Fault(MessagePackErrorNames.InvalidValue, offset, message);

    /// <summary>Throws <c>duplicate_key</c>. For generated code.</summary>
    /// <param name="offset">The offset of the second key.</param>
    [DoesNotReturn]
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void ThrowDuplicateKey(long offset) =>
        throw Fault(MessagePackErrorNames.DuplicateKey, offset, "The map contains this key twice.");

    /// <summary>Returns the error <c>invalid_key</c> for a key of a dictionary that is nil. For generated code.</summary>
    /// <param name="offset">The offset of the key.</param>
    /// <returns>The error.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static MessagePackSerializationException NilKey(long offset) =>
        Fault(MessagePackErrorNames.InvalidKey, offset, "A dictionary key cannot be nil.");

    /// <summary>Throws <c>unknown_field</c>. For generated code.</summary>
    /// <param name="offset">The offset of the key, or of the element in an array.</param>
    /// <param name="type">The name of the object's type.</param>
    [DoesNotReturn]
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void ThrowUnknownField(long offset, string type) => throw UnknownField(offset, type);

    /// <summary>Throws <c>missing_member</c>. For generated code.</summary>
    /// <param name="offset">The offset of the object's format byte.</param>
    /// <param name="type">The name of the object's type.</param>
    /// <param name="member">The name of the member.</param>
    [DoesNotReturn]
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void ThrowMissingMember(long offset, string type, string member) => throw MissingMember(offset, type, member);

    /// <summary>Throws <c>truncated</c>.</summary>
    /// <param name="offset">The offset of the value's format byte.</param>
    [DoesNotReturn]
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void ThrowTruncated(long offset) =>
        throw Fault(MessagePackErrorNames.Truncated, offset, "The input ends inside a value.");

    [DoesNotReturn]
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void ThrowTooDeep(long offset, string message) =>
        throw Fault(MessagePackErrorNames.TooDeep, offset, message);

    [DoesNotReturn]
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void ThrowTooDeep(long offset, int limit) =>
        ThrowTooDeep(offset, $"The containers are nested deeper than the limit of {limit}.");

    [DoesNotReturn]
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void ThrowInvalidUtf8(long offset) =>
        throw Fault(MessagePackErrorNames.InvalidUtf8, offset, "The string is not UTF-8.");

    [DoesNotReturn]
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void ThrowIntRange(long offset, long value, bool unsigned, long minimum, long maximum, string type)
    {
        string number = unsigned ? ((ulong)value).ToString(CultureInfo.InvariantCulture) : value.ToString(CultureInfo.InvariantCulture);
        ulong last = type == nameof(UInt64) ? ulong.MaxValue : (ulong)maximum;
        string range = string.Create(CultureInfo.InvariantCulture, $"{minimum} to {last}");
        throw Fault(MessagePackErrorNames.IntRange, offset, $"{number} does not fit into {type}, {range}.");
    }

    /// <summary>Returns the next value's format for an error message; of an ext its code, if the input has it.</summary>
    internal readonly string Found()
    {
        MessagePackReader copy = this;
        byte format = copy.NextCode;
        return MessagePackCode.ToMessagePackType(format) != MessagePackType.Extension ? MessagePackCode.ToFormatName(format)
            : copy.ExtensionCode() is { } code ? string.Create(CultureInfo.InvariantCulture, $"an extension (code {code})")
            : "an extension";
    }

    /// <summary>Returns the code of the next value if it is an ext whose header is in the input, or null.</summary>
    internal readonly sbyte? ExtensionCode()
    {
        MessagePackReader copy = this;
        return copy.Remaining > 0 && copy.NextMessagePackType == MessagePackType.Extension
            && copy.Remaining >= MessagePackCode.HeaderLength(copy.NextCode)
            ? copy.ReadHead().ExtensionType
            : null;
    }

    internal static MessagePackSerializationException UnknownField(long offset, string type) =>
        Fault(MessagePackErrorNames.UnknownField, offset, $"{type} has no such member.");

    internal static MessagePackSerializationException MissingMember(long offset, string type, string member) =>
        Fault(MessagePackErrorNames.MissingMember, offset, $"The required member {member} of {type} is missing.");

    /// <summary>Returns a number with its noun in singular or plural: <c>1 byte</c>, <c>2 bytes</c>.</summary>
    internal static string Counted(long count, string noun) => count == 1 ? $"1 {noun}" : $"{count} {noun}s";

    internal static MessagePackSerializationException Fault(string name, long offset, string message) =>
        new(name, offset, message);
}
