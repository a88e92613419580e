using System.ComponentModel;

namespace Hayapack.Formatters;

/// <summary>
/// Serializes a C# union type (<c>union Number(int, string)</c>): the value alone, which is told apart by its MessagePack type
/// when it is read; or <c>[key, value]</c> if the union has <see cref="UnionAttribute"/>s. A union without a value is nil.
/// Thread-safe.
/// </summary>
/// <typeparam name="TUnion">The union type.</typeparam>
/// <param name="value">Returns the value of a union, or null.</param>
/// <param name="cases">Its cases.</param>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class UnionTypeFormatter<TUnion>(Func<TUnion, object?> value, params UnionTypeCase<TUnion>[] cases) : IMessagePackFormatter<TUnion?>, IErrorSource
{
    private readonly UnionTags tags = new([.. cases.Where(item => item.Tag is not null).Select(item => item.Tag!.Value)]);
    private bool isChecked;

    private bool HasTags => cases.Length > 0 && cases[0].Tag is not null;

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, TUnion? union, MessagePackSerializerOptions options)
    {
        Check();
        if (union is null || value(union) is not { } content)
        {
            writer.WriteNil();
            return;
        }

        Type type = content.GetType();
        UnionTypeCase<TUnion> found = Array.Find(cases, item => item.Type == type) ?? Array.Find(cases, item => item.Type.IsInstanceOfType(content))
            ?? throw Unsupported($"{typeof(TUnion)} has no case for {type}.", writer.Written);
        if (found.Tag is not { } tag)
        {
            found.Write(ref writer, content, options);
            return;
        }

        writer.EnterDepth(options);
        writer.WriteArrayHeader(2);
        tag.Write(ref writer);
        found.Write(ref writer, content, options);
        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public TUnion? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        Check();
        if (reader.TryReadNil())
        {
            return default;
        }

        if (!HasTags)
        {
            return FindByForm(ref reader).Read(ref reader, options);
        }

        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 2, "a union");
        TUnion? made = default;
        if (FindByTag(ref reader, options) is { } listed)
        {
            made = listed.Read(ref reader, options);
        }
        else
        {
            reader.Skip();
        }

        reader.LeaveDepth();
        return made;
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

        if (!HasTags)
        {
            FindByForm(ref reader).FindErrors(ref reader, options, errors);
            return;
        }

        reader.EnterDepth(options);
        FixedArray.ReadHeader(ref reader, 2, "a union");
        UnionTypeCase<TUnion>? found = null;
        errors.Try(ref reader, options, (ref MessagePackReader at, MessagePackSerializerOptions with) => found = FindByTag(ref at, with));
        if (found is null)
        {
            reader.Skip();
        }
        else
        {
            found.FindErrors(ref reader, options, errors);
        }

        reader.LeaveDepth();
    }

    private UnionTypeCase<TUnion> FindByForm(ref MessagePackReader reader)
    {
        MessagePackType form = reader.NextMessagePackType;
        UnionTypeCase<TUnion>? found = Array.Find(cases, item => item.Form == form) ?? Array.Find(cases, item => AlsoReads(item, form));
        if (found is null)
        {
            reader.ThrowUnexpected("one of " + string.Join(", ", cases.Select(item => item.Type.Name)));
        }

        return found!;
    }

    /// <summary>Reads a tag and returns its case, or null if the options say so.</summary>
    private UnionTypeCase<TUnion>? FindByTag(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        tags.Read(ref reader, typeof(TUnion), isInMap: false, options) is >= 0 and var index ? cases[index] : null;

    // Other writers have integers for whole floats, and resolvers write names of enums.
    private static bool AlsoReads(UnionTypeCase<TUnion> item, MessagePackType form) =>
        (item.Form == MessagePackType.Float && form == MessagePackType.Integer) || (item.Type.IsEnum && form == MessagePackType.String);

    // Not when it is made: a module initializer must not fail.
    private void Check()
    {
        if (isChecked)
        {
            return;
        }

        if (cases.Select(item => item.Type).Distinct().Count() < cases.Length || cases.Any(item => item.Tag is null == HasTags)
            || cases.Where(item => item.Tag is not null).Select(item => item.Tag).Distinct().Count() < cases.Count(item => item.Tag is not null))
        {
            throw Unsupported($"The cases of {typeof(TUnion)} need different types and, if one of them has a [Union] attribute, different keys.", -1);
        }

        if (!HasTags && Array.Find(cases, item => item.Form == MessagePackType.Unknown || cases.Count(other => other.Form == item.Form) > 1) is { } ambiguous)
        {
            throw Unsupported(
                $"{typeof(TUnion)}: the case {ambiguous.Type} cannot be told apart on the wire. Add [Hayapack.Union(key, typeof(...))] to the union for each case.", -1);
        }

        isChecked = true;
    }

    private static MessagePackSerializationException Unsupported(string text, long offset) => new(MessagePackErrorNames.UnsupportedType, offset, text);
}
