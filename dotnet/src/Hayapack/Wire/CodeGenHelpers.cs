using System.Buffers;
using System.ComponentModel;

namespace Hayapack.Internal;

/// <summary>
/// What formatters that MessagePack-CSharp's tools once generated, and formatters written after them,
/// call. New formatters use <see cref="MessagePackReader"/> and <see cref="MessagePackWriter"/>. All
/// methods are thread-safe.
/// </summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class CodeGenHelpers
{
    /// <summary>Gets a text as a MessagePack str: its header and its UTF-8 bytes.</summary>
    /// <param name="value">The text.</param>
    /// <returns>A new array.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="value"/> is null.</exception>
    /// <exception cref="MessagePackSerializationException"><c>lone_surrogate</c>: the text can't be UTF-8.</exception>
    public static byte[] GetEncodedStringBytes(string value)
    {
        ArgumentNullException.ThrowIfNull(value);
        var buffer = new ArrayBufferWriter<byte>();
        var writer = new MessagePackWriter(buffer);
        writer.Write(value);
        writer.Flush();
        return buffer.WrittenSpan.ToArray();
    }

    /// <summary>Gets the bytes of a sequence in one piece: its own memory if it has one segment, else a copy.</summary>
    /// <param name="sequence">The bytes.</param>
    public static ReadOnlySpan<byte> GetSpanFromSequence(scoped in ReadOnlySequence<byte> sequence) =>
        sequence.IsSingleSegment ? sequence.First.Span : sequence.ToArray();

    /// <summary>
    /// Reads a str and gets its bytes in one piece: the reader's own memory if they are in one segment, else a
    /// copy. nil is an empty span.
    /// </summary>
    /// <param name="reader">The reader, before a str or nil.</param>
    /// <exception cref="MessagePackSerializationException">The next value is no str, or the input is cut.</exception>
    public static ReadOnlySpan<byte> ReadStringSpan(scoped ref MessagePackReader reader) =>
        reader.TryReadStringSpan(out var span) ? span
        : reader.ReadStringSequence() is { } sequence ? GetSpanFromSequence(sequence)
        : default;

    /// <summary>Copies the bytes of a sequence into an array, or null if there is none.</summary>
    /// <param name="sequence">The bytes, or null.</param>
    public static byte[]? GetArrayFromNullableSequence(in ReadOnlySequence<byte>? sequence) => sequence?.ToArray();
}
