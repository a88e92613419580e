namespace Hayapack;

/// <summary>
/// Limits on depth, lengths and keys, for
/// <see cref="MessagePackSerializer.Validate(in System.Buffers.ReadOnlySequence{byte}, MessagePackLimits?)"/>, streams, and
/// deserializing with <see cref="MessagePackSecurity.WithLimits"/>. Immutable and thread-safe.
/// </summary>
public sealed record MessagePackLimits
{
    /// <summary>A depth of 1024, and no other limit.</summary>
    public static readonly MessagePackLimits Default = new();

    /// <summary>The default for streams: a depth of 1024, and 100 MiB for each message.</summary>
    public static readonly MessagePackLimits Stream = new() { MaximumMessageLength = 100 * 1024 * 1024 };

    /// <summary>Gets the largest depth: the number of containers open at once. Exceeding it raises <c>too_deep</c>.</summary>
    public int MaximumDepth { get; init; } = MessagePackReader.DefaultDepthLimit;

    /// <summary>Gets the largest length of the input, or of each message in a stream, in bytes (<c>size_limit</c>).</summary>
    public long MaximumMessageLength { get; init; } = long.MaxValue;

    /// <summary>Gets the largest length of a str in bytes (<c>str_limit</c>).</summary>
    public uint MaximumStringLength { get; init; } = uint.MaxValue;

    /// <summary>Gets the largest length of a bin in bytes (<c>bin_limit</c>).</summary>
    public uint MaximumBinaryLength { get; init; } = uint.MaxValue;

    /// <summary>Gets the largest length of an ext payload in bytes (<c>ext_limit</c>).</summary>
    public uint MaximumExtensionLength { get; init; } = uint.MaxValue;

    /// <summary>Gets the largest number of elements of an array (<c>array_limit</c>).</summary>
    public uint MaximumArrayLength { get; init; } = uint.MaxValue;

    /// <summary>Gets the largest number of entries of a map (<c>map_limit</c>).</summary>
    public uint MaximumMapLength { get; init; } = uint.MaxValue;

    /// <summary>Gets a value indicating whether map keys must be str or bin (<c>invalid_key</c>).</summary>
    public bool StrictKeys { get; init; }

    /// <summary>
    /// Gets a value indicating whether each ext 100 must be a typed value (<c>invalid_typed</c>). Its name and value are then
    /// validated like all other values.
    /// </summary>
    public bool TypedValues { get; init; }

    /// <summary>Checks the declared length or count of one value against its limit.</summary>
    internal void Check(in Head head, long start)
    {
        (string name, uint length, uint limit) = head.Type switch
        {
            MessagePackType.String => ("str", head.Payload, MaximumStringLength),
            MessagePackType.Binary => ("bin", head.Payload, MaximumBinaryLength),
            MessagePackType.Extension => ("ext", head.Payload, MaximumExtensionLength),
            MessagePackType.Array => ("array", head.Count, MaximumArrayLength),
            MessagePackType.Map => ("map", head.Count, MaximumMapLength),
            _ => (string.Empty, 0u, uint.MaxValue),
        };
        if (length > limit)
        {
            throw MessagePackReader.Fault(name + "_limit", start, $"The declared length {length} exceeds the limit of {limit} for a {name}.");
        }
    }

    /// <summary>Gets a value indicating whether UTF-8 and timestamps are not validated.</summary>
    internal bool IsStructureOnly { get; init; }
}
