using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Hayapack;

public ref partial struct MessagePackReader
{
    /// <summary>Throws that the next value is of another type than the target takes. For generated code.</summary>
    /// <param name="expected">What the target takes.</param>
    [DoesNotReturn]
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void ThrowUnexpected(string expected)
    {
        byte code = NextCode;
        throw code == MessagePackCode.NeverUsed
            ? Fault(MessagePackErrorNames.ReservedByte, Consumed, "The byte c1 is reserved.")
            : Fault(MessagePackErrorNames.UnexpectedType, Consumed, $"Expected {expected}, found {MessagePackCode.ToFormatName(code)}.");
    }

    /// <summary>Throws that a value is of the right type and yet cannot be taken. For generated code.</summary>
    /// <param name="offset">The offset of the value's format byte.</param>
    /// <param name="message">What is wrong.</param>
    [DoesNotReturn]
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void ThrowInvalidValue(long offset, string message) =>
        throw Fault(MessagePackErrorNames.InvalidValue, offset, message);

    /// <summary>Throws that a map has a key twice. For generated code.</summary>
    /// <param name="offset">The offset of the second.</param>
    [DoesNotReturn]
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void ThrowDuplicateKey(long offset) =>
        throw Fault(MessagePackErrorNames.DuplicateKey, offset, "The map contains this key twice.");

    /// <summary>Throws that a required member is missing. For generated code.</summary>
    /// <param name="offset">The offset of the object's format byte.</param>
    /// <param name="type">The type's name.</param>
    /// <param name="member">The member's name.</param>
    [DoesNotReturn]
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void ThrowMissingMember(long offset, string type, string member) =>
        throw Fault(MessagePackErrorNames.MissingMember, offset, $"The required member {member} of {type} is missing.");

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
    internal static void ThrowInvalidUtf8(long offset) =>
        throw Fault(MessagePackErrorNames.InvalidUtf8, offset, "The string is not UTF-8.");

    [DoesNotReturn]
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void ThrowIntRange(long offset, string type) =>
        throw Fault(MessagePackErrorNames.IntRange, offset, $"The integer does not fit into {type}.");

    /// <summary>Gives, for example, <c>1 byte</c> or <c>2 bytes</c>.</summary>
    internal static string Counted(long count, string noun) => count == 1 ? $"1 {noun}" : $"{count} {noun}s";

    internal static MessagePackSerializationException Fault(string name, long offset, string message) =>
        new(name, offset, message);
}
