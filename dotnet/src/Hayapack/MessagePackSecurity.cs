using Hayapack.Hashing;

namespace Hayapack;

/// <summary>Limits for what is read. Immutable; the With methods give changed copies.</summary>
public class MessagePackSecurity
{
    /// <summary>For data from a trusted source: depth 500, and dictionaries with their usual comparers.</summary>
    public static readonly MessagePackSecurity TrustedData = new() { MaximumObjectGraphDepth = 500, HashCollisionResistant = false };

    /// <summary>The default, for data from anywhere: depth 64, and dictionaries that colliding keys do not slow down.</summary>
    public static readonly MessagePackSecurity UntrustedData = new();

    private MessagePackSecurity()
    {
    }

    /// <summary>Initializes a new instance of the <see cref="MessagePackSecurity"/> class.</summary>
    /// <param name="copyFrom">What to copy.</param>
    protected MessagePackSecurity(MessagePackSecurity copyFrom)
    {
        ArgumentNullException.ThrowIfNull(copyFrom);
        MaximumObjectGraphDepth = copyFrom.MaximumObjectGraphDepth;
        HashCollisionResistant = copyFrom.HashCollisionResistant;
        MaximumDecompressedSize = copyFrom.MaximumDecompressedSize;
        Limits = copyFrom.Limits;
    }

    /// <summary>Gets how many containers may be open at once, reading and writing.</summary>
    public int MaximumObjectGraphDepth { get; private init; } = 64;

    /// <summary>Gets a value indicating whether dictionaries and sets get comparers that an attacker cannot make collide.</summary>
    public bool HashCollisionResistant { get; private init; } = true;

    /// <summary>Gets how many bytes a compressed message may hold.</summary>
    public int MaximumDecompressedSize { get; private init; } = 64 * 1024 * 1024;

    /// <summary>
    /// Gets the limits that a message is checked against before anything of it is read, or null: a declared count is then
    /// limited by the remaining bytes alone.
    /// </summary>
    public MessagePackLimits? Limits { get; private init; }

    /// <summary>Gives a copy that checks the lengths in a message before anything of it is read.</summary>
    /// <param name="limits">The limits, or null for none. The check passes over the message once.</param>
    /// <returns>The copy.</returns>
    public MessagePackSecurity WithLimits(MessagePackLimits? limits) => new(this) { Limits = limits };

    /// <summary>Gives a copy with another depth limit.</summary>
    /// <param name="maximumObjectGraphDepth">0 for none.</param>
    /// <returns>The copy.</returns>
    public MessagePackSecurity WithMaximumObjectGraphDepth(int maximumObjectGraphDepth)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(maximumObjectGraphDepth);
        return new MessagePackSecurity(this) { MaximumObjectGraphDepth = maximumObjectGraphDepth };
    }

    /// <summary>Gives a copy with or without collision-resistant comparers.</summary>
    /// <param name="hashCollisionResistant">Whether comparers resist.</param>
    /// <returns>The copy.</returns>
    public MessagePackSecurity WithHashCollisionResistant(bool hashCollisionResistant) =>
        new(this) { HashCollisionResistant = hashCollisionResistant };

    /// <summary>Gives a copy with another limit for compressed messages.</summary>
    /// <param name="maximumDecompressedSize">In bytes, at least 1.</param>
    /// <returns>The copy.</returns>
    public MessagePackSecurity WithMaximumDecompressedSize(int maximumDecompressedSize)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(maximumDecompressedSize, 1);
        return new MessagePackSecurity(this) { MaximumDecompressedSize = maximumDecompressedSize };
    }

    /// <summary>Gives the comparer for the keys of a dictionary or the items of a set.</summary>
    /// <typeparam name="T">The key's type.</typeparam>
    /// <returns>The comparer.</returns>
    /// <exception cref="MessagePackSerializationException">No resistant comparer is known for the type.</exception>
    public IEqualityComparer<T> GetEqualityComparer<T>() =>
        HashCollisionResistant ? GetHashCollisionResistantEqualityComparer<T>() : EqualityComparer<T>.Default;

    /// <summary>
    /// Enters a container: call it before reading the values of one, and take one from
    /// <see cref="MessagePackReader.Depth"/> after the last.
    /// </summary>
    /// <param name="reader">The reader.</param>
    /// <exception cref="MessagePackSerializationException"><c>too_deep</c>.</exception>
    public void DepthStep(ref MessagePackReader reader) => reader.EnterDepth(MaximumObjectGraphDepth);

    /// <summary>Gives the comparer for keys that somebody else chose.</summary>
    /// <typeparam name="T">The key's type.</typeparam>
    /// <returns>The comparer.</returns>
    /// <exception cref="MessagePackSerializationException">No resistant comparer is known for the type.</exception>
    protected virtual IEqualityComparer<T> GetHashCollisionResistantEqualityComparer<T>() =>
        KeyedComparers.For<T>() ?? throw new MessagePackSerializationException(
            MessagePackErrorNames.InvalidKey,
            -1,
            $"No comparer that resists colliding keys is known for {typeof(T)}: derive from MessagePackSecurity, or use MessagePackSecurity.TrustedData.");
}
