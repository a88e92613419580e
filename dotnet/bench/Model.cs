using System.Buffers;

namespace Bench;

/// <summary>The values of one model. Its methods make a case for each codec that writes and reads them.</summary>
/// <param name="name">The model's name in the tables.</param>
/// <param name="values">The values. All codecs write the same.</param>
/// <param name="serialize">Writes a value with hayapack, uncompressed.</param>
/// <param name="operations">The operations that a value counts as.</param>
internal sealed class Model<T>(string name, T[] values, Func<T, byte[]> serialize, int operations = 1)
    where T : notnull
{
    private const int Checked = 8;

    /// <summary>Makes a codec's case. Before measuring, the codec must read its own messages.</summary>
    /// <param name="codec">The codec's name in the tables.</param>
    /// <param name="write">Writes a value.</param>
    /// <param name="read">Reads a message, null if the codec is measured in writing only.</param>
    /// <param name="isSame">Whether the codec must write hayapack's bytes and read them.</param>
    public Case Codec<TMessage>(string codec, Func<T, TMessage> write, Func<TMessage, object?>? read, bool isSame = false) =>
        new Case<T, TMessage>(
            name, codec, values.Length * operations, () => values, value => write(value), () => Array.ConvertAll(values, value => write(value)), read,
            () => Check(codec, write, read, isSame));

    /// <summary>Makes a codec's case of writing into a buffer writer, which must get hayapack's bytes.</summary>
    /// <param name="codec">The codec's name in the tables.</param>
    /// <param name="write">Writes a value.</param>
    /// <param name="read">Reads a message, null if the codec is measured in writing only.</param>
    public Case Writing(string codec, Action<IBufferWriter<byte>, T> write, Func<byte[], object?>? read = null)
    {
        var buffer = new ArrayBufferWriter<byte>(1 << 16);
        return new Case<T, byte[]>(
            name, codec, values.Length * operations, () => values, value => Written(value),
            () => read is null ? [] : Array.ConvertAll(values, value => Written(value).WrittenSpan.ToArray()), read,
            () => Check(codec, value => Written(value).WrittenSpan.ToArray(), read, isSame: true));

        ArrayBufferWriter<byte> Written(T value)
        {
            buffer.ResetWrittenCount();
            write(buffer, value);
            return buffer;
        }
    }

    /// <summary>Makes a codec's case of reading hayapack's messages in three segments.</summary>
    public Case Reading(string codec, Func<ReadOnlySequence<byte>, object?> read) =>
        new Case<T, ReadOnlySequence<byte>>(
            name, codec, values.Length * operations, () => values, write: null, () => Array.ConvertAll(values, value => Pieces.Cut(serialize(value))), read,
            () => Check(codec, value => Pieces.Cut(serialize(value)), read));

    /// <summary>Makes the case of the minimum work: a copy of each message to write it, the same objects to read it.</summary>
    public Case Minimum(Func<T, byte[]> write, Func<T, object?> copy) =>
        new Case<byte[], T>(
            name, "minimum", values.Length * operations, () => Array.ConvertAll(values, value => write(value)), message => message.AsSpan().ToArray(),
            () => values, copy);

    private void Check<TMessage>(string codec, Func<T, TMessage> write, Func<TMessage, object?>? read, bool isSame = false)
    {
        foreach (var value in values.Take(Checked))
        {
            var message = write(value);
            var expected = serialize(value);
            if (read is not null && !serialize((T)read(message)!).AsSpan().SequenceEqual(expected))
            {
                throw new InvalidOperationException($"{name}: {codec} changes a value");
            }

            if (isSame && !expected.AsSpan().SequenceEqual((byte[])(object)message!))
            {
                throw new InvalidOperationException($"{name}: {codec} and hayapack write different bytes");
            }
        }
    }
}
