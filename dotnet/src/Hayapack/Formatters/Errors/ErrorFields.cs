using System.ComponentModel;

namespace Hayapack.Formatters;

/// <summary>The members of an object, for <see cref="ErrorCollector"/>. For generated code. Thread-safe.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class ErrorFields
{
    private readonly ErrorField[] fields;

    /// <summary>The members by their keys, or by their indexes in the array; -1 where there is none.</summary>
    private readonly MemberKeys? byKey;
    private readonly int[] byElement = [];
    private readonly UnmappedMemberHandling? unmapped;

    /// <summary>Initializes a new instance of the <see cref="ErrorFields"/> class.</summary>
    /// <param name="type">The name of the type.</param>
    /// <param name="isMap">Whether objects are maps; otherwise arrays.</param>
    /// <param name="isNullable">Whether nil is null.</param>
    /// <param name="nests">Whether an object counts for the depth limit.</param>
    /// <param name="length">The number of elements that an array has at most, members or not; 0 for maps.</param>
    /// <param name="unmapped">What is done with unknown members; null if the options decide.</param>
    /// <param name="fields">The members that are read.</param>
    public ErrorFields(string type, bool isMap, bool isNullable, bool nests, int length, UnmappedMemberHandling? unmapped, params ErrorField[] fields)
    {
        Length = length;
        this.unmapped = unmapped;
        Type = type;
        IsMap = isMap;
        IsNullable = isNullable;
        Nests = nests;
        this.fields = fields;
        if (isMap)
        {
            byKey = new MemberKeys(fields.Select(field => (field.Key!, field.Alias)));
            return;
        }

        byElement = new int[length];
        Array.Fill(byElement, -1);
        for (int i = 0; i < fields.Length; i++)
        {
            byElement[fields[i].Element] = i;
        }
    }

    internal string Type { get; }

    internal bool IsMap { get; }

    internal bool IsNullable { get; }

    internal bool Nests { get; }

    internal int Count => fields.Length;

    internal int Length { get; }

    internal ErrorField this[int index] => fields[index];

    internal bool RefusesUnknown(MessagePackSerializerOptions options) => (unmapped ?? options.UnmappedMemberHandling) == UnmappedMemberHandling.Disallow;

    /// <summary>Returns the index of the member with a key, or -1.</summary>
    internal int Find(ReadOnlySpan<byte> key) => byKey!.Find(key);

    /// <summary>Returns the index of the member at an index of the array, or -1.</summary>
    internal int Find(int element) => element < byElement.Length ? byElement[element] : -1;
}

/// <summary>A member of an object that is read. For generated code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public abstract class ErrorField
{
    private protected ErrorField(string name, bool isRequired, int element, string? key, string? alias)
    {
        Name = name;
        IsRequired = isRequired;
        Element = element;
        Key = key;
        Alias = alias;
    }

    internal string Name { get; }

    internal bool IsRequired { get; }

    /// <summary>Gets the index in the array; for maps without meaning.</summary>
    internal int Element { get; }

    internal string? Key { get; }

    internal string? Alias { get; }

    internal abstract void FindErrors(ref MessagePackReader reader, MessagePackSerializerOptions options, ErrorCollector errors);
}

/// <inheritdoc/>
/// <typeparam name="T">The member's type.</typeparam>
/// <param name="name">The member's name.</param>
/// <param name="isRequired">Whether it must be in the message.</param>
/// <param name="element">The index in the array.</param>
/// <param name="key">The key in the map, or null.</param>
/// <param name="alias">Another key, or null.</param>
/// <param name="formatter">The formatter of the member; null for that of the options.</param>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class ErrorField<T>(string name, bool isRequired, int element, string? key = null, string? alias = null, IMessagePackFormatter<T>? formatter = null)
    : ErrorField(name, isRequired, element, key, alias)
{
    internal override void FindErrors(ref MessagePackReader reader, MessagePackSerializerOptions options, ErrorCollector errors) =>
        errors.Read(ref reader, formatter ?? options.GetFormatter<T>(), options);
}
