using System.Runtime.CompilerServices;
using System.Text;
using Hayapack.Registry;

namespace Hayapack.Typeless;

/// <summary>The entry of one type in a <see cref="TypeTable"/>: its names and its serializer. Thread-safe.</summary>
internal sealed class TypeTableEntry
{
    private readonly Type type;

    /// <summary>The type whose name is written: another one for a collection that cannot be read by its own name.</summary>
    private readonly Type named;
    private readonly string? name;
    private TypedSerializer? serializer;
    private byte[]? fullName;
    private byte[]? shortName;

    /// <summary>Initializes a new instance of the <see cref="TypeTableEntry"/> class.</summary>
    /// <param name="type">The type.</param>
    /// <param name="name">The name to write, or null for the assembly-qualified name.</param>
    /// <param name="serializer">The serializer, or null to find it at the first use.</param>
    internal TypeTableEntry(Type type, string? name, TypedSerializer? serializer)
    {
        this.type = type;
        named = (name is null ? TypeAccess.FindNamed(type) : null) ?? type;
        this.name = name;
        this.serializer = serializer;
        IsObject = type == typeof(object);
        IsBare = name is null && HasNoName(type);
    }

    /// <summary>Gets the type.</summary>
    internal Type Type => type;

    /// <summary>Gets a value indicating whether values of this type are written without a name.</summary>
    internal bool IsBare { get; }

    /// <summary>Gets a value indicating whether the type is <see cref="object"/>, which is written as a name without a value.</summary>
    internal bool IsObject { get; }

    /// <summary>Gets or sets the size in bytes of the last header written, the estimate for the next one.</summary>
    internal int HeaderSize { get; set; } = 3;

    internal TypedSerializer SerializerFor(long offset, MessagePackSerializerOptions options)
    {
        if (serializer is null)
        {
            serializer = TypeAccess.Find(type);
            if (serializer is null)
            {
                MessagePackSerializationException missing = FormatterResolverExtensions.Missing(type, options.Resolver);
                missing.Offset = offset;
                throw missing;
            }
        }

        return serializer;
    }

    /// <summary>Returns the name as an encoded str.</summary>
    internal ReadOnlySpan<byte> NameField(bool omitVersion) => omitVersion
        ? shortName ??= Field(name ?? AssemblyQualifiedNames.WithoutVersions(named.AssemblyQualifiedName!))
        : fullName ??= Field(name ?? named.AssemblyQualifiedName!);

    private static byte[] Field(string name)
    {
        var field = new byte[MessagePackPrimitives.MaxHeaderSize + Encoding.UTF8.GetMaxByteCount(name.Length)];
        int size = Encoding.UTF8.GetByteCount(name);
        int header = MessagePackPrimitives.WriteStringHeader(ref field[0], (uint)size);
        Encoding.UTF8.GetBytes(name, field.AsSpan(header));
        return field[..(header + size)];
    }

    private static bool HasNoName(Type type) => Type.GetTypeCode(type) switch
    {
        TypeCode.Boolean or (>= TypeCode.SByte and <= TypeCode.Double) => !type.IsEnum,
        TypeCode.String => true,
        TypeCode.Object => type == typeof(byte[]) || type == typeof(TypedValue) || type == typeof(Nil)
            || type == typeof(ExtensionResult) || type == typeof(MessagePackValue) || IsAnonymous(type),
        _ => false,
    };

    private static bool IsAnonymous(Type type) =>
        type.Name.Contains("AnonymousType", StringComparison.Ordinal) && type.IsDefined(typeof(CompilerGeneratedAttribute), false);
}
