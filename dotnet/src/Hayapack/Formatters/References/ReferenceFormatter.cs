using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;

namespace Hayapack.Formatters;

/// <summary>
/// Writes an object that occurs several times in a message once, as [id, object], and elsewhere as its id, an ext 92 of 1, 2 or 4
/// bytes. Reads both. An array of two whose first element is an id is a definition if the id is new: otherwise it is an array
/// that begins with a reference.
/// </summary>
/// <param name="inner">The formatter of the object.</param>
/// <param name="isTracked">Whether the type is a class; otherwise only the objects inside of it have ids.</param>
internal sealed class ReferenceFormatter<T>(IMessagePackFormatter<T> inner, bool isTracked) : IMessagePackFormatter<T>
{
    /// <summary>Whether the type has no public constructor without parameters, as far as an attempt has shown.</summary>
    private static bool hasNoConstructor;

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options)
    {
        if (options.References is WrittenReferences known)
        {
            Write(ref writer, value, options, known);
            return;
        }

        var references = new WrittenReferences();
        options = options.WithReferences(references);
        MessagePackWriter counting = writer.Clone(new DiscardingOutput());
        try
        {
            Write(ref counting, value, options, references);
        }
        catch (Exception)
        {
            // Happens again, where the message has an offset and a path for it.
        }

        references.StopCounting();
        Write(ref writer, value, options, references);
    }

    /// <inheritdoc/>
    public T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (options.References is not ReadReferences references)
        {
            references = new ReadReferences();
            options = options.WithReferences(references);
        }

        uint? expected = references.TakeExpected();
        if (!isTracked)
        {
            return inner.Deserialize(ref reader, options);
        }

        long offset = reader.Consumed;
        MessagePackType type = reader.NextMessagePackType;
        if (type == MessagePackType.Extension && IsId(reader))
        {
            return references.Get<T>(ReadId(ref reader), offset);
        }

        if (type == MessagePackType.Array && IsDefinition(reader, out uint defined) && references.TryDefine(defined, offset))
        {
            return Define(ref reader, options, references, defined);
        }

        return expected is { } id ? Read(ref reader, options, references, id) : inner.Deserialize(ref reader, options);
    }

    private void Write(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options, WrittenReferences references)
    {
        if (value is null || !isTracked)
        {
            inner.Serialize(ref writer, value, options);
            return;
        }

        switch (references.Enter(value, typeof(T), out int id))
        {
            case WrittenReferences.Form.Plain:
                inner.Serialize(ref writer, value, options);
                references.Leave();
                break;
            case WrittenReferences.Form.Definition:
                writer.EnterDepth(options);
                writer.WriteArrayHeader(2);
                WriteId(ref writer, id);
                inner.Serialize(ref writer, value, options);
                references.Leave();
                writer.LeaveDepth();
                break;
            default:
                WriteId(ref writer, id);
                break;
        }
    }

    private static void WriteId(ref MessagePackWriter writer, int id)
    {
        if (id <= byte.MaxValue)
        {
            writer.WriteExtensionFormatHeader(new ExtensionHeader(MessageReferences.Code, 1));
            writer.WriteRaw([(byte)id]);
        }
        else
        {
            writer.WriteExtensionFormatHeader(new ExtensionHeader(MessageReferences.Code, 2));
            writer.WriteRaw([(byte)(id >> 8), (byte)id]);
        }
    }

    private static uint ReadId(ref MessagePackReader reader)
    {
        long offset = reader.Consumed;
        ExtensionHeader header = reader.ReadExtensionFormatHeader();
        ReadOnlySpan<byte> id = reader.TakeSpan(header.Length, offset);
        return header.Length switch
        {
            1 => id[0],
            2 => BinaryPrimitives.ReadUInt16BigEndian(id),
            _ => BinaryPrimitives.ReadUInt32BigEndian(id),
        };
    }

    private static bool IsId(MessagePackReader ahead) =>
        ahead.TryReadExtensionFormatHeader(out ExtensionHeader header) && header is { TypeCode: MessageReferences.Code, Length: 1 or 2 or 4 };

    private static bool IsDefinition(MessagePackReader ahead, out uint id)
    {
        bool isDefinition = ahead.ReadArrayHeader() == 2 && ahead.NextMessagePackType == MessagePackType.Extension && IsId(ahead);
        id = isDefinition ? ReadId(ref ahead) : 0;
        return isDefinition;
    }

    private T Define(ref MessagePackReader reader, MessagePackSerializerOptions options, ReadReferences references, uint id)
    {
        reader.EnterDepth(options);
        reader.ReadArrayHeader();
        ReadId(ref reader);
        if (typeof(T).IsAbstract)
        {
            references.Expect(id); // by the formatter of the class
        }

        T value = Read(ref reader, options, references, id);
        references.TakeExpected();
        reader.LeaveDepth();
        return value;
    }

    /// <summary>Reads an object with an id. Its members may refer to it if it can be made before they are read.</summary>
    private T Read(ref MessagePackReader reader, MessagePackSerializerOptions options, ReadReferences references, uint id)
    {
        long offset = reader.Consumed;
        T? value;
        if (inner is IMessagePackPopulatingFormatter<T> populating && reader.NextMessagePackType != MessagePackType.Nil && TryCreate(out value))
        {
            references.Set(id, value!);
            populating.Populate(ref reader, ref value!, options);
        }
        else
        {
            value = inner.Deserialize(ref reader, options);
        }

        if (value is null)
        {
            MessagePackReader.ThrowInvalidValue(offset, "Nil has an id.");
        }

        references.Complete(id, value!, offset);
        return value!;
    }

    [UnconditionalSuppressMessage("Trimming", "IL2091", Justification = "A formatter that can populate an object calls the constructor, too; without it the object is made after its members.")]
    private static bool TryCreate([NotNullWhen(true)] out T? value)
    {
        value = default;
        if (typeof(T).IsAbstract || hasNoConstructor)
        {
            return false;
        }

        try
        {
            value = Activator.CreateInstance<T>();
        }
        catch (MissingMethodException)
        {
            hasNoConstructor = true;
        }

        return value is not null;
    }
}
