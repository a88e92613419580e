using System.Buffers;
using System.Text;
using Hayapack.Checking;
using Hayapack.Typeless;
using Hayapack.Untyped;

namespace Hayapack.Formatters;

/// <summary>
/// Serializes an <see cref="object"/> as a typed value: an ext 100 with the name of its type, like MessagePack-CSharp's
/// typeless mode. Null, booleans, integers, floats, strings and byte arrays are written without a name.
/// </summary>
public sealed class TypelessFormatter : IMessagePackFormatter<object?>
{
    /// <summary>The shared instance.</summary>
    public static readonly TypelessFormatter Instance = new();

    private const int LongestShown = 200;

    private TypelessFormatter()
    {
    }

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, object? value, MessagePackSerializerOptions options)
    {
        if (writer.TryWriteNil(value))
        {
            return;
        }

        TypeTableEntry entry = options.TypeTable.EntryOf(value.GetType());
        if (entry.IsBare)
        {
            if (!PrimitiveObjectFormatter.TryWriteScalar(ref writer, value))
            {
                entry.SerializerFor(writer.Written, options).Serialize(ref writer, value, options);
            }

            return;
        }

        if (writer.IsOneBuffer)
        {
            Write(ref writer, value, entry, options);
            return;
        }

        // The header contains the payload length, so it is written after the payload.
        MessagePackWriter part = writer.BeginPart();
        try
        {
            Write(ref part, value, entry, options);
            writer.EndPart(ref part);
        }
        finally
        {
            part.DropPart();
        }
    }

    /// <inheritdoc/>
    public object? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.IsNextExtension(TypedExtension.Code) ? Read(ref reader, options) : UntypedReader.Read(ref reader, options, typed: true);

    /// <summary>Reads a typed value (ext 100).</summary>
    internal static object? Read(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        long start = reader.Consumed;
        ReadOnlySequenceSegment<byte>? segment = reader.Segment;
        ReadOnlySpan<byte> name = ReadName(ref reader, options, start, out long end);
        TypeTableEntry? entry = options.TypeTable.Find(name);
        if (options.IsDerived)
        {
            entry = Decide(name, entry, options);
        }

        if (entry is null)
        {
            reader.LeaveDepth();
            reader.MoveBackTo(start, segment);
            return ReadUnknown(ref reader, options);
        }

        object? value;
        if (entry.IsObject)
        {
            // MessagePack-CSharp writes new object() as its name without a value.
            if (reader.Consumed < end)
            {
                reader.Skip();
            }

            value = new object();
        }
        else
        {
            if (reader.Consumed >= end)
            {
                TypedExtension.ThrowInvalid(start);
            }

            value = entry.SerializerFor(start, options).Deserialize(ref reader, options);
        }

        if (reader.Consumed != end)
        {
            TypedExtension.ThrowInvalid(start);
        }

        reader.LeaveDepth();
        return value;
    }

    /// <summary>Lets options of a derived class find an unknown type and refuse a known one.</summary>
    private static TypeTableEntry? Decide(ReadOnlySpan<byte> name, TypeTableEntry? entry, MessagePackSerializerOptions options)
    {
        if (entry is null && name.Length <= AssemblyQualifiedNames.MaxLength && options.LoadType(Encoding.UTF8.GetString(name)) is { } loaded)
        {
            entry = options.TypeTable.EntryOf(loaded);
        }

        if (entry is not null)
        {
            options.ThrowIfDeserializingTypeIsDisallowed(entry.Type);
        }

        return entry;
    }

    /// <summary>Reads a typed value whose type is not in the table of types as a <see cref="TypedValue"/>.</summary>
    internal static TypedValue ReadUnknown(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        MessagePackReader begin = reader;
        long start = reader.Consumed;
        ReadName(ref reader, options, start, out long end);
        reader.LeaveDepth();
        int content = (int)(reader.Consumed - start);
        using var walk = new MessageValidator(
            begin,
            new MessagePackLimits { MaximumDepth = begin.DepthLeft, TypedValues = true },
            stackalloc MessageValidator.Frame[16]);
        if (walk.Walk() is { } fault)
        {
            throw fault;
        }

        MessagePackReader text = begin;
        text.ReadExtensionFormatHeader();
        string name = text.ReadString()!;
        if (options.TypeTable.ThrowsOnUnknown)
        {
            throw MessagePackReader.Fault(MessagePackErrorNames.UnknownType, start, Missing(name) + ".");
        }

        reader = begin;
        byte[] raw = new byte[end - start];
        reader.ReadRaw(raw.Length).CopyTo(raw);
        return new TypedValue(name, raw, content);
    }

    /// <summary>Returns the beginning of a sentence: a name is not in the table of types, and how it gets there.</summary>
    internal static string Missing(string name)
    {
        if (name.Length == 0)
        {
            return "The typed value has an empty type name: register its type under the name \"\", new TypeTable().Add<T>(\"\")";
        }

        // The name without the assembly, as C# writes it; T for a name that C# writes in another way.
        string type = name.Split(',')[0].Replace('+', '.');
        bool isShort = name.Length <= LongestShown;
        return $"The table of types does not have \"{(isShort ? name : name[..LongestShown] + "…")}\": "
            + $"register its type, new TypeTable().Add<{(isShort && IsPlain(type) ? type : "T")}>()";
    }

    private static bool IsPlain(string name) => name.Split('.').All(static part =>
        part.Length > 0 && !char.IsAsciiDigit(part[0]) && part.All(static c => char.IsLetterOrDigit(c) || c == '_'));

    private static ReadOnlySpan<byte> ReadName(ref MessagePackReader reader, MessagePackSerializerOptions options, long start, out long end)
    {
        reader.EnterDepth(options);
        ExtensionHeader header = reader.ReadExtensionFormatHeader();
        end = reader.Consumed + header.Length;
        if (header.TypeCode != TypedExtension.Code || header.Length == 0
            || MessagePackCode.ToMessagePackType(reader.NextCode) != MessagePackType.String)
        {
            TypedExtension.ThrowInvalid(start);
        }

        ReadOnlySpan<byte> name = reader.ReadStringSpan();
        if (reader.Consumed > end)
        {
            TypedExtension.ThrowInvalid(start);
        }

        return name;
    }

    private static void Write(ref MessagePackWriter writer, object value, TypeTableEntry entry, MessagePackSerializerOptions options)
    {
        writer.EnterDepth(options);
        int headerSize = entry.HeaderSize;
        int start = writer.BeginExtension(headerSize);
        writer.WriteRaw(entry.NameField(options.OmitAssemblyVersion));
        if (!entry.IsObject)
        {
            entry.SerializerFor(writer.Written, options).Serialize(ref writer, value, options);
        }

        entry.HeaderSize = writer.EndExtension(start, headerSize, TypedExtension.Code);
        writer.LeaveDepth();
    }
}

/// <summary>
/// Serializes an interface or an abstract class as a typed value (ext 100), with the name of the instance's type.
/// </summary>
/// <typeparam name="T">The declared type.</typeparam>
public sealed class ForceTypelessFormatter<T> : IMessagePackFormatter<T>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options) =>
        TypelessFormatter.Instance.Serialize(ref writer, value, options);

    /// <inheritdoc/>
    public T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        long start = reader.Consumed;
        return TypelessFormatter.Instance.Deserialize(ref reader, options) switch
        {
            T value => value,
            null => default!,
            TypedValue unknown => throw MessagePackReader.Fault(
                MessagePackErrorNames.UnknownType,
                start,
                $"{TypelessFormatter.Missing(unknown.Name)}, if it is of the type {typeof(T)}."),
            object other => throw MessagePackReader.Fault(
                MessagePackErrorNames.UnexpectedType, start, $"Expected {typeof(T)}, found {other.GetType()}."),
        };
    }
}
