namespace Hayapack.Formatters;

/// <summary>
/// The forms in which times are written. Each form also reads timestamps; integers are read only by those that write them,
/// because the number of milliseconds since 1970 would be a time of the year 1.
/// </summary>
internal enum TimeForm
{
    /// <summary>A timestamp. DateTimeOffset is [timestamp of the local time, offset in minutes].</summary>
    Timestamp,

    /// <summary>The result of DateTime.ToBinary as an integer in its shortest form.</summary>
    Native,

    /// <summary>
    /// The result of DateTime.ToBinary as int 64. DateTimeOffset is [ticks as int 64, offset in minutes as int 16].
    /// </summary>
    Optimized,
}

/// <summary>Serializes <see cref="DateTime"/> as a timestamp. The native and the optimized form are integers, and also read timestamps.</summary>
public sealed class DateTimeFormatter : IMessagePackFormatter<DateTime>
{
    /// <summary>The shared instance.</summary>
    public static readonly DateTimeFormatter Instance = new(TimeForm.Timestamp);

    private readonly TimeForm form;

    internal DateTimeFormatter(TimeForm form) => this.form = form;

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, DateTime value, MessagePackSerializerOptions options)
    {
        switch (form)
        {
            case TimeForm.Timestamp:
                writer.Write(value);
                break;
            case TimeForm.Native:
                writer.Write(value.ToBinary());
                break;
            default:
                writer.WriteInt64(value.ToBinary());
                break;
        }
    }

    /// <summary>Gets a value indicating whether <see cref="DateTimeCodec"/> reads and writes the same.</summary>
    internal bool IsTimestamp => form == TimeForm.Timestamp;

    /// <inheritdoc/>
    public DateTime Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (form == TimeForm.Timestamp || reader.NextMessagePackType != MessagePackType.Integer)
        {
            return reader.ReadDateTime();
        }

        long start = reader.Consumed;
        long binary = reader.ReadInt64();
        try
        {
            return DateTime.FromBinary(binary);
        }
        catch (ArgumentException)
        {
            MessagePackReader.ThrowInvalidValue(start, "The integer is not a DateTime.");
            return default;
        }
    }
}

/// <summary>
/// Serializes <see cref="DateTime"/> as the integer of whole milliseconds since 1970-01-01T00:00:00Z, as JavaScript's
/// <c>Date.getTime</c>. Smaller units are cut off. Reads times of kind UTC. For
/// <c>[MessagePackFormatter(typeof(UnixMillisecondsFormatter))]</c> on a member.
/// </summary>
public sealed class UnixMillisecondsFormatter : IMessagePackFormatter<DateTime>, IMessagePackFormatter<DateTime?>
{
    /// <summary>The shared instance.</summary>
    public static readonly UnixMillisecondsFormatter Instance = new();

    private const long First = -62135596800000;
    private const long Last = 253402300799999;

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, DateTime value, MessagePackSerializerOptions options)
    {
        long ticks = value.ToUniversalTime().Ticks - DateTime.UnixEpoch.Ticks;
        writer.Write((ticks - (((ticks % TimeSpan.TicksPerMillisecond) + TimeSpan.TicksPerMillisecond) % TimeSpan.TicksPerMillisecond)) / TimeSpan.TicksPerMillisecond);
    }

    /// <inheritdoc/>
    public DateTime Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        long start = reader.Consumed;
        long milliseconds = reader.ReadInt64();
        if (milliseconds is < First or > Last)
        {
            MessagePackReader.ThrowInvalidValue(start, "The milliseconds since 1970 are outside the years 1 to 9999.");
        }

        return new DateTime(DateTime.UnixEpoch.Ticks + (milliseconds * TimeSpan.TicksPerMillisecond), DateTimeKind.Utc);
    }

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, DateTime? value, MessagePackSerializerOptions options)
    {
        if (!writer.TryWriteNil(value))
        {
            Serialize(ref writer, value.Value, options);
        }
    }

    DateTime? IMessagePackFormatter<DateTime?>.Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? null : Deserialize(ref reader, options);
}

/// <summary>Serializes <see cref="DateTimeOffset"/> as an array of the local time and the offset in minutes. Reads all forms.</summary>
public sealed class DateTimeOffsetFormatter : IMessagePackFormatter<DateTimeOffset>
{
    /// <summary>The shared instance.</summary>
    public static readonly DateTimeOffsetFormatter Instance = new(TimeForm.Timestamp);

    private readonly TimeForm form;

    internal DateTimeOffsetFormatter(TimeForm form) => this.form = form;

    private const int LargestOffset = 14 * 60;

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, DateTimeOffset value, MessagePackSerializerOptions options)
    {
        writer.WriteArrayHeader(2);
        if (form == TimeForm.Optimized)
        {
            writer.WriteInt64(value.Ticks);
            writer.WriteInt16((short)value.Offset.TotalMinutes);
            return;
        }

        writer.Write(new DateTime(value.Ticks, DateTimeKind.Utc));
        writer.Write((short)value.Offset.TotalMinutes);
    }

    /// <inheritdoc/>
    public DateTimeOffset Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.IsNextJsonForm)
        {
            return reader.ReadJsonTimeOffset();
        }

        long start = reader.Consumed;
        FixedArray.ReadHeader(ref reader, 2, nameof(DateTimeOffset));
        long ticks = reader.NextMessagePackType == MessagePackType.Integer ? reader.ReadInt64() : reader.ReadDateTime().Ticks;
        short minutes = reader.ReadInt16();
        long utc = ticks - (minutes * TimeSpan.TicksPerMinute);
        if ((ulong)ticks > (ulong)DateTime.MaxValue.Ticks || (ulong)utc > (ulong)DateTime.MaxValue.Ticks
            || minutes is < -LargestOffset or > LargestOffset)
        {
            MessagePackReader.ThrowInvalidValue(start, "The time and its offset are not a DateTimeOffset.");
        }

        return new DateTimeOffset(ticks, TimeSpan.FromMinutes(minutes));
    }
}

/// <summary>Serializes <see cref="TimeSpan"/> as its ticks.</summary>
public sealed class TimeSpanFormatter : IMessagePackFormatter<TimeSpan>
{
    /// <summary>The shared instance.</summary>
    public static readonly TimeSpanFormatter Instance = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, TimeSpan value, MessagePackSerializerOptions options) => writer.Write(value.Ticks);

    /// <inheritdoc/>
    public TimeSpan Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.IsNextJsonForm ? reader.ReadJsonTimeSpan() : new(reader.ReadInt64());
}

/// <summary>Serializes <see cref="DateOnly"/> as its day number.</summary>
public sealed class DateOnlyFormatter : IMessagePackFormatter<DateOnly>
{
    /// <summary>The shared instance.</summary>
    public static readonly DateOnlyFormatter Instance = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, DateOnly value, MessagePackSerializerOptions options) =>
        writer.Write(value.DayNumber);

    /// <inheritdoc/>
    public DateOnly Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.IsNextJsonForm)
        {
            return reader.ReadJsonDate();
        }

        long start = reader.Consumed;
        int day = reader.ReadInt32();
        if ((uint)day > (uint)DateOnly.MaxValue.DayNumber)
        {
            MessagePackReader.ThrowInvalidValue(start, "The integer is not a DateOnly.");
        }

        return DateOnly.FromDayNumber(day);
    }
}

/// <summary>Serializes <see cref="TimeOnly"/> as its ticks.</summary>
public sealed class TimeOnlyFormatter : IMessagePackFormatter<TimeOnly>
{
    /// <summary>The shared instance.</summary>
    public static readonly TimeOnlyFormatter Instance = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, TimeOnly value, MessagePackSerializerOptions options) => writer.Write(value.Ticks);

    /// <inheritdoc/>
    public TimeOnly Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.IsNextJsonForm)
        {
            return reader.ReadJsonTimeOfDay();
        }

        long start = reader.Consumed;
        long ticks = reader.ReadInt64();
        if ((ulong)ticks > (ulong)TimeOnly.MaxValue.Ticks)
        {
            MessagePackReader.ThrowInvalidValue(start, "The integer is not a TimeOnly.");
        }

        return new TimeOnly(ticks);
    }
}
