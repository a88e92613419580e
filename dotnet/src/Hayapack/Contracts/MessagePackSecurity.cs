namespace Hayapack;

/// <summary>Limits for deserializing; the depth limits serializing, too. Immutable and thread-safe; the With methods return changed copies.</summary>
public partial class MessagePackSecurity
{
    /// <summary>For data from a trusted source: a depth of 500, collections with their default comparers, compressed messages of any size.</summary>
    public static readonly MessagePackSecurity TrustedData = new()
    {
        MaximumObjectGraphDepth = 500,
        HashCollisionResistant = false,
        MaximumDecompressedSize = int.MaxValue,
    };

    /// <summary>The default, for data from any source: a depth of 64, and collections with collision-resistant comparers.</summary>
    public static readonly MessagePackSecurity UntrustedData = new();

    private MessagePackSecurity()
    {
    }

    /// <summary>Initializes a new instance of the <see cref="MessagePackSecurity"/> class.</summary>
    /// <param name="copyFrom">The object to copy.</param>
    protected MessagePackSecurity(MessagePackSecurity copyFrom)
    {
        ArgumentNullException.ThrowIfNull(copyFrom);
        MaximumObjectGraphDepth = copyFrom.MaximumObjectGraphDepth;
        HashCollisionResistant = copyFrom.HashCollisionResistant;
        MaximumDecompressedSize = copyFrom.MaximumDecompressedSize;
        Limits = copyFrom.Limits;
    }

    /// <summary>
    /// Gets the largest depth when reading and writing: the number of containers open at once. 0 allows no containers.
    /// </summary>
    public int MaximumObjectGraphDepth { get; private set; } = 64;

    /// <summary>
    /// Gets a value indicating whether dictionaries and sets get comparers whose hash codes an attacker cannot predict.
    /// </summary>
    public bool HashCollisionResistant { get; private set; } = true;

    /// <summary>Gets the largest decompressed size of a message in bytes (<c>lz4_limit</c>). The default for untrusted data is 64 MiB.</summary>
    public int MaximumDecompressedSize { get; private set; } = 64 * 1024 * 1024;

    /// <summary>
    /// Gets the limits against which a message is checked before it is deserialized. Null, the default: declared counts are
    /// only checked against the remaining bytes.
    /// </summary>
    public MessagePackLimits? Limits { get; private set; }

    /// <summary>Returns a copy, or this object if nothing changes, with limits for the lengths in a message.</summary>
    /// <param name="limits">The limits, or null for none. Checking them takes one more pass over the message.</param>
    /// <returns>The copy, or this object.</returns>
    public MessagePackSecurity WithLimits(MessagePackLimits? limits) =>
        With(copy => copy.Limits = limits);

    /// <summary>Returns a copy, or this object if nothing changes, with another depth limit.</summary>
    /// <param name="maximumObjectGraphDepth">The largest number of containers open at once; 0 allows no containers.</param>
    /// <returns>The copy, or this object.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The depth is negative.</exception>
    public MessagePackSecurity WithMaximumObjectGraphDepth(int maximumObjectGraphDepth)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(maximumObjectGraphDepth);
        return MaximumObjectGraphDepth == maximumObjectGraphDepth ? this : With(copy => copy.MaximumObjectGraphDepth = maximumObjectGraphDepth);
    }

    /// <summary>Returns a copy, or this object if nothing changes, with or without collision-resistant comparers.</summary>
    /// <param name="hashCollisionResistant">Whether comparers are collision-resistant.</param>
    /// <returns>The copy, or this object.</returns>
    public MessagePackSecurity WithHashCollisionResistant(bool hashCollisionResistant) =>
        HashCollisionResistant == hashCollisionResistant ? this : With(copy => copy.HashCollisionResistant = hashCollisionResistant);

    /// <summary>Returns a copy, or this object if nothing changes, with another limit for compressed messages.</summary>
    /// <param name="maximumDecompressedSize">The largest decompressed size in bytes, at least 1.</param>
    /// <returns>The copy, or this object.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The size is less than 1.</exception>
    public MessagePackSecurity WithMaximumDecompressedSize(int maximumDecompressedSize)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(maximumDecompressedSize, 1);
        return MaximumDecompressedSize == maximumDecompressedSize ? this : With(copy => copy.MaximumDecompressedSize = maximumDecompressedSize);
    }

    /// <summary>
    /// Enters a container. Formatters call it before they read the values of a container, and decrement
    /// <see cref="MessagePackReader.Depth"/> after the last one.
    /// </summary>
    /// <param name="reader">The reader.</param>
    /// <exception cref="MessagePackSerializationException"><c>too_deep</c>: the depth limit is exceeded.</exception>
    public void DepthStep(ref MessagePackReader reader) => reader.EnterDepth(MaximumObjectGraphDepth);

    /// <summary>Creates the copy that a With method changes. Derived classes override it to return an instance of themselves.</summary>
    /// <returns>The copy, or this object.</returns>
    protected virtual MessagePackSecurity Clone() => new(this);

    private MessagePackSecurity With(Action<MessagePackSecurity> change)
    {
        MessagePackSecurity copy = Clone();
        change(copy);
        return copy;
    }
}
