using System.Buffers;
using System.Text;
using Hayapack.Checking;

namespace Hayapack;

/// <summary>
/// A value in a message, which is read only where it is looked at: no objects are made on the way to it. Immutable and
/// thread-safe as long as the memory does not change.
/// </summary>
/// <remarks>
/// What is passed over is checked for its structure (lengths, declared counts, the byte c1), not for its content. Errors
/// have the same name, offset and path as those of a whole read.
/// </remarks>
public readonly partial struct MessagePackValue
{
    private readonly ReadOnlyMemory<byte> message;
    private readonly int offset;

    /// <summary>Initializes a new instance of the <see cref="MessagePackValue"/> struct: the value at the root of a message.</summary>
    /// <param name="message">The message, which must not change as long as the value is used.</param>
    public MessagePackValue(ReadOnlyMemory<byte> message) => this.message = message;

    /// <summary>Initializes a new instance of the <see cref="MessagePackValue"/> struct: the value at the root of a message.</summary>
    /// <param name="message">The message; one of several segments is copied.</param>
    public MessagePackValue(in ReadOnlySequence<byte> message) =>
        this.message = message.IsSingleSegment ? message.First : message.ToArray();

    private MessagePackValue(ReadOnlyMemory<byte> message, int offset)
    {
        this.message = message;
        this.offset = offset;
    }

    private delegate TResult Reading<TArgument, TResult>(ref MessagePackReader reader, TArgument argument);

    /// <summary>Gets a value indicating whether there is no message.</summary>
    internal bool IsDefault => message.IsEmpty;

    /// <summary>Gets the offset of the value's format byte in the message.</summary>
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

    /// <summary>Gets where the value lies in the message, for example <c>$.items[7].name</c>.</summary>
    public string Path
    {
        get
        {
            var start = new MessagePackReader(message);
            var walk = new MessageWalk(start, MessagePackLimits.Default, stackalloc MessageWalk.Frame[32]);
            try
            {
                walk.Walk(offset);
                return walk.Path(start);
            }
            finally
            {
                walk.Dispose();
            }
        }
    }

    /// <summary>Gets the bytes of the value.</summary>
    public ReadOnlyMemory<byte> Raw => message.Slice(offset, Read(0, static (ref MessagePackReader reader, int _) =>
    {
        long start = reader.Consumed;
        reader.Skip();
        return (int)(reader.Consumed - start);
    }));

    /// <summary>Gets an element of an array, or the value of an integer key in a map.</summary>
    /// <param name="index">The element's index from 0, or the key.</param>
    /// <returns>The value.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The array has no such element.</exception>
    /// <exception cref="KeyNotFoundException">The map has no such key.</exception>
    public MessagePackValue this[long index] => TryGet(index, out MessagePackValue value)
        ? value
        : throw (Type == MessagePackType.Map
            ? new KeyNotFoundException($"The map at {Path} has no key {index}.")
            : new ArgumentOutOfRangeException(nameof(index), index, $"The array at {Path} has {MessagePackReader.Counted(Count, "element")}."));

    /// <summary>Gets the value of a key in a map; of equal keys the last.</summary>
    /// <param name="key">The key.</param>
    /// <returns>The value.</returns>
    /// <exception cref="KeyNotFoundException">The map has no such key.</exception>
    public MessagePackValue this[string key] => TryGet(key, out MessagePackValue value)
        ? value
        : throw new KeyNotFoundException($"The map at {Path} has no key \"{key}\".");

    /// <summary>Finds an element of an array, or the value of an integer key in a map.</summary>
    /// <param name="index">The element's index from 0, or the key.</param>
    /// <param name="value">The value.</param>
    /// <returns>Whether it is there.</returns>
    public bool TryGet(long index, out MessagePackValue value) => Found(Read(index, ValueSearch.Index), out value);

    /// <summary>Finds the value of a key in a map; of equal keys the last.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value.</param>
    /// <returns>Whether it is there.</returns>
    public bool TryGet(string key, out MessagePackValue value)
    {
        ArgumentNullException.ThrowIfNull(key);
        return Found(Read(Encoding.UTF8.GetBytes(key), ValueSearch.Key), out value);
    }

    /// <summary>Reads the value into a type.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="options">The options, or null for the default.</param>
    /// <returns>What was read.</returns>
    public T As<T>(MessagePackSerializerOptions? options = null) => Read(
        options ?? MessagePackSerializer.DefaultOptions,
        static (ref MessagePackReader reader, MessagePackSerializerOptions given) =>
        {
            reader.LimitDepth(given.MaximumDepth);
            return given.GetFormatter<T>().Deserialize(ref reader, given);
        });

    /// <summary>Reads the value as <c>Deserialize&lt;object&gt;</c> does.</summary>
    /// <param name="options">The options, or null for the default.</param>
    /// <returns>What was read.</returns>
    public object? ToObject(MessagePackSerializerOptions? options = null) => As<object?>(options);

    /// <summary>Reads text.</summary>
    /// <returns>The text, or null for nil.</returns>
    public string? AsString() => Read(0, static (ref MessagePackReader reader, int _) => reader.ReadString());

    /// <summary>Reads an integer.</summary>
    /// <returns>The integer.</returns>
    public long AsInt64() => Read(0, static (ref MessagePackReader reader, int _) => reader.ReadInt64());

    /// <summary>Reads an integer.</summary>
    /// <returns>The integer.</returns>
    public ulong AsUInt64() => Read(0, static (ref MessagePackReader reader, int _) => reader.ReadUInt64());

    /// <summary>Reads a float, or an integer as one.</summary>
    /// <returns>The number.</returns>
    public double AsDouble() => Read(0, static (ref MessagePackReader reader, int _) => reader.ReadDouble());

    /// <summary>Reads true or false.</summary>
    /// <returns>The value.</returns>
    public bool AsBoolean() => Read(0, static (ref MessagePackReader reader, int _) => reader.ReadBoolean());

    /// <summary>Reads a timestamp.</summary>
    /// <returns>The time in UTC; nanoseconds below 100 are cut off.</returns>
    public DateTime AsDateTime() => Read(0, static (ref MessagePackReader reader, int _) => reader.ReadDateTime());

    /// <summary>Gives the bytes of a bin, or of text; of nil none.</summary>
    /// <returns>A part of the message.</returns>
    public ReadOnlyMemory<byte> AsBytes() => Read(0, static (ref MessagePackReader reader, int _) => reader.ReadBytes()?.First ?? default);

    /// <summary>Reads an ext.</summary>
    /// <returns>Its type and a part of the message.</returns>
    public ExtensionResult AsExtension() => Read(0, static (ref MessagePackReader reader, int _) => reader.ReadExtensionFormat());

    /// <summary>Gives the elements of an array, or the keys and values of a map in turn.</summary>
    /// <returns>An enumerable that makes no objects.</returns>
    public MessagePackValueEnumerator GetEnumerator()
    {
        bool isMap = Type == MessagePackType.Map;
        int count = Count;
        (int next, int number) = Read((isMap, count), static (ref MessagePackReader reader, (bool IsMap, int Count) given) =>
        {
            _ = given.IsMap ? reader.ReadMapHeader() : reader.ReadArrayHeader();
            return ((int)reader.Consumed, given.IsMap ? given.Count * 2 : given.Count);
        });
        return new MessagePackValueEnumerator(message, next, number);
    }

    internal static MessagePackValue At(ReadOnlyMemory<byte> message, int offset) => new(message, offset);

    /// <summary>Reads at the value, and finds the path of an error.</summary>
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
            Faults.WhileReading<TResult>(fault, start, reader.Consumed);
            throw;
        }
    }

    private bool Found(long at, out MessagePackValue value)
    {
        value = new MessagePackValue(message, (int)Math.Max(at, 0));
        return at >= 0;
    }
}
