using System.Buffers;

namespace Bench;

/// <summary>The values of one workload. Its methods make a case for each codec that writes and reads them.</summary>
/// <param name="values">The values. All codecs write the same.</param>
/// <param name="serialize">Writes a value with hayapack, uncompressed.</param>
/// <param name="messages">The messages that a value counts as.</param>
internal sealed class CaseBuilder<T>(T[] values, Func<T, byte[]> serialize, int messages = 1)
    where T : notnull
{
    private const int Checked = 8;

    private int Count => values.Length * messages;

    /// <summary>Makes a codec's case.</summary>
    /// <param name="codec">The codec's name.</param>
    /// <param name="write">Writes a value.</param>
    /// <param name="read">Reads a message, null if the codec is measured in writing only.</param>
    /// <param name="isSame">Whether the codec must write hayapack's bytes.</param>
    public Case Codec<TMessage>(string codec, Func<T, TMessage> write, Func<TMessage, object?>? read, bool isSame = false) =>
        new Case<T, TMessage>(
            codec, Count, () => values, value => write(value), () => Array.ConvertAll(values, value => write(value)), read,
            () => Check(write, read, isSame));

    /// <summary>Makes a codec's case of writing into a buffer writer, which must get hayapack's bytes.</summary>
    /// <param name="codec">The codec's name.</param>
    /// <param name="write">Writes a value.</param>
    /// <param name="read">Reads a message, null if the codec is measured in writing only.</param>
    public Case Writing(string codec, Action<IBufferWriter<byte>, T> write, Func<byte[], object?>? read = null)
    {
        var buffer = new ArrayBufferWriter<byte>(1 << 16);
        return new Case<T, byte[]>(
            codec, Count, () => values, value => Written(value), () => Array.ConvertAll(values, Copied), read,
            () => Check(Copied, read, isSame: true));

        ArrayBufferWriter<byte> Written(T value)
        {
            buffer.ResetWrittenCount();
            write(buffer, value);
            return buffer;
        }

        byte[] Copied(T value) => Written(value).WrittenSpan.ToArray();
    }

    /// <summary>Makes a codec's case of reading hayapack's messages in three segments.</summary>
    public Case Reading(string codec, Func<ReadOnlySequence<byte>, object?> read) =>
        new Case<T, ReadOnlySequence<byte>>(
            codec, Count, () => values, write: null, () => Array.ConvertAll(values, value => Pieces.Cut(serialize(value))), read,
            () => Check(value => Pieces.Cut(serialize(value)), read));

    /// <summary>Makes the case of the minimum work: a copy of each message to write it, the same objects to read it.</summary>
    public Case Minimum(Func<T, byte[]> write, Func<T, object?> copy) =>
        new Case<byte[], T>(
            "minimum", Count, () => Array.ConvertAll(values, value => write(value)), message => message.AsSpan().ToArray(), () => values, copy);

    private bool Check<TMessage>(Func<T, TMessage> write, Func<TMessage, object?>? read, bool isSame = false)
    {
        foreach (var value in values.Take(Checked))
        {
            var message = write(value);
            var expected = serialize(value);
            if (isSame && !expected.AsSpan().SequenceEqual((byte[])(object)message!))
            {
                throw new InvalidOperationException("the codec and hayapack write different bytes");
            }

            if (read is not null && !serialize((T)read(message)!).AsSpan().SequenceEqual(expected))
            {
                return false;
            }
        }

        return true;
    }
}
