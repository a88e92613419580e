using System.ComponentModel;
using System.Runtime.CompilerServices;
using Hayapack.Formatters;
using Hayapack.Registry;
using Hayapack.Resolvers;

namespace Hayapack;

/// <summary>How values are written and read. Immutable and thread-safe; the With methods give changed copies.</summary>
public class MessagePackSerializerOptions
{
    /// <summary>Initializes a new instance of the <see cref="MessagePackSerializerOptions"/> class.</summary>
    /// <param name="resolver">Finds formatters.</param>
    public MessagePackSerializerOptions(IFormatterResolver resolver)
    {
        ArgumentNullException.ThrowIfNull(resolver);
        Resolver = resolver;
        Security = MessagePackSecurity.UntrustedData;
        SetDerived();
    }

    /// <summary>Initializes a new instance of the <see cref="MessagePackSerializerOptions"/> class.</summary>
    /// <param name="copyFrom">What to copy.</param>
    protected MessagePackSerializerOptions(MessagePackSerializerOptions copyFrom)
    {
        ArgumentNullException.ThrowIfNull(copyFrom);
        Resolver = copyFrom.Resolver;
        Security = copyFrom.Security;
        Compression = copyFrom.Compression;
        CompressionMinLength = copyFrom.CompressionMinLength;
        SuggestedContiguousMemorySize = copyFrom.SuggestedContiguousMemorySize;
        TypeTable = copyFrom.TypeTable;
        OmitAssemblyVersion = copyFrom.OmitAssemblyVersion;
        OldSpec = copyFrom.OldSpec;
        SetDerived();
    }

    /// <summary>Gets the options with which <see cref="StandardResolver"/> and the default limits work.</summary>
    public static MessagePackSerializerOptions Standard { get; } = new(StandardResolver.Instance);

    /// <summary>Gets the resolver.</summary>
    public IFormatterResolver Resolver { get; private set; }

    /// <summary>Gets the limits.</summary>
    public MessagePackSecurity Security { get; private set; }

    /// <summary>Gets how messages are compressed.</summary>
    public MessagePackCompression Compression { get; private set; }

    /// <summary>Gets the length in bytes from which on messages are compressed.</summary>
    public int CompressionMinLength { get; private set; } = 64;

    /// <summary>Gets the size in bytes of the first piece of memory into which a stream is read; longer messages make it grow.</summary>
    public int SuggestedContiguousMemorySize { get; private set; } = 1024 * 1024;

    /// <summary>Gets the types that names in typed values (ext 100) stand for.</summary>
    public TypeTable TypeTable { get; private set; } = TypeTable.Framework;

    /// <summary>
    /// Gets a value indicating whether names of types are written without version, culture and public key token:
    /// <c>Shop.Order, Shop</c>. They are read with and without.
    /// </summary>
    public bool OmitAssemblyVersion { get; private set; }

    /// <summary>
    /// Gets a value indicating whether values are written in the format before 2013, without str8, bin and timestamps;
    /// null keeps <see cref="MessagePackWriter.OldSpec"/> as it is. Both formats are always read.
    /// </summary>
    public bool? OldSpec { get; private set; }

    /// <summary>
    /// Gets a value indicating whether formatters come from <see cref="StandardResolver"/>: generated code may then
    /// write members of built-in types itself, and call the formatters that it knows. For generated code.
    /// </summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public bool IsStandard { get; private set; }

    /// <summary>Gets a value indicating whether formatters come from <see cref="TypelessContractlessStandardResolver"/>.</summary>
    internal bool IsTypeless { get; private set; }

    /// <summary>Gets <see cref="MessagePackSecurity.MaximumObjectGraphDepth"/>.</summary>
    internal int MaximumDepth { get; private set; }

    /// <summary>Gets <see cref="MessagePackSecurity.Limits"/>.</summary>
    internal MessagePackLimits? Limits { get; private set; }

    /// <summary>Gives a copy with another resolver.</summary>
    /// <param name="resolver">The resolver.</param>
    /// <returns>The copy.</returns>
    public MessagePackSerializerOptions WithResolver(IFormatterResolver resolver)
    {
        ArgumentNullException.ThrowIfNull(resolver);
        MessagePackSerializerOptions copy = Clone();
        copy.Resolver = resolver;
        copy.SetDerived();
        return copy;
    }

    /// <summary>Gives a copy with other limits.</summary>
    /// <param name="security">The limits.</param>
    /// <returns>The copy.</returns>
    public MessagePackSerializerOptions WithSecurity(MessagePackSecurity security)
    {
        ArgumentNullException.ThrowIfNull(security);
        MessagePackSerializerOptions copy = Clone();
        copy.Security = security;
        copy.SetDerived();
        return copy;
    }

    /// <summary>Gives a copy with another compression.</summary>
    /// <param name="compression">
    /// The form in which messages are written. With any but None, both forms and plain messages are read.
    /// </param>
    /// <returns>The copy.</returns>
    public MessagePackSerializerOptions WithCompression(MessagePackCompression compression)
    {
        if (compression is < MessagePackCompression.None or > MessagePackCompression.Lz4BlockArray)
        {
            throw new ArgumentOutOfRangeException(nameof(compression));
        }

        MessagePackSerializerOptions copy = Clone();
        copy.Compression = compression;
        return copy;
    }

    /// <summary>Gives a copy with another least length for compression.</summary>
    /// <param name="compressionMinLength">In bytes, at least 1; shorter messages stay plain.</param>
    /// <returns>The copy.</returns>
    public MessagePackSerializerOptions WithCompressionMinLength(int compressionMinLength)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(compressionMinLength, 1);
        MessagePackSerializerOptions copy = Clone();
        copy.CompressionMinLength = compressionMinLength;
        return copy;
    }

    /// <summary>Gives a copy that begins to read streams into memory of another size.</summary>
    /// <param name="suggestedContiguousMemorySize">In bytes, at least 256.</param>
    /// <returns>The copy.</returns>
    public MessagePackSerializerOptions WithSuggestedContiguousMemorySize(int suggestedContiguousMemorySize)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(suggestedContiguousMemorySize, 256);
        MessagePackSerializerOptions copy = Clone();
        copy.SuggestedContiguousMemorySize = suggestedContiguousMemorySize;
        return copy;
    }

    /// <summary>Gives a copy with another table of types.</summary>
    /// <param name="typeTable">The types; it cannot be changed after its first use.</param>
    /// <returns>The copy.</returns>
    public MessagePackSerializerOptions WithTypeTable(TypeTable typeTable)
    {
        ArgumentNullException.ThrowIfNull(typeTable);
        MessagePackSerializerOptions copy = Clone();
        copy.TypeTable = typeTable;
        return copy;
    }

    /// <summary>Gives a copy that writes names of types with or without version, culture and public key token.</summary>
    /// <param name="omitAssemblyVersion">Whether they are left out.</param>
    /// <returns>The copy.</returns>
    public MessagePackSerializerOptions WithOmitAssemblyVersion(bool omitAssemblyVersion)
    {
        MessagePackSerializerOptions copy = Clone();
        copy.OmitAssemblyVersion = omitAssemblyVersion;
        return copy;
    }

    /// <summary>Gives a copy that writes the format before 2013, or the current one.</summary>
    /// <param name="oldSpec">The value of <see cref="OldSpec"/>.</param>
    /// <returns>The copy, or these options where nothing changes.</returns>
    public MessagePackSerializerOptions WithOldSpec(bool? oldSpec = true)
    {
        if (OldSpec == oldSpec)
        {
            return this;
        }

        MessagePackSerializerOptions copy = Clone();
        copy.OldSpec = oldSpec;
        copy.SetDerived();
        return copy;
    }

    /// <summary>
    /// Finds a formatter: with <see cref="StandardResolver"/> by one load from a static field. For generated code.
    /// </summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <returns>The formatter.</returns>
    /// <exception cref="MessagePackSerializationException"><c>unsupported_type</c>.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public IMessagePackFormatter<T> GetFormatter<T>() =>
        IsStandard && FormatterCache<T>.Formatter is { } formatter ? formatter : FindFormatter<T>();

    /// <summary>Makes the copy that a With method then changes; a derived class returns one of its own.</summary>
    /// <returns>The copy.</returns>
    protected virtual MessagePackSerializerOptions Clone() => new(this);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private IMessagePackFormatter<T> FindFormatter<T>() =>
        IsTypeless && TypelessCache<T>.Formatter is { } formatter ? formatter : Resolver.GetFormatterWithVerify<T>();

    private void SetDerived()
    {
        IsTypeless = Resolver is TypelessContractlessStandardResolver;

        // Generated code writes the current format; with the old one every value goes through the writer.
        IsStandard = ReferenceEquals(Resolver, StandardResolver.Instance) && OldSpec != true;
        MaximumDepth = Security.MaximumObjectGraphDepth;
        Limits = Security.Limits;
    }
}
