using System.Diagnostics.CodeAnalysis;

namespace Hayapack;

public ref partial struct MessagePackWriter
{
    /// <summary>Writes a timestamp in its shortest form.</summary>
    /// <param name="dateTime">
    /// The time. Local time is converted to UTC; <see cref="DateTimeKind.Unspecified"/> is taken as UTC.
    /// </param>
    /// <exception cref="MessagePackSerializationException"><c>unsupported_type</c>: <see cref="OldSpec"/> is set.</exception>
    public void Write(DateTime dateTime)
    {
        if (OldSpec)
        {
            ThrowNoTimestamps();
        }

        Commit(MessagePackPrimitives.WriteDateTime(ref Reserve(MessagePackPrimitives.MaxDateTimeSize), dateTime));
    }

    [DoesNotReturn]
    private readonly void ThrowNoTimestamps() => throw new MessagePackSerializationException(
        MessagePackErrorNames.UnsupportedType, Written, "The old format has no timestamps; NativeDateTimeResolver writes a DateTime as an integer.");
}
