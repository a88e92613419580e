using System.Buffers;
using Hayapack.Compression;
using Hayapack.Formatters;

namespace Hayapack;

// Reading into existing objects.
public static partial class MessagePackSerializer
{
    /// <summary>
    /// Reads a message into an existing object or collection. Members that the message has are set, the others keep their values;
    /// nested objects are replaced, or populated with <see cref="ObjectCreationHandling.Populate"/>. A collection is cleared and
    /// filled. Bytes after the value are ignored.
    /// </summary>
    /// <typeparam name="T">The type whose members are read; the object may be of a derived one.</typeparam>
    /// <param name="buffer">The input.</param>
    /// <param name="target">The object. After an error it may be changed in part.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Formatters can check it as <see cref="MessagePackReader.CancellationToken"/>; the built-in ones do not.</param>
    /// <exception cref="MessagePackSerializationException">
    /// The input is malformed, or the type cannot be read from it. <c>unexpected_type</c>: the message is nil.
    /// <c>invalid_value</c>: the object cannot be changed, because its constructor takes its members, it is a read-only collection,
    /// or its formatter is not an <see cref="IMessagePackPopulatingFormatter{T}"/>.
    /// </exception>
    public static void Populate<T>(
        ReadOnlyMemory<byte> buffer, T target, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
        where T : class
    {
        var reader = new MessagePackReader(buffer) { CancellationToken = cancellationToken };
        Populate(ref reader, target, options);
    }

    /// <inheritdoc cref="Populate{T}(ReadOnlyMemory{byte}, T, MessagePackSerializerOptions?, CancellationToken)"/>
    /// <param name="byteSequence">The input.</param>
    /// <param name="target">The object. After an error it may be changed in part.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Formatters can check it as <see cref="MessagePackReader.CancellationToken"/>; the built-in ones do not.</param>
    public static void Populate<T>(
        in ReadOnlySequence<byte> byteSequence, T target, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
        where T : class
    {
        var reader = new MessagePackReader(byteSequence) { CancellationToken = cancellationToken };
        Populate(ref reader, target, options);
    }

    /// <inheritdoc cref="Populate{T}(ReadOnlyMemory{byte}, T, MessagePackSerializerOptions?, CancellationToken)"/>
    /// <param name="reader">The reader; it advances past the value.</param>
    /// <param name="target">The object. After an error it may be changed in part.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    public static void Populate<T>(ref MessagePackReader reader, T target, MessagePackSerializerOptions? options = null)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(target);
        DeserializeInto(ref reader, options, new Target<T>(target, isFixed: true));
    }

    /// <summary>
    /// Reads a message into an existing value, or replaces that if it is null, if the message is nil, and if it cannot be changed.
    /// Members that the message does not have keep their values in any case: of a struct, and of an object whose
    /// constructor takes them, by copying them. Bytes after the value are ignored.
    /// </summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="buffer">The input.</param>
    /// <param name="value">The existing value. An error leaves the reference as it was; the object may be changed in part.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    /// <param name="cancellationToken">Formatters can check it as <see cref="MessagePackReader.CancellationToken"/>; the built-in ones do not.</param>
    /// <exception cref="MessagePackSerializationException">The input is malformed, or the type cannot be read from it.</exception>
    public static void Deserialize<T>(
        ReadOnlyMemory<byte> buffer, ref T value, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        var reader = new MessagePackReader(buffer) { CancellationToken = cancellationToken };
        Deserialize(ref reader, ref value, options);
    }

    /// <inheritdoc cref="Deserialize{T}(ReadOnlyMemory{byte}, ref T, MessagePackSerializerOptions?, CancellationToken)"/>
    /// <param name="reader">The reader; it advances past the value.</param>
    /// <param name="value">The existing value. An error leaves the reference as it was; the object may be changed in part.</param>
    /// <param name="options">The options, or null for <see cref="DefaultOptions"/>.</param>
    public static void Deserialize<T>(ref MessagePackReader reader, ref T value, MessagePackSerializerOptions? options = null) =>
        value = DeserializeInto(ref reader, options, new Target<T>(value, isFixed: false));

    private static T DeserializeInto<T>(ref MessagePackReader reader, MessagePackSerializerOptions? options, Target<T> target)
    {
        options ??= DefaultOptions;
        return options.Compression == MessagePackCompression.None
            ? DeserializePlain(ref reader, options, target)
            : Lz4Serializer.Deserialize(ref reader, options, target);
    }

    /// <summary>Reads into an existing value.</summary>
    private sealed class Target<T>(T value, bool isFixed) : IMessagePackFormatter<T>
    {
        public void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options) => throw new NotSupportedException();

        public T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
        {
            IMessagePackFormatter<T> formatter = options.GetFormatter<T>();
            T read = value;
            if (isFixed)
            {
                Populating.ReadInto(formatter, ref reader, read, options, "the object to populate");
            }
            else
            {
                Populating.Read(formatter, ref reader, ref read, options);
            }

            return read;
        }
    }
}
