namespace Hayapack;

/// <summary>
/// What <see cref="MessagePackSerializer.Validate(in System.Buffers.ReadOnlySequence{byte}, MessagePackLimits?)"/> allows,
/// and reading with <see cref="MessagePackSecurity.WithLimits"/>.
/// </summary>
public sealed record MessagePackLimits
{
    /// <summary>Depth 1024, and no other limit.</summary>
    public static readonly MessagePackLimits Default = new();

    /// <summary>The default of streams: depth 1024, and 100 MiB for each message.</summary>
    public static readonly MessagePackLimits Stream = new() { MaximumMessageLength = 100 * 1024 * 1024 };

    /// <summary>Gets how many containers may be open at once.</summary>
    public int MaximumDepth { get; init; } = MessagePackReader.DefaultDepthLimit;

    /// <summary>Gets how many bytes the input may have.</summary>
    public long MaximumMessageLength { get; init; } = long.MaxValue;

    /// <summary>Gets how many bytes one str may have.</summary>
    public uint MaximumStringLength { get; init; } = uint.MaxValue;

    /// <summary>Gets how many bytes one bin may have.</summary>
    public uint MaximumBinaryLength { get; init; } = uint.MaxValue;

    /// <summary>Gets how many bytes the payload of one ext may have.</summary>
    public uint MaximumExtensionLength { get; init; } = uint.MaxValue;

    /// <summary>Gets how many elements one array may have.</summary>
    public uint MaximumArrayLength { get; init; } = uint.MaxValue;

    /// <summary>Gets how many entries one map may have.</summary>
    public uint MaximumMapLength { get; init; } = uint.MaxValue;

    /// <summary>Gets a value indicating whether map keys must be str or bin.</summary>
    public bool StrictKeys { get; init; }

    /// <summary>Gets a value indicating whether ext 100 must be a name and one value, which are checked like all others.</summary>
    public bool TypedValues { get; init; }

    /// <summary>Compares the length of one value with its limit.</summary>
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

    /// <summary>Gets a value indicating whether text and timestamps are not looked at.</summary>
    internal bool IsStructureOnly { get; init; }
}
