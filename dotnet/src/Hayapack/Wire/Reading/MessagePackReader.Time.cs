using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Hayapack;

public ref partial struct MessagePackReader
{
    private const long FirstSecond = -62135596800;
    private const long LastSecond = 253402300799;

    /// <summary>Reads a timestamp (extension type -1).</summary>
    /// <returns>The time, of kind UTC, truncated to 100 nanoseconds.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// <c>timestamp_range</c> outside the years 1 to 9999, <c>invalid_timestamp</c>, and the errors of all read
    /// methods.
    /// </exception>
    public DateTime ReadDateTime()
    {
        if (length - position >= ShortTime && TakeShortTime(ref Unsafe.Add(ref first, position), out DateTime time) is > 0 and var size)
        {
            position += size;
            return time;
        }

        if (IsNextJsonForm)
        {
            return ReadJsonTime();
        }

        long start = Consumed;
        return ReadDateTime(TimestampHeader(), start);
    }

    /// <summary>Reads the payload of a timestamp.</summary>
    /// <param name="header">The header of the timestamp, which was read before.</param>
    /// <returns>The time, of kind UTC, truncated to 100 nanoseconds.</returns>
    public DateTime ReadDateTime(ExtensionHeader header) => ReadDateTime(header, Consumed);

    /// <summary>Reads a timestamp with full precision and range.</summary>
    /// <param name="nanoseconds">Nanoseconds within the second, 0 to 999,999,999.</param>
    /// <returns>Seconds since 1970-01-01T00:00:00Z, negative before it.</returns>
    public long ReadTimestamp(out uint nanoseconds)
    {
        long start = Consumed;
        ReadTimestamp(TimestampHeader(), start, out long seconds, out nanoseconds);
        return seconds;
    }

    /// <summary>Reads the payload of a timestamp whose header was read.</summary>
    internal void ReadTimestamp(ExtensionHeader header, long start, out long seconds, out uint nanoseconds)
    {
        if (header.Length is not (4 or 8 or 12))
        {
            throw Fault(MessagePackErrorNames.InvalidTimestamp, start, $"A timestamp has 4, 8 or 12 bytes, not {header.Length}.");
        }

        ReadOnlySpan<byte> data = TakeSpan(header.Length, start);
        switch (header.Length)
        {
            case 4:
                seconds = BinaryPrimitives.ReadUInt32BigEndian(data);
                nanoseconds = 0;
                break;
            case 8:
                ulong both = BinaryPrimitives.ReadUInt64BigEndian(data);
                nanoseconds = (uint)(both >> 34);
                seconds = (long)(both & 0x3ffffffff);
                break;
            default:
                nanoseconds = BinaryPrimitives.ReadUInt32BigEndian(data);
                seconds = BinaryPrimitives.ReadInt64BigEndian(data[4..]);
                break;
        }

        if (nanoseconds > 999_999_999)
        {
            throw Fault(MessagePackErrorNames.InvalidTimestamp, start, $"A timestamp has {nanoseconds} nanoseconds, more than 999999999.");
        }
    }

    internal DateTime ReadDateTime(ExtensionHeader header, long start)
    {
        if (header.TypeCode != -1)
        {
            throw Fault(MessagePackErrorNames.UnexpectedType, start, $"Expected a timestamp, found an ext of type {header.TypeCode}.");
        }

        ReadTimestamp(header, start, out long seconds, out uint nanoseconds);
        if (seconds is < FirstSecond or > LastSecond)
        {
            throw Fault(MessagePackErrorNames.TimestampRange, start, "The timestamp is outside the years 1 to 9999.");
        }

        return new DateTime(DateTime.UnixEpoch.Ticks + (seconds * TimeSpan.TicksPerSecond) + (nanoseconds / 100), DateTimeKind.Utc);
    }

    private ExtensionHeader TimestampHeader()
    {
        long start = Consumed;
        switch (MessagePackCode.ToMessagePackType(NextCode))
        {
            case MessagePackType.Extension:
                break;
            case MessagePackType.Integer:
                throw Fault(MessagePackErrorNames.UnexpectedType, start, $"Expected a timestamp, found {Found()}: NativeDateTimeResolver reads the result of DateTime.ToBinary, UnixMillisecondsFormatter milliseconds since 1970.");
            default:
                ThrowUnexpected("a timestamp");
                break;
        }

        ExtensionHeader header = ReadExtensionFormatHeader();
        return header.TypeCode == -1
            ? header
            : throw Fault(MessagePackErrorNames.UnexpectedType, start, $"Expected a timestamp, found an ext of type {header.TypeCode}.");
    }
}
