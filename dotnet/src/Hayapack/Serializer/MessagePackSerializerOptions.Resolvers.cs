using System.ComponentModel;
using System.Runtime.CompilerServices;
using Hayapack.Formatters;
using Hayapack.Registry;
using Hayapack.Resolvers;

namespace Hayapack;

// What names resolvers, caches and the table of types; the settings themselves are in Contracts.
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

    /// <summary>Gets the table that maps the names in typed values (ext 100) to types.</summary>
    public TypeTable TypeTable { get; private set; } = TypeTable.Framework;

    /// <summary>Gets a value indicating whether <see cref="object"/> is read and written as typed values (ext 100).</summary>
    internal bool UsesTypedValues =>
        IsTypeless || (!IsStandard && Resolver.GetFormatter<object?>() is TypelessFormatter);

    /// <summary>Returns a copy with another table of types.</summary>
    /// <param name="typeTable">The table. It cannot be changed after its first use.</param>
    /// <returns>The copy.</returns>
    public MessagePackSerializerOptions WithTypeTable(TypeTable typeTable)
    {
        ArgumentNullException.ThrowIfNull(typeTable);
        return With(copy => copy.TypeTable = typeTable);
    }

    /// <summary>Gets a value indicating whether the options are of a derived class, which can override the methods for types.</summary>
    internal bool IsDerived { get; private set; }

    /// <summary>
    /// Returns the type of a name in a message that <see cref="TypeTable"/> does not have. This one returns null, so a name
    /// loads no type; an override decides which types a message may name.
    /// </summary>
    /// <param name="typeName">The name as in the message, from any source.</param>
    /// <returns>The type, or null if it is unknown.</returns>
    public virtual Type? LoadType(string typeName) => null;

    /// <summary>
    /// Throws for a type named in a message that may not be deserialized: calls
    /// <see cref="ThrowIfDeserializingTypeIsDisallowedCore"/> for the type, its element type and its type arguments.
    /// </summary>
    /// <param name="type">The type.</param>
    public virtual void ThrowIfDeserializingTypeIsDisallowed(Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        ThrowIfDeserializingTypeIsDisallowedCore(type);
        if (type.GetElementType() is { } element)
        {
            ThrowIfDeserializingTypeIsDisallowed(element);
        }

        foreach (Type argument in type.GenericTypeArguments)
        {
            ThrowIfDeserializingTypeIsDisallowed(argument);
        }
    }

    /// <summary>Throws for a type that may not be deserialized. This one never throws; the types come from <see cref="TypeTable"/>.</summary>
    /// <param name="type">The type.</param>
    protected virtual void ThrowIfDeserializingTypeIsDisallowedCore(Type type)
    {
    }

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
