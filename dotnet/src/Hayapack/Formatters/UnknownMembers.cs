using System.Buffers;
using System.ComponentModel;
using System.Text;
using System.Text.Unicode;
using Hayapack.Formatters;

namespace Hayapack;

/// <summary>
/// The entries of a map, or the elements at the end of an array, that belong to no member of a class: bytes as they were read,
/// which are written again after the members. A member with <see cref="ExtensionDataAttribute"/> has them. Not thread-safe
/// while it is read.
/// </summary>
public sealed class UnknownMembers
{
    private readonly bool isMap;
    private byte[] bytes = [];
    private int length;

    private UnknownMembers(bool isMap) => this.isMap = isMap;

    /// <summary>Gets the number of entries or elements, at least 1.</summary>
    public int Count { get; private set; }

    /// <summary>Returns them as a message of their own: a map of the entries, or an array of the elements.</summary>
    /// <returns>The message.</returns>
    public byte[] ToMessage()
    {
        Span<byte> header = stackalloc byte[MessagePackPrimitives.MaxHeaderSize];
        int size = isMap
            ? MessagePackPrimitives.WriteMapHeader(ref header[0], (uint)Count)
            : MessagePackPrimitives.WriteArrayHeader(ref header[0], (uint)Count);
        return [.. header[..size], .. bytes.AsSpan(0, length)];
    }

    /// <summary>Keeps the next entry of a map, whose key was read. For generated code.</summary>
    /// <param name="kept">What is kept so far, or null.</param>
    /// <param name="key">The key in UTF-8.</param>
    /// <param name="reader">The input, at the value.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static void AddEntry(ref UnknownMembers? kept, ReadOnlySpan<byte> key, ref MessagePackReader reader)
    {
        kept ??= new UnknownMembers(isMap: true);
        kept.AddText(key);
        kept.AddValue(ref reader);
    }

    /// <summary>Keeps the next element of an array. For generated code.</summary>
    /// <param name="kept">What is kept so far, or null.</param>
    /// <param name="reader">The input, at the element.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static void AddElement(ref UnknownMembers? kept, ref MessagePackReader reader)
    {
        kept ??= new UnknownMembers(isMap: false);
        kept.AddValue(ref reader);
    }

    /// <summary>Returns the number of entries or elements to write after the members. For generated code.</summary>
    /// <param name="kept">What is kept, or null.</param>
    /// <param name="isMap">Whether the class is written as a map.</param>
    /// <returns>The number.</returns>
    /// <exception cref="MessagePackSerializationException"><c>unsupported_type</c>: entries for an array, or elements for a map.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static int CountOf(UnknownMembers? kept, bool isMap)
    {
        if (kept is null)
        {
            return 0;
        }

        return kept.isMap == isMap ? kept.Count : throw new MessagePackSerializationException(
            MessagePackErrorNames.UnsupportedType, -1, "The unknown members are of another class: entries of a map cannot be elements of an array.");
    }

    /// <summary>Writes the entries or elements, without a header. For generated code.</summary>
    /// <param name="kept">What is kept, or null.</param>
    /// <param name="writer">The output.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static void Write(UnknownMembers? kept, ref MessagePackWriter writer)
    {
        if (kept is not null)
        {
            writer.WriteRaw(kept.bytes.AsSpan(0, kept.length));
        }
    }

    /// <summary>Reads the next entry of a map, whose key was read, into a dictionary. For generated code.</summary>
    /// <param name="kept">What is kept so far, or null.</param>
    /// <param name="key">The key in UTF-8.</param>
    /// <param name="offset">The offset of the key.</param>
    /// <param name="reader">The input, at the value.</param>
    /// <param name="options">The options.</param>
    /// <exception cref="MessagePackSerializationException">
    /// <c>invalid_utf8</c>: the key is not UTF-8. <c>duplicate_key</c>: the dictionary has it. And the errors of a value of type
    /// <see cref="object"/>.
    /// </exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static void AddEntry(
        ref IDictionary<string, object?>? kept, ReadOnlySpan<byte> key, long offset, ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (!Utf8.IsValid(key))
        {
            MessagePackReader.ThrowInvalidUtf8(offset);
        }

        // A dictionary of strings that has no comparer changes to a keyed hash when many keys collide.
        kept ??= new Dictionary<string, object?>();
        string name = Encoding.UTF8.GetString(key);
        if (kept.ContainsKey(name))
        {
            MessagePackReader.ThrowDuplicateKey(offset);
        }

        kept.Add(name, options.GetFormatter<object?>().Deserialize(ref reader, options));
    }

    /// <summary>Returns the number of entries of a dictionary to write after the members. For generated code.</summary>
    /// <param name="kept">What is kept, or null.</param>
    /// <returns>The number.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static int CountOf(IDictionary<string, object?>? kept) => kept?.Count ?? 0;

    /// <summary>Writes the entries of a dictionary, without a header. For generated code.</summary>
    /// <param name="kept">What is kept, or null.</param>
    /// <param name="writer">The output.</param>
    /// <param name="options">The options.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static void Write(IDictionary<string, object?>? kept, ref MessagePackWriter writer, MessagePackSerializerOptions options)
    {
        if (kept is null)
        {
            return;
        }

        IMessagePackFormatter<object?> values = options.GetFormatter<object?>();
        int written = 0;
        foreach ((string key, object? value) in kept)
        {
            writer.Write(key);
            values.Serialize(ref writer, value, options);
            written++;
        }

        CollectionGuard.Same(written, kept.Count, writer.Written);
    }

    private void AddText(ReadOnlySpan<byte> text)
    {
        Span<byte> header = stackalloc byte[MessagePackPrimitives.MaxHeaderSize];
        int size = MessagePackPrimitives.WriteStringHeader(ref header[0], (uint)text.Length);
        header[..size].CopyTo(Space(size + text.Length));
        text.CopyTo(bytes.AsSpan(length + size));
        length += size + text.Length;
    }

    private void AddValue(ref MessagePackReader reader)
    {
        ReadOnlySequence<byte> value = reader.ReadRaw();
        int size = checked((int)value.Length);
        value.CopyTo(Space(size));
        length += size;
        Count++;
    }

    // The first value gets as much as it needs: a message may have many objects with one unknown member.
    private Span<byte> Space(int size)
    {
        int needed = checked(length + size);
        if (needed > bytes.Length)
        {
            Array.Resize(ref bytes, length == 0 ? needed : (int)Math.Min(Array.MaxLength, Math.Max(needed, bytes.Length * 2L)));
        }

        return bytes.AsSpan(length, size);
    }
}
