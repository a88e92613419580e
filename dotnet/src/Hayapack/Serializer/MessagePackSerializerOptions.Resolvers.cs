using System.ComponentModel;
using System.Runtime.CompilerServices;
using Hayapack.Formatters;
using Hayapack.Registry;
using Hayapack.Resolvers;

namespace Hayapack;

// What names resolvers and caches; the settings themselves are in Contracts.
public partial class MessagePackSerializerOptions
{
    /// <summary>Initializes a new instance of the <see cref="MessagePackSerializerOptions"/> class.</summary>
    /// <param name="copyFrom">The options to copy.</param>
    protected MessagePackSerializerOptions(MessagePackSerializerOptions copyFrom)
    {
        ArgumentNullException.ThrowIfNull(copyFrom);
        Resolver = copyFrom.Resolver;
        Security = copyFrom.Security;
        Compression = copyFrom.Compression;
        CompressionMinLength = copyFrom.CompressionMinLength;
        CompressionMaxDegreeOfParallelism = copyFrom.CompressionMaxDegreeOfParallelism;
        CompressionAcceleration = copyFrom.CompressionAcceleration;
        SuggestedContiguousMemorySize = copyFrom.SuggestedContiguousMemorySize;
        UnlistedUnionTypes = copyFrom.UnlistedUnionTypes;
        ErrorLimit = copyFrom.ErrorLimit;
        StreamFlushThreshold = copyFrom.StreamFlushThreshold;
        NumberHandling = copyFrom.NumberHandling;
        ReferenceHandler = copyFrom.ReferenceHandler;
        References = copyFrom.References;
        withReferences = copyFrom.withReferences;
        TypeTable = copyFrom.TypeTable;
        OmitAssemblyVersion = copyFrom.OmitAssemblyVersion;
        AllowAssemblyVersionMismatch = copyFrom.AllowAssemblyVersionMismatch;
        SequencePool = copyFrom.SequencePool;
        OldSpec = copyFrom.OldSpec;
        ObjectCreationHandling = copyFrom.ObjectCreationHandling;
        OmitDefaults = copyFrom.OmitDefaults;
        UnmappedMemberHandling = copyFrom.UnmappedMemberHandling;
        withMemberRules = copyFrom.withMemberRules;
        SetDerived();
    }

    /// <summary>Gets the default options: <see cref="StandardResolver"/>, the limits for untrusted data, no compression.</summary>
    public static MessagePackSerializerOptions Standard { get; } = new(StandardResolver.Instance);

    /// <summary>Gets a value indicating whether the options are of a derived class, which can override the methods for types.</summary>
    internal bool IsDerived { get; private set; }

    /// <summary>
    /// Finds a formatter. With <see cref="StandardResolver"/> this is one load from a static field. For generated code.
    /// </summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <returns>The formatter.</returns>
    /// <exception cref="MessagePackSerializationException"><c>unsupported_type</c>: the type has no formatter.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public IMessagePackFormatter<T> GetFormatter<T>() =>
        IsStandard && FormatterCache<T>.Formatter is { } formatter ? formatter : FindFormatter<T>();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private IMessagePackFormatter<T> FindFormatter<T>() =>
        IsTypeless && TypelessCache<T>.Formatter is { } formatter ? formatter : Resolver.GetFormatterWithVerify<T>();

    /// <summary>
    /// Returns a copy with which an object that occurs several times is written once, and elsewhere as a reference. Only options with
    /// it read such messages.
    /// </summary>
    /// <param name="referenceHandler"><see cref="System.Text.Json.Serialization.ReferenceHandler.Preserve"/>, or null.</param>
    /// <returns>The copy.</returns>
    /// <exception cref="ArgumentOutOfRangeException">Another handler.</exception>
    public MessagePackSerializerOptions WithReferenceHandler(System.Text.Json.Serialization.ReferenceHandler? referenceHandler)
    {
        if (referenceHandler is not null && referenceHandler != System.Text.Json.Serialization.ReferenceHandler.Preserve)
        {
            throw new ArgumentOutOfRangeException(nameof(referenceHandler), referenceHandler, "Only ReferenceHandler.Preserve is known.");
        }

        return With(copy =>
        {
            copy.ReferenceHandler = referenceHandler;
            copy.withReferences = referenceHandler is null ? null : ReferenceResolver.Of;
        });
    }

    /// <summary>Sets what follows from the settings.</summary>
    private void SetDerived()
    {
        Resolver = MemberRulesResolver.Without(ReferenceResolver.Without(Resolver));
        if (withMemberRules is not null)
        {
            Resolver = withMemberRules(Resolver);
        }

        if (withReferences is not null)
        {
            Resolver = withReferences(Resolver);
        }

        IsDerived = GetType() != typeof(MessagePackSerializerOptions);
        IsTypeless = Resolver is TypelessContractlessStandardResolver;

        // Code that writes members directly uses the current format, so the old one must go through the writer.
        IsStandard = ReferenceEquals(Resolver, StandardResolver.Instance) && OldSpec != true;
        MaximumDepth = Security.MaximumObjectGraphDepth;
        Limits = Security.Limits;
    }
}
