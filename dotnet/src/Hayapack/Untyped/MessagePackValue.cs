using System.Buffers;
using System.Text;
using Hayapack.Checking;
using Hayapack.Untyped;

namespace Hayapack;

/// <summary>
/// A value in a message, decoded on access. Finding a value creates no objects. Immutable, and thread-safe as long as the
/// memory of the message does not change.
/// </summary>
/// <remarks>
/// Members that find, count or enumerate values validate the structure of the values they skip (lengths, declared counts,
/// the byte c1), not their content. All members can throw <see cref="MessagePackSerializationException"/>, with the same
/// name, offset and path as reading the whole message: for malformed input, and <c>unexpected_type</c> if the value has
/// another type than the member requires.
/// </remarks>
public readonly partial struct MessagePackValue
{
    private readonly ReadOnlyMemory<byte> message;
    private readonly int offset;

    /// <summary>Initializes a new instance of the <see cref="MessagePackValue"/> struct: the value at the root of a message.</summary>
    /// <param name="message">The message. It must not change while the value is in use.</param>
    public MessagePackValue(ReadOnlyMemory<byte> message) => this.message = message;

    /// <summary>Initializes a new instance of the <see cref="MessagePackValue"/> struct: the value at the root of a message.</summary>
    /// <param name="message">The message. A message of several segments is copied.</param>
    public MessagePackValue(in ReadOnlySequence<byte> message) =>
        this.message = message.IsSingleSegment ? message.First : message.ToArray();

    private MessagePackValue(ReadOnlyMemory<byte> message, int offset)
    {
        this.message = message;
        this.offset = offset;
    }

    private delegate TResult Reading<TArgument, TResult>(ref MessagePackReader reader, TArgument argument);

    /// <summary>Gets a value indicating whether the message is empty, as that of the default value is.</summary>
    internal bool IsDefault => message.IsEmpty;

    /// <summary>Gets the offset of the value's format byte in the message, in bytes.</summary>
    public long Offset => offset;

    /// <summary>Gets the value's type.</summary>
    public MessagePackType Type => Read(0, static (ref MessagePackReader reader, int _) =>
    {
        byte code = reader.NextCode;
        if (code == MessagePackCode.NeverUsed)
        {
            reader.ThrowUnexpected("a value");
        }

        return MessagePackCode.ToMessagePackType(code);
    });

    /// <summary>Gets a value indicating whether the value is nil.</summary>
    public bool IsNil => Type == MessagePackType.Nil;

    /// <summary>Gets the number of elements of an array, or of entries of a map.</summary>
    public int Count => Read(0, static (ref MessagePackReader reader, int _) =>
        reader.NextMessagePackType == MessagePackType.Map ? reader.ReadMapHeader() : reader.ReadArrayHeader());

    /// <summary>Gets the path of the value in the message, for example <c>$.items[7].name</c>. Reads the message up to it.</summary>
    public string Path
    {
        get
        {
            var start = new MessagePackReader(message);
            using var walk = new MessageValidator(start, MessagePackLimits.Default, stackalloc MessageValidator.Frame[32]);
            walk.Walk(offset);
            return walk.Path(start);
        }
    }

    /// <summary>Gets the bytes of the value: its header and its content, as a part of the message.</summary>
    public ReadOnlyMemory<byte> Raw => message.Slice(offset, Read(0, static (ref MessagePackReader reader, int _) =>
    {
        long start = reader.Consumed;
        reader.Skip();
        return (int)(reader.Consumed - start);
    }));

    /// <summary>Gets an element of an array, or the value of an integer key in a map. If a key is repeated, the last value.</summary>
    /// <param name="index">The index of the element, from 0, or the key.</param>
    /// <returns>The value.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The array has no such element.</exception>
    /// <exception cref="KeyNotFoundException">The map has no such key.</exception>
    public MessagePackValue this[long index] => TryGet(index, out MessagePackValue value)
        ? value
        : throw (Type == MessagePackType.Map
            ? new KeyNotFoundException($"The map at {Path} has no key {index}.")
            : new ArgumentOutOfRangeException(nameof(index), index, $"The array at {Path} has {MessagePackReader.Counted(Count, "element")}."));

    /// <summary>Gets the value of a str key in a map. If the key is repeated, the last value.</summary>
    /// <param name="key">The key.</param>
    /// <returns>The value.</returns>
    /// <exception cref="KeyNotFoundException">The map has no such key.</exception>
    public MessagePackValue this[string key] => TryGet(key, out MessagePackValue value)
        ? value
        : throw new KeyNotFoundException($"The map at {Path} has no key \"{key}\".");

    /// <summary>Finds an element of an array, or the value of an integer key in a map. If a key is repeated, the last value.</summary>
    /// <param name="index">The index of the element, from 0, or the key.</param>
    /// <param name="value">The value.</param>
    /// <returns>Whether the array has the element, or the map the key.</returns>
    public bool TryGet(long index, out MessagePackValue value) => Found(Read(index, MessagePackValueSearch.Index), out value);

    /// <summary>Finds the value of a str key in a map. If the key is repeated, the last value.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value.</param>
    /// <returns>Whether the map has the key.</returns>
    public bool TryGet(string key, out MessagePackValue value)
    {
        ArgumentNullException.ThrowIfNull(key);
        return Found(Read(Encoding.UTF8.GetBytes(key), MessagePackValueSearch.Key), out value);
    }

    /// <summary>Decodes a str.</summary>
    /// <returns>The text, or null for nil.</returns>
    public string? AsString() => Read(0, static (ref MessagePackReader reader, int _) => reader.ReadString());

    /// <summary>Decodes an integer.</summary>
    /// <returns>The integer.</returns>
    /// <exception cref="MessagePackSerializationException"><c>int_range</c>: the integer exceeds 2^63-1.</exception>
    public long AsInt64() => Read(0, static (ref MessagePackReader reader, int _) => reader.ReadInt64());

    /// <summary>Decodes an integer.</summary>
    /// <returns>The integer.</returns>
    /// <exception cref="MessagePackSerializationException"><c>int_range</c>: the integer is negative.</exception>
    public ulong AsUInt64() => Read(0, static (ref MessagePackReader reader, int _) => reader.ReadUInt64());

    /// <summary>Decodes a float, or an integer as a float.</summary>
    /// <returns>The number.</returns>
    public double AsDouble() => Read(0, static (ref MessagePackReader reader, int _) => reader.ReadDouble());

    /// <summary>Decodes a bool.</summary>
    /// <returns>The value.</returns>
    public bool AsBoolean() => Read(0, static (ref MessagePackReader reader, int _) => reader.ReadBoolean());

    /// <summary>Decodes a timestamp.</summary>
    /// <returns>The time in UTC, truncated to 100 nanoseconds.</returns>
    /// <exception cref="MessagePackSerializationException"><c>timestamp_range</c>: not in the years 1 to 9999.</exception>
    public DateTime AsDateTime() => Read(0, static (ref MessagePackReader reader, int _) => reader.ReadDateTime());

    /// <summary>Returns the content of a bin or a str.</summary>
    /// <returns>The content as a part of the message, not copied; empty for nil.</returns>
    public ReadOnlyMemory<byte> AsBytes() => Read(0, static (ref MessagePackReader reader, int _) => reader.ReadBytes()?.First ?? default);

    /// <summary>Decodes an ext.</summary>
    /// <returns>The ext type, and the payload as a part of the message, not copied.</returns>
    public ExtensionResult AsExtension() => Read(0, static (ref MessagePackReader reader, int _) => reader.ReadExtensionFormat());

    /// <summary>Enumerates the elements of an array, or the keys and values of a map in turn.</summary>
    /// <returns>An enumerator. It allocates no memory; for a map of more than 16 entries, or with keys that are not str, the
    /// keys are compared in a hash table.</returns>
    /// <exception cref="MessagePackSerializationException"><c>duplicate_key</c>: a map has a key twice, so that a check of
    /// each entry could see another value than the indexer.</exception>
    public MessagePackValueEnumerator GetEnumerator()
    {
        bool isMap = Type == MessagePackType.Map;
        (int next, int number) = Read((isMap, message), static (ref MessagePackReader reader, (bool IsMap, ReadOnlyMemory<byte> Message) given) =>
        {
            int entries = given.IsMap ? reader.ReadMapHeader() : reader.ReadArrayHeader();
            int first = (int)reader.Consumed;
            if (given.IsMap)
            {
                RepeatedKeys.Check(ref reader, given.Message.Span, entries);
            }

            return (first, given.IsMap ? entries * 2 : entries);
        });
        return new MessagePackValueEnumerator(message, next, number);
    }

    internal static MessagePackValue At(ReadOnlyMemory<byte> message, int offset) => new(message, offset);

    /// <summary>Calls a function with a reader at the value, and adds the path to its errors.</summary>
    private TResult Read<TArgument, TResult>(TArgument argument, Reading<TArgument, TResult> reading)
    {
        var start = new MessagePackReader(message);
        MessagePackReader reader = start;
        reader.MoveTo(offset);
        try
        {
            return reading(ref reader, argument);
        }
        catch (MessagePackSerializationException fault) when (fault.Path is null)
        {
            if (ErrorLocator.WhileReading<TResult>(fault, start, reader.Consumed) is { } first)
            {
                throw first;
            }

            throw;
        }
    }

    private bool Found(long at, out MessagePackValue value)
    {
        value = new MessagePackValue(message, (int)Math.Max(at, 0));
        return at >= 0;
    }
}
