using System.ComponentModel;

namespace Hayapack.Formatters;

/// <summary>
/// Collects the errors of a message that could not be read into a type. It reads the message again: a value that its formatter
/// refuses is skipped, and so is an array or map that cannot be one of its type. No object with members is made, so
/// constructors, setters and callbacks are not called. An error of the format itself ends it. Each byte is read by one formatter and
/// skipped at most once more. For generated code. Not thread-safe.
/// </summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class ErrorCollector
{
    private readonly int limit;
    private readonly List<MessagePackSerializationException> found = [];
    private MessagePackSerializationException? end;

    private ErrorCollector(int limit) => this.limit = limit;

    /// <summary>Returns the errors of a value in the order in which they are met, without paths.</summary>
    /// <param name="reader">A reader before the value.</param>
    /// <param name="options">The options, with the largest number of errors.</param>
    /// <param name="end">The error of the format that ended it, or null.</param>
    /// <typeparam name="T">The type of the value.</typeparam>
    internal static List<MessagePackSerializationException> Find<T>(
        MessagePackReader reader, MessagePackSerializerOptions options, out MessagePackSerializationException? end)
    {
        var errors = new ErrorCollector(options.ErrorLimit);
        try
        {
            errors.Read(ref reader, options.GetFormatter<T>(), options);
        }
        catch (EndException)
        {
        }

        end = errors.end;
        return errors.found;
    }

    /// <summary>Reads a value.</summary>
    internal delegate void Reading(ref MessagePackReader reader, MessagePackSerializerOptions options);

    /// <summary>Reads a value. If that throws, adds the error and skips the value.</summary>
    internal void Try(ref MessagePackReader reader, MessagePackSerializerOptions options, Reading read)
    {
        MessagePackReader start = reader;
        try
        {
            read(ref reader, options);
        }
        catch (Exception exception) when (IsError(exception))
        {
            SkipAgain(ref reader, start, exception);
        }
    }

    /// <summary>Reads a value with a formatter. If that throws, adds the error and skips the value.</summary>
    internal void Read<T>(ref MessagePackReader reader, IMessagePackFormatter<T> formatter, MessagePackSerializerOptions options)
    {
        MessagePackReader start = reader;
        try
        {
            if (formatter is IErrorSource source)
            {
                source.FindErrors(ref reader, options, this);
            }
            else
            {
                formatter.Deserialize(ref reader, options);
            }
        }
        catch (Exception exception) when (IsError(exception))
        {
            SkipAgain(ref reader, start, exception);
        }
    }

    /// <summary>Reads a value by the formatter of the options.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="options">The options.</param>
    /// <typeparam name="T">The type of the value.</typeparam>
    internal void Read<T>(ref MessagePackReader reader, MessagePackSerializerOptions options) => Read(ref reader, options.GetFormatter<T>(), options);

    /// <summary>Reads an array of elements of one type.</summary>
    internal void ReadArray<T>(ref MessagePackReader reader, IMessagePackFormatter<T> formatter, MessagePackSerializerOptions options)
    {
        reader.EnterDepth(options);
        int count = reader.ReadArrayHeader();
        for (int i = 0; i < count; i++)
        {
            Read(ref reader, formatter, options);
        }

        reader.LeaveDepth();
    }

    /// <summary>Reads a map of keys and values of two types. A key that is repeated is an error.</summary>
    internal void ReadMap<TKey, TValue>(ref MessagePackReader reader, MessagePackSerializerOptions options)
        where TKey : notnull
    {
        reader.EnterDepth(options);
        long header = reader.Consumed;
        int count = reader.ReadMapHeader();
        HashSet<TKey> keys;
        try
        {
            keys = new HashSet<TKey>(options.Security.ComparerFor<TKey>(count));
        }
        catch (MessagePackSerializationException fault) when (fault.Offset < 0)
        {
            fault.Offset = header;
            throw;
        }

        IMessagePackFormatter<TKey> keyFormatter = options.GetFormatter<TKey>();
        IMessagePackFormatter<TValue> valueFormatter = options.GetFormatter<TValue>();
        for (int i = 0; i < count; i++)
        {
            MessagePackReader start = reader;
            bool isRepeated = false;
            try
            {
                TKey key = reader.ReadsJsonForms ? JsonKeys.Read(ref reader, keyFormatter, options) : keyFormatter.Deserialize(ref reader, options);
                if (key is null)
                {
                    Add(MessagePackReader.NilKey(start.Consumed), reader.Consumed);
                }
                else
                {
                    isRepeated = !keys.Add(key);
                }
            }
            catch (Exception exception) when (IsError(exception))
            {
                SkipAgain(ref reader, start, exception);
            }

            // MapFormatter, too, reads the value first.
            Read(ref reader, valueFormatter, options);
            if (isRepeated)
            {
                Add(DuplicateKey(start.Consumed), reader.Consumed);
            }
        }

        reader.LeaveDepth();
    }

    /// <summary>Reads an object. For generated code.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="options">The options.</param>
    /// <param name="fields">Its members.</param>
    public void ReadObject(ref MessagePackReader reader, MessagePackSerializerOptions options, ErrorFields fields)
    {
        ArgumentNullException.ThrowIfNull(fields);
        if (reader.IsNil && fields.IsNullable)
        {
            reader.ReadNil();
            return;
        }

        if (fields.Nests)
        {
            reader.EnterDepth(options);
        }

        long start = reader.Consumed;
        var seen = new bool[fields.Count];
        if (fields.IsMap)
        {
            int count = reader.ReadMapHeader();
            for (int i = 0; i < count; i++)
            {
                ReadEntry(ref reader, options, fields, seen);
            }
        }
        else
        {
            int count = reader.ReadArrayHeader();
            for (int i = 0; i < count; i++)
            {
                if (fields.Find(i) is var index && index >= 0)
                {
                    seen[index] = true;
                    fields[index].FindErrors(ref reader, options, this);
                }
                else
                {
                    if (i >= fields.Length && fields.RefusesUnknown(options))
                    {
                        Add(MessagePackReader.UnknownField(reader.Consumed, fields.Type), reader.Consumed);
                    }

                    reader.Skip();
                }
            }
        }

        for (int i = 0; i < seen.Length; i++)
        {
            if (!seen[i] && fields[i].IsRequired)
            {
                Add(MessagePackReader.MissingMember(start, fields.Type, fields[i].Name), reader.Consumed);
            }
        }

        if (fields.Nests)
        {
            reader.LeaveDepth();
        }
    }

    private void ReadEntry(ref MessagePackReader reader, MessagePackSerializerOptions options, ErrorFields fields, bool[] seen)
    {
        MessagePackReader start = reader;
        int index = -1;
        try
        {
            index = fields.Find(reader.ReadKeySpan());
            if (index < 0 && fields.RefusesUnknown(options) && !reader.IsUnionKey(start.Consumed))
            {
                Add(MessagePackReader.UnknownField(start.Consumed, fields.Type), reader.Consumed);
            }
        }
        catch (MessagePackSerializationException exception)
        {
            reader = start;
            Skip(ref reader, exception, reader.Consumed);
        }

        if (index < 0)
        {
            reader.Skip();
            return;
        }

        if (seen[index])
        {
            Add(DuplicateKey(start.Consumed), reader.Consumed);
        }

        seen[index] = true;
        fields[index].FindErrors(ref reader, options, this);
    }

    private static bool IsError(Exception exception) => exception is not (EndException or OperationCanceledException or OutOfMemoryException);

    /// <summary>Adds the error of a value and skips it from its beginning.</summary>
    private void SkipAgain(ref MessagePackReader reader, in MessagePackReader start, Exception exception)
    {
        long consumed = reader.Consumed;
        reader = start;
        Skip(ref reader, exception, consumed);
    }

    private void Skip(ref MessagePackReader reader, Exception exception, long consumed)
    {
        if (exception is MessagePackSerializationException fault && IsOfFormat(fault.ErrorName))
        {
            end = fault;
            throw new EndException();
        }

        try
        {
            reader.Skip();
        }
        catch (MessagePackSerializationException inside)
        {
            Add(exception, consumed);
            end = inside;
            throw new EndException();
        }

        Add(exception, consumed);
    }

    private static MessagePackSerializationException DuplicateKey(long offset) =>
        MessagePackReader.Fault(MessagePackErrorNames.DuplicateKey, offset, "The map contains this key twice.");

    private void Add(Exception exception, long consumed)
    {
        MessagePackSerializationException error = exception as MessagePackSerializationException
            ?? new(MessagePackErrorNames.UserCode, -1, $"User code threw {exception.GetType().Name} at or after this value.", exception);
        if (error.Offset < 0)
        {
            error.Offset = consumed;
            error.IsOffsetOfEnd = error.ErrorName == MessagePackErrorNames.UserCode;
        }

        found.Add(error);
        if (found.Count >= limit)
        {
            throw new EndException();
        }
    }

    /// <summary>Returns whether bytes are no MessagePack, or beyond a limit, so that what follows them is not looked at.</summary>
    internal static bool IsOfFormat(string name) => name is MessagePackErrorNames.Truncated or MessagePackErrorNames.ReservedByte
        or MessagePackErrorNames.TooDeep or MessagePackErrorNames.InvalidUtf8 or MessagePackErrorNames.InvalidTimestamp;

    /// <summary>There is no more to find.</summary>
    private sealed class EndException : Exception;
}
