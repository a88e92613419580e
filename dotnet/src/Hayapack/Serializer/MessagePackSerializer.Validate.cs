using System.Buffers;
using Hayapack.Checking;

namespace Hayapack;

public static partial class MessagePackSerializer
{
    /// <summary>Checks that the input is exactly one message that follows every rule of the format.</summary>
    /// <param name="buffer">The input.</param>
    /// <param name="limits">The limits, or null for <see cref="MessagePackLimits.Default"/>.</param>
    /// <exception cref="MessagePackSerializationException">The input breaks a rule of the format or a limit; the path is set.</exception>
    public static void Validate(ReadOnlyMemory<byte> buffer, MessagePackLimits? limits = null) =>
        MessageValidator.Validate(new MessagePackReader(buffer), limits ?? MessagePackLimits.Default);

    /// <summary>Checks that the input is exactly one message that follows every rule of the format.</summary>
    /// <param name="byteSequence">The input.</param>
    /// <param name="limits">The limits, or null for <see cref="MessagePackLimits.Default"/>.</param>
    /// <exception cref="MessagePackSerializationException">The input breaks a rule of the format or a limit; the path is set.</exception>
    public static void Validate(in ReadOnlySequence<byte> byteSequence, MessagePackLimits? limits = null) =>
        MessageValidator.Validate(new MessagePackReader(byteSequence), limits ?? MessagePackLimits.Default);

    /// <summary>Checks the next value of a reader against the limits of the options.</summary>
    private static void CheckLimits(in MessagePackReader reader, MessagePackSerializerOptions options)
    {
        MessagePackLimits limits = options.Limits!;
        MessageValidator.Validate(reader, limits with { MaximumDepth = Math.Min(limits.MaximumDepth, options.MaximumDepth) }, whole: false);
    }
}
