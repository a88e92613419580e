using System.Buffers;
using System.ComponentModel;
using System.Text;

namespace Hayapack.Formatters;

/// <summary>
/// Serializes an interface or a base class with the class's tag: as <c>[tag, value]</c>, or as the value's map with the tag as its
/// first entry. An object of a class that is not listed is written as the union that is listed and lists it, if there is one.
/// Thread-safe. Generated code has methods of its own for unions whose tags are integers and not in the map.
/// </summary>
/// <typeparam name="TUnion">The union.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class UnionFormatter<TUnion> : IMessagePackFormatter<TUnion?>, IErrorSource, IUnionFormatter
    where TUnion : class
{
    private readonly UnionCase<TUnion>[] cases;
    private readonly string? key;
    private readonly byte[] keyText;
    private readonly UnionTags tags;
    private readonly Dictionary<Type, UnionCase<TUnion>> byType = [];
    private readonly UnionCase<TUnion>[] unions;

    /// <summary>The entries with the tags, for the current format and for the one before 2013.</summary>
    private readonly Dictionary<Type, byte[]>[] entries = [[], []];
    private readonly string? fault;

    /// <summary>Initializes a new instance of the <see cref="UnionFormatter{TUnion}"/> class.</summary>
    /// <param name="key">The key of the tag in the map, or null.</param>
    /// <param name="cases">The classes. Two with one tag, or of one type, are an error when the formatter is used.</param>
    public UnionFormatter(string? key, params UnionCase<TUnion>[] cases)
    {
        ArgumentNullException.ThrowIfNull(cases);
        this.cases = cases;
        this.key = key;
        keyText = key is null ? [] : Encoding.UTF8.GetBytes(key);
        tags = new UnionTags(Array.ConvertAll(cases, item => item.Tag));

        // Integers first, since the tags of unions that list each other decide which one an object belongs to.
        unions = [.. cases.Where(item => item.IsUnion && item.Type != typeof(TUnion)).OrderBy(item => item.Tag.Name is null ? item.Tag.Number : int.MaxValue)];
        var distinct = new HashSet<UnionTag>();
        foreach (UnionCase<TUnion> item in cases)
        {
            if (!byType.TryAdd(item.Type, item) || !distinct.Add(item.Tag))
            {
                // Not thrown here: a module initializer must not fail.
                fault = $"{typeof(TUnion)} lists the union key {item.Tag} or {item.Type} twice.";
                return;
            }

            if (key is not null)
            {
                entries[0].Add(item.Type, Entry(key, item.Tag, oldSpec: false));
                entries[1].Add(item.Type, Entry(key, item.Tag, oldSpec: true));
            }
        }
    }

    /// <inheritdoc/>
    string? IUnionFormatter.Key => key;

    /// <inheritdoc/>
    IEnumerable<(Type Type, UnionTag Tag)> IUnionFormatter.Cases => cases.Select(item => (item.Type, item.Tag));

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, TUnion? value, MessagePackSerializerOptions options)
    {
        Check();
        if (writer.TryWriteNil(value))
        {
            return;
        }

        Type type = value.GetType();
        if (!byType.TryGetValue(type, out UnionCase<TUnion>? found) && (found = Array.Find(unions, item => item.Type.IsAssignableFrom(type))) is null)
        {
            UnlistedUnions.Write(ref writer, typeof(TUnion), type, options);
        }
        else if (key is null)
        {
            writer.EnterDepth(options);
            writer.WriteArrayHeader(2);
            found.Tag.Write(ref writer);
            found.Write(ref writer, value, options);
            writer.LeaveDepth();
        }
        else if (writer.IsOneBuffer)
        {
            WriteMap(ref writer, found, value, options);
        }
        else
        {
            // The number of the map's entries is not known before they are written.
            MessagePackWriter part = writer.BeginPart();
            try
            {
                WriteMap(ref part, found, value, options);
                writer.EndPart(ref part);
            }
            finally
            {
                part.DropPart();
            }
        }
    }

    /// <inheritdoc/>
    public TUnion? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        Check();
        if (reader.TryReadNil())
        {
            return null;
        }

        if (key is not null)
        {
            return ReadMap(ref reader, options);
        }

        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 2, "a union");
        TUnion? value = FindCase(ref reader, options) is { } found ? found.Read(ref reader, options) : Skip(ref reader);
        reader.LeaveDepth();
        return value;
    }

    /// <inheritdoc/>
    public void FindErrors(ref MessagePackReader reader, MessagePackSerializerOptions options, ErrorCollector errors)
    {
        ArgumentNullException.ThrowIfNull(errors);
        Check();
        if (reader.TryReadNil())
        {
            return;
        }

        if (key is not null)
        {
            long start = reader.Consumed;
            long outer = reader.TagKey;
            FindErrors(ref reader, FindInMap(ref reader, start, options), options, errors);
            reader.TagKey = outer;
            return;
        }

        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 2, "a union");
        UnionCase<TUnion>? found = null;
        errors.Try(ref reader, options, (ref MessagePackReader at, MessagePackSerializerOptions with) => found = FindCase(ref at, with));
        FindErrors(ref reader, found, options, errors);
        reader.LeaveDepth();
    }

    private static void FindErrors(ref MessagePackReader reader, UnionCase<TUnion>? found, MessagePackSerializerOptions options, ErrorCollector errors)
    {
        if (found is null)
        {
            reader.Skip();
            return;
        }

        found.FindErrors(ref reader, options, errors);
    }

    private static byte[] Entry(string key, UnionTag tag, bool oldSpec)
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new MessagePackWriter(output) { OldSpec = oldSpec };
        writer.Write(key);
        tag.Write(ref writer);
        writer.Flush();
        return output.WrittenSpan.ToArray();
    }

    private static TUnion? Skip(ref MessagePackReader reader)
    {
        reader.Skip();
        return null;
    }

    private static MessagePackSerializationException Unsupported(string text, long offset) => new(MessagePackErrorNames.UnsupportedType, offset, text);

    private void Check()
    {
        if (fault is not null)
        {
            throw Unsupported(fault, -1);
        }
    }

    private void WriteMap(ref MessagePackWriter writer, UnionCase<TUnion> item, TUnion value, MessagePackSerializerOptions options)
    {
        long offset = writer.Written;
        byte[] entry = entries[writer.OldSpec ? 1 : 0][item.Type];
        int start = writer.BeginEntry(entry.Length);
        item.Write(ref writer, value, options);
        var map = new MessagePackReader(writer.AfterEntry(start, entry.Length));
        if (map.End || map.NextMessagePackType != MessagePackType.Map)
        {
            throw Unsupported($"{item.Type} is not written as a map, so it cannot have the key {key} of {typeof(TUnion)}: use string keys.", offset);
        }

        int count = map.ReadMapHeader();
        int header = (int)map.Consumed;
        for (int i = 0; !item.HasFreeKey && i < count; i++)
        {
            if (map.NextMessagePackType == MessagePackType.String && map.ReadKeySpan() is var name)
            {
                if (name.SequenceEqual(keyText))
                {
                    throw Unsupported($"{item.Type} has a member with the key {key} of {typeof(TUnion)}: give one of them another key.", offset);
                }
            }
            else
            {
                map.Skip();
            }

            map.Skip();
        }

        writer.EndEntry(start, entry, (uint)count, header);
    }

    private TUnion? ReadMap(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        long start = reader.Consumed;
        long outer = reader.TagKey;
        if (FindInMap(ref reader, start, options) is not { } found)
        {
            return Skip(ref reader);
        }

        TUnion? value = found.Read(ref reader, options);
        reader.TagKey = outer;
        return value;
    }

    /// <summary>Searches for the tag in the next value, a map. The reader stays before it.</summary>
    private UnionCase<TUnion>? FindInMap(ref MessagePackReader reader, long start, MessagePackSerializerOptions options)
    {
        MessagePackReader search = reader;
        search.EnterDepth(options);
        int count = search.ReadMapHeader();
        for (int i = 0; i < count; i++)
        {
            long at = search.Consumed;
            if (search.ReadKeySpan().SequenceEqual(keyText))
            {
                reader.TagKey = at;
                return FindCase(ref search, options);
            }

            search.Skip();
            reader.CountSearched(search.Consumed - at, start);
        }

        MessagePackReader.ThrowMissingMember(start, typeof(TUnion).Name, key!);
        return null;
    }

    /// <summary>Reads a tag and returns its class, or null if the options say so.</summary>
    private UnionCase<TUnion>? FindCase(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        tags.Read(ref reader, typeof(TUnion), key is not null, options) is >= 0 and var index ? cases[index] : null;
}

/// <summary>What a union's formatter says about the union.</summary>
internal interface IUnionFormatter
{
    /// <summary>Gets the key of the tag in the map, or null.</summary>
    string? Key { get; }

    /// <summary>Gets the classes and their tags.</summary>
    IEnumerable<(Type Type, UnionTag Tag)> Cases { get; }
}
