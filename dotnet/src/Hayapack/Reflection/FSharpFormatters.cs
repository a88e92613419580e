using System.Diagnostics.CodeAnalysis;
using Hayapack.Formatters;
using Hayapack.Registry;

namespace Hayapack.Reflection;

/// <summary>Serializes F#'s <c>unit</c>, which is null, as nil.</summary>
internal sealed class FSharpUnitFormatter<T> : IMessagePackFormatter<T?>
    where T : class
{
    public void Serialize(ref MessagePackWriter writer, T? value, MessagePackSerializerOptions options) => writer.WriteNil();

    public T? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        reader.ReadNil();
        return null;
    }
}

/// <summary>Serializes <c>option</c> and <c>voption</c> as the value, or nil. It counts as a level of depth, since an <c>obj option</c> can contain another one.</summary>
internal sealed class FSharpOptionFormatter<TOption, T>(Func<TOption, bool> isSome, Func<TOption, T> value, Func<T, TOption> some)
    : IMessagePackFormatter<TOption?>, INestedErrors<T>
{
    public void Serialize(ref MessagePackWriter writer, TOption? option, MessagePackSerializerOptions options)
    {
        if (!isSome(option!))
        {
            writer.WriteNil();
            return;
        }

        T inner = value(option!);
        if (inner is null)
        {
            throw new MessagePackSerializationException(MessagePackErrorNames.UnsupportedType, writer.Written, $"A {typeof(TOption)} of null would be read as none.");
        }

        writer.EnterDepth(options);
        options.GetFormatter<T>().Serialize(ref writer, inner, options);
        writer.LeaveDepth();
    }

    public TOption? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return default;
        }

        reader.EnterDepth(options);
        T value = options.GetFormatter<T>().Deserialize(ref reader, options);
        reader.LeaveDepth();
        return some(value);
    }
}

/// <summary>Serializes a <c>list</c> as an array.</summary>
internal sealed class FSharpListFormatter<TList, T>(Func<T[], TList> make) : SequenceFormatter<TList, T>
    where TList : IEnumerable<T>
{
    protected override TList Create(T[] items, MessagePackSerializerOptions options) => make(items);
}

/// <summary>Serializes a <c>Map</c> as a map.</summary>
internal sealed class FSharpMapFormatter<TMap, TKey, TValue>(Func<IEnumerable<Tuple<TKey, TValue>>, TMap> make) : HashMapFormatter<TMap, TKey, TValue>
    where TMap : IEnumerable<KeyValuePair<TKey, TValue>>
    where TKey : notnull
{
    protected override TMap End(Dictionary<TKey, TValue> builder, MessagePackSerializerOptions options) =>
        make(builder.Select(pair => Tuple.Create(pair.Key, pair.Value)));
}

/// <summary>A case of a discriminated union.</summary>
internal sealed record FSharpCase<TUnion>(string[] Names, TypedSerializer[] Fields, Func<TUnion, object?[]> Read, Func<object?[], TUnion> Make);

/// <summary>Serializes a discriminated union as <c>[tag, fields]</c>. An unknown tag is <c>invalid_value</c>.</summary>
/// <param name="isKeyed">Whether the fields are an array, not a map by their names.</param>
/// <param name="tag">Returns the tag of a value.</param>
/// <param name="cases">The cases by their tags.</param>
internal sealed class FSharpUnionFormatter<TUnion>(bool isKeyed, Func<TUnion, int> tag, FSharpCase<TUnion>[] cases) : IMessagePackFormatter<TUnion?>
{
    public void Serialize(ref MessagePackWriter writer, TUnion? value, MessagePackSerializerOptions options)
    {
        if (writer.TryWriteNil(value))
        {
            return;
        }

        int number = tag(value);
        FSharpCase<TUnion> found = cases[number];
        object?[] fields = found.Read(value);
        writer.EnterDepth(options);
        writer.WriteArrayHeader(2);
        writer.Write(number);
        writer.EnterDepth(options);
        if (isKeyed)
        {
            writer.WriteArrayHeader(fields.Length);
        }
        else
        {
            writer.WriteMapHeader(fields.Length);
        }

        for (int i = 0; i < fields.Length; i++)
        {
            if (!isKeyed)
            {
                writer.Write(found.Names[i]);
            }

            found.Fields[i].Serialize(ref writer, fields[i], options);
        }

        writer.LeaveDepth();
        writer.LeaveDepth();
    }

    public TUnion? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (default(TUnion) is null && reader.TryReadNil())
        {
            return default;
        }

        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 2, "a union");
        long start = reader.Consumed;
        int number = reader.ReadInt32();
        if ((uint)number >= (uint)cases.Length)
        {
            throw MessagePackReader.Fault(MessagePackErrorNames.InvalidValue, start, $"{typeof(TUnion)} has no case with the tag {number}.");
        }

        reader.EnterDepth(options);
        TUnion value = isKeyed ? ReadArray(ref reader, cases[number], options) : ReadMap(ref reader, cases[number], options);
        reader.LeaveDepth();
        reader.LeaveDepth();
        return value;
    }

    private static TUnion ReadArray(ref MessagePackReader reader, FSharpCase<TUnion> found, MessagePackSerializerOptions options)
    {
        FixedArray.ReadHeader(ref reader, found.Fields.Length, "the fields of a case");
        object?[] fields = new object?[found.Fields.Length];
        for (int i = 0; i < fields.Length; i++)
        {
            fields[i] = found.Fields[i].Deserialize(ref reader, options);
        }

        return found.Make(fields);
    }

    private static TUnion ReadMap(ref MessagePackReader reader, FSharpCase<TUnion> found, MessagePackSerializerOptions options)
    {
        long start = reader.Consumed;
        object?[] fields = new object?[found.Fields.Length];
        bool[] seen = new bool[fields.Length];
        for (int count = reader.ReadMapHeader(); count > 0; count--)
        {
            long key = reader.Consumed;
            int i = Array.IndexOf(found.Names, reader.ReadString());
            if (i < 0)
            {
                reader.Skip();
                continue;
            }

            if (seen[i])
            {
                MessagePackReader.ThrowDuplicateKey(key);
            }

            fields[i] = found.Fields[i].Deserialize(ref reader, options);
            seen[i] = true;
        }

        int missing = Array.IndexOf(seen, false);
        return missing < 0 ? found.Make(fields)
            : throw MessagePackReader.Fault(MessagePackErrorNames.MissingMember, start, $"The field {found.Names[missing]} of {typeof(TUnion)} is missing.");
    }
}

/// <summary>Serializes the class of a union's case, the type of its instances, as the union.</summary>
[RequiresDynamicCode("Finds the formatter of the union at run time.")]
[RequiresUnreferencedCode("Finds the formatter of the union at run time.")]
internal sealed class FSharpCaseFormatter<TCase, TUnion> : IMessagePackFormatter<TCase?>
    where TCase : class, TUnion
    where TUnion : class
{
    public void Serialize(ref MessagePackWriter writer, TCase? value, MessagePackSerializerOptions options) =>
        options.GetFormatter<TUnion?>().Serialize(ref writer, value, options);

    public TCase? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        long start = reader.Consumed;
        return options.GetFormatter<TUnion?>().Deserialize(ref reader, options) switch
        {
            null => null,
            TCase found => found,
            _ => throw MessagePackReader.Fault(MessagePackErrorNames.UnexpectedType, start, $"Expected {typeof(TCase)}, found another case."),
        };
    }
}
