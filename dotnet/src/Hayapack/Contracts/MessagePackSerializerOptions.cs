using System.ComponentModel;

namespace Hayapack;

/// <summary>Options for serializing and deserializing. Immutable and thread-safe; the With methods return changed copies.</summary>
public partial class MessagePackSerializerOptions
{
    private static readonly SequencePool Unused = new();

    /// <summary>Initializes a new instance of the <see cref="MessagePackSerializerOptions"/> class.</summary>
    /// <param name="resolver">The resolver that finds formatters.</param>
    public MessagePackSerializerOptions(IFormatterResolver resolver)
    {
        ArgumentNullException.ThrowIfNull(resolver);
        Resolver = resolver;
        Security = MessagePackSecurity.UntrustedData;
        SetDerived();
    }

    /// <summary>Gets the resolver.</summary>
    public IFormatterResolver Resolver { get; private set; }

    /// <summary>Gets the limits for deserializing.</summary>
    public MessagePackSecurity Security { get; private set; }

    /// <summary>Gets the compression of messages.</summary>
    public MessagePackCompression Compression { get; private set; }

    /// <summary>Gets the least length in bytes of messages that are compressed. The default is 64.</summary>
    public int CompressionMinLength { get; private set; } = 64;

    /// <summary>
    /// Gets the largest number of threads that compress one message, the calling thread included. -1, the
    /// default, means one per processor; 1 means the calling thread only. It does not change the output.
    /// </summary>
    public int CompressionMaxDegreeOfParallelism { get; private set; } = -1;

    /// <summary>
    /// Gets how fast compression is at the cost of its result: 1, the default, to 65,537, with the meaning of the
    /// same number for LZ4's <c>LZ4_compress_fast</c>. It changes the output, which every reader can read.
    /// </summary>
    public int CompressionAcceleration { get; private set; } = 1;

    /// <summary>Gets the initial size in bytes of the buffer for reading from a stream, which grows for longer messages. The default is 1 MiB.</summary>
    public int SuggestedContiguousMemorySize { get; private set; } = 1024 * 1024;

    /// <summary>
    /// Gets what is written for an object whose class a union does not list, and what is read for a tag that it does not have. The
    /// default is <see cref="UnlistedUnionType.Error"/>.
    /// </summary>
    public UnlistedUnionType UnlistedUnionTypes { get; private set; }

    /// <summary>
    /// Gets how many errors <see cref="MessagePackSerializationException.Errors"/> has at most. The default is 1.
    /// </summary>
    public int ErrorLimit { get; private set; } = 1;

    /// <summary>
    /// Gets the number of bytes from which on a message that is written to a stream or pipe is passed on before it is
    /// complete. The default is 1 MiB.
    /// </summary>
    public long StreamFlushThreshold { get; private set; } = 1024 * 1024;

    /// <summary>
    /// Gets a value indicating whether type names are written without version, culture and public key token:
    /// <c>Shop.Order, Shop</c>. Reading accepts both.
    /// </summary>
    public bool OmitAssemblyVersion { get; private set; }

    /// <summary>
    /// Gets a value indicating whether a type's name is found although its assembly has another version. It has no effect: this
    /// library looks names up without their versions.
    /// </summary>
    public bool AllowAssemblyVersionMismatch { get; private set; }

    /// <summary>Gets the pool. It has no effect; see <see cref="Hayapack.SequencePool"/>.</summary>
    public SequencePool SequencePool { get; private set; } = Unused;

    /// <summary>
    /// Gets a value indicating whether to write the format before 2013, without str8, bin and timestamps. Null leaves
    /// <see cref="MessagePackWriter.OldSpec"/> unchanged. Reading accepts both formats.
    /// </summary>
    public bool? OldSpec { get; private set; }

    /// <summary>
    /// Gets a value indicating whether formatters come from <see cref="Resolvers.StandardResolver"/> and the current format is written.
    /// Generated code can then write members of built-in types directly and call known formatters. For generated code only.
    /// </summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public bool IsStandard { get; private set; }

    /// <summary>Gets a value indicating whether formatters come from <see cref="Resolvers.TypelessContractlessStandardResolver"/>.</summary>
    internal bool IsTypeless { get; private set; }

    /// <summary>Gets <see cref="MessagePackSecurity.MaximumObjectGraphDepth"/>.</summary>
    internal int MaximumDepth { get; private set; }

    /// <summary>Gets <see cref="MessagePackSecurity.Limits"/>.</summary>
    internal MessagePackLimits? Limits { get; private set; }

    /// <summary>Returns a copy with another resolver.</summary>
    /// <param name="resolver">The resolver.</param>
    /// <returns>The copy.</returns>
    public MessagePackSerializerOptions WithResolver(IFormatterResolver resolver)
    {
        ArgumentNullException.ThrowIfNull(resolver);
        return With(copy => copy.Resolver = resolver);
    }

    /// <summary>Returns a copy with other limits.</summary>
    /// <param name="security">The limits.</param>
    /// <returns>The copy.</returns>
    public MessagePackSerializerOptions WithSecurity(MessagePackSecurity security)
    {
        ArgumentNullException.ThrowIfNull(security);
        return With(copy => copy.Security = security);
    }

    /// <summary>Returns a copy with another compression.</summary>
    /// <param name="compression">
    /// The compression of messages that are written. With a value other than <see cref="MessagePackCompression.None"/>,
    /// reading accepts both compressed formats and messages without compression.
    /// </param>
    /// <returns>The copy.</returns>
    /// <exception cref="ArgumentOutOfRangeException">Not a value of the enumeration.</exception>
    public MessagePackSerializerOptions WithCompression(MessagePackCompression compression)
    {
        if (compression is < MessagePackCompression.None or > MessagePackCompression.Lz4BlockArray)
        {
            throw new ArgumentOutOfRangeException(nameof(compression), compression, "The value is not one of MessagePackCompression.");
        }

        return With(copy => copy.Compression = compression);
    }

    /// <summary>Returns a copy with another minimum length for compression.</summary>
    /// <param name="compressionMinLength">The length in bytes, at least 1. Shorter messages are not compressed.</param>
    /// <returns>The copy.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is less than 1.</exception>
    public MessagePackSerializerOptions WithCompressionMinLength(int compressionMinLength)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(compressionMinLength, 1);
        return With(copy => copy.CompressionMinLength = compressionMinLength);
    }

    /// <summary>Returns a copy with another limit for the threads that compress one message.</summary>
    /// <param name="compressionMaxDegreeOfParallelism">
    /// The number of threads, the calling thread included: at least 1, or -1 for one per processor.
    /// </param>
    /// <returns>The copy.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The number is 0 or less than -1.</exception>
    public MessagePackSerializerOptions WithCompressionMaxDegreeOfParallelism(int compressionMaxDegreeOfParallelism)
    {
        ArgumentOutOfRangeException.ThrowIfZero(compressionMaxDegreeOfParallelism);
        ArgumentOutOfRangeException.ThrowIfLessThan(compressionMaxDegreeOfParallelism, -1);
        return With(copy => copy.CompressionMaxDegreeOfParallelism = compressionMaxDegreeOfParallelism);
    }

    /// <summary>Returns a copy with another acceleration of compression.</summary>
    /// <param name="compressionAcceleration">1 to 65,537; with a larger number, compression is faster and the result longer.</param>
    /// <returns>The copy.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The number is less than 1 or more than 65,537.</exception>
    public MessagePackSerializerOptions WithCompressionAcceleration(int compressionAcceleration)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(compressionAcceleration, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(compressionAcceleration, 65_537);
        return With(copy => copy.CompressionAcceleration = compressionAcceleration);
    }

    /// <summary>Returns a copy with another initial buffer size for reading from streams.</summary>
    /// <param name="suggestedContiguousMemorySize">The size in bytes, at least 256.</param>
    /// <returns>The copy.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The size is less than 256.</exception>
    public MessagePackSerializerOptions WithSuggestedContiguousMemorySize(int suggestedContiguousMemorySize)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(suggestedContiguousMemorySize, 256);
        return With(copy => copy.SuggestedContiguousMemorySize = suggestedContiguousMemorySize);
    }

    /// <summary>Returns a copy with another rule for objects whose class a union does not list, and for unknown tags.</summary>
    /// <param name="unlistedUnionTypes">The rule.</param>
    /// <returns>The copy.</returns>
    /// <exception cref="ArgumentOutOfRangeException">Not a value of the enumeration.</exception>
    public MessagePackSerializerOptions WithUnlistedUnionTypes(UnlistedUnionType unlistedUnionTypes)
    {
        if (unlistedUnionTypes is not (UnlistedUnionType.Error or UnlistedUnionType.Nil or UnlistedUnionType.Strict))
        {
            throw new ArgumentOutOfRangeException(nameof(unlistedUnionTypes), unlistedUnionTypes, "The value is not one of UnlistedUnionType.");
        }

        return With(copy => copy.UnlistedUnionTypes = unlistedUnionTypes);
    }

    /// <summary>
    /// Returns a copy that reports more than one error of a message that cannot be read into a type, as
    /// <see cref="MessagePackSerializationException.Errors"/>. Such a message is read a second time; others take no longer.
    /// </summary>
    /// <param name="errorLimit">The largest number, at least 1. One takes up to 6 KB of memory.</param>
    /// <returns>The copy.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The number is less than 1.</exception>
    public MessagePackSerializerOptions WithErrorLimit(int errorLimit)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(errorLimit, 1);
        return With(copy => copy.ErrorLimit = errorLimit);
    }

    /// <summary>
    /// Returns a copy that passes on longer or shorter parts of a message to a stream or pipe. A value that cannot be
    /// serialized leaves nothing in the output if its message was shorter than that, else a part.
    /// </summary>
    /// <param name="streamFlushThreshold">The number of bytes, at least 0. <see cref="long.MaxValue"/> collects every message whole.</param>
    /// <returns>The copy.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public MessagePackSerializerOptions WithStreamFlushThreshold(long streamFlushThreshold)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(streamFlushThreshold);
        return With(copy => copy.StreamFlushThreshold = streamFlushThreshold);
    }

    /// <summary>Returns a copy that writes type names with or without version, culture and public key token.</summary>
    /// <param name="omitAssemblyVersion">Whether to omit them.</param>
    /// <returns>The copy.</returns>
    public MessagePackSerializerOptions WithOmitAssemblyVersion(bool omitAssemblyVersion) =>
        With(copy => copy.OmitAssemblyVersion = omitAssemblyVersion);

    /// <summary>Returns a copy with another value of <see cref="AllowAssemblyVersionMismatch"/>, which has no effect.</summary>
    /// <param name="allowAssemblyVersionMismatch">The value.</param>
    /// <returns>The copy.</returns>
    public MessagePackSerializerOptions WithAllowAssemblyVersionMismatch(bool allowAssemblyVersionMismatch) =>
        With(copy => copy.AllowAssemblyVersionMismatch = allowAssemblyVersionMismatch);

    /// <summary>Returns a copy with another pool, which has no effect; see <see cref="Hayapack.SequencePool"/>.</summary>
    /// <param name="pool">The pool.</param>
    /// <returns>The copy.</returns>
    public MessagePackSerializerOptions WithPool(SequencePool pool)
    {
        ArgumentNullException.ThrowIfNull(pool);
        return With(copy => copy.SequencePool = pool);
    }

    /// <summary>Returns options that write the format before 2013 or the current one.</summary>
    /// <param name="oldSpec">The value of <see cref="OldSpec"/>.</param>
    /// <returns>A copy, or this object if the value is the same.</returns>
    public MessagePackSerializerOptions WithOldSpec(bool? oldSpec = true) =>
        OldSpec == oldSpec ? this : With(copy => copy.OldSpec = oldSpec);

    /// <summary>Creates the copy that a With method changes. Derived classes override it to return an instance of themselves.</summary>
    /// <returns>The copy.</returns>
    protected virtual MessagePackSerializerOptions Clone() => new(this);

    /// <summary>Returns a copy with another value of a setting.</summary>
    private MessagePackSerializerOptions With(Action<MessagePackSerializerOptions> change)
    {
        MessagePackSerializerOptions copy = Clone();
        change(copy);
        copy.SetDerived();
        return copy;
    }
}
