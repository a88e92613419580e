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
        Validate(new MessagePackReader(buffer), limits ?? MessagePackLimits.Default);

    /// <summary>Checks that the input is exactly one message that follows every rule of the format.</summary>
    /// <param name="byteSequence">The input.</param>
    /// <param name="limits">The limits, or null for <see cref="MessagePackLimits.Default"/>.</param>
    /// <exception cref="MessagePackSerializationException">The input breaks a rule of the format or a limit; the path is set.</exception>
    public static void Validate(in ReadOnlySequence<byte> byteSequence, MessagePackLimits? limits = null) =>
        Validate(new MessagePackReader(byteSequence), limits ?? MessagePackLimits.Default);

    /// <summary>Checks the next value of a reader against the limits of the options.</summary>
    private static void CheckLimits(in MessagePackReader reader, MessagePackSerializerOptions options)
    {
        MessagePackLimits limits = options.Limits!;
        Validate(reader, limits with { MaximumDepth = Math.Min(limits.MaximumDepth, options.MaximumDepth) }, whole: false);
    }

    private static void Validate(MessagePackReader reader, MessagePackLimits limits, bool whole = true)
    {
        var walk = new MessageWalk(reader, limits, stackalloc MessageWalk.Frame[32]);
        try
        {
            MessagePackSerializationException? fault;
            if (reader.Remaining > limits.MaximumMessageLength)
            {
                fault = MessagePackReader.Fault(
                    "size_limit", reader.Consumed, $"The input has {MessagePackReader.Counted(reader.Remaining, "byte")}, more than the limit of {limits.MaximumMessageLength}.");
                fault.Path = "$";
                throw fault;
            }

            fault = walk.Walk();
            if (fault is not null)
            {
                fault.Path = walk.Path(reader);
                throw fault;
            }

            if (whole && walk.Offset < reader.Consumed + reader.Remaining)
            {
                fault = MessagePackReader.Fault("extra_data", walk.Offset, "There is extra data after the message.");
                fault.Path = "$";
                throw fault;
            }
        }
        finally
        {
            walk.Dispose();
        }
    }
}
