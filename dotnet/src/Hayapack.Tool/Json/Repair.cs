using System.Buffers;
using System.Buffers.Binary;
using System.Text;
using System.Text.Unicode;

namespace Hayapack.Tool;

/// <summary>What to do with a str that is not UTF-8.</summary>
internal enum InvalidText
{
    Fail,
    Bytes,
    Replace,
}

/// <summary>
/// Rewrites values with text that is not UTF-8, as bin or with U+FFFD, so that the code that reads them needs no special case.
/// </summary>
internal static class Repair
{
    /// <summary>Returns the value, rewritten if it has text that is not UTF-8.</summary>
    /// <exception cref="StopException">The value has another error in its content.</exception>
    internal static Part Of(in Part part, InvalidText how)
    {
        if (how == InvalidText.Fail)
        {
            return part;
        }

        if (Checks.FirstFault(part.Data, part.Data, part.MaximumDepth) is null)
        {
            return part;
        }

        ReadOnlySpan<byte> data = part.Data.Span;
        byte[] masked = data.ToArray();
        var rewritten = new ArrayBufferWriter<byte>(data.Length + 64);
        var writer = new MessagePackWriter(rewritten);
        using var inspector = new MessageInspector(data, Checks.Limits(Checks.MaximumDepth), MessageInspectorOptions.StructureOnly);
        int done = 0;
        while (inspector.Read())
        {
            int body = (int)inspector.Offset + inspector.Header.Length;
            int end = (int)inspector.End;
            if (inspector.Header.Type == MessagePackType.String && !Utf8.IsValid(data[body..end]))
            {
                writer.WriteRaw(data[done..(int)inspector.Offset]);
                Write(ref writer, data[body..end], how);
                masked.AsSpan(body..end).Fill((byte)'?');
                done = end;
            }
        }

        writer.WriteRaw(data[done..]);
        writer.Flush();
        if (Checks.FirstFault(masked, part.Data, part.MaximumDepth) is { } fault)
        {
            throw part.Blame(fault.Text, fault.Offset, fault.Path);
        }

        return part with { Data = rewritten.WrittenMemory };
    }

    /// <summary>Returns the whole encoded value, rewritten if it is a str that is not UTF-8.</summary>
    internal static byte[] Of(Huge huge, InvalidText how)
    {
        long size = huge.Header.Length + (long)huge.Head.PayloadLength;
        if (size > Array.MaxLength)
        {
            throw new StopException($"byte {huge.Offset}: a value of {size} bytes; at most {Array.MaxLength} can be shown");
        }

        byte[] data = new byte[size];
        huge.Header.CopyTo(data, 0);
        int at = huge.Header.Length;
        foreach (ReadOnlyMemory<byte> piece in huge.Pieces)
        {
            piece.CopyTo(data.AsMemory(at));
            at += piece.Length;
        }

        Span<byte> text = data.AsSpan(huge.Header.Length);
        if (how == InvalidText.Fail || huge.Head.Type != MessagePackType.String || Utf8.IsValid(text))
        {
            return data;
        }

        if (how == InvalidText.Bytes)
        {
            data[0] = MessagePackCode.Bin32;
            return data;
        }

        byte[] replaced = Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(text));
        byte[] header = [MessagePackCode.Str32, 0, 0, 0, 0];
        BinaryPrimitives.WriteInt32BigEndian(header.AsSpan(1), replaced.Length);
        return [.. header, .. replaced];
    }

    private static void Write(ref MessagePackWriter writer, ReadOnlySpan<byte> text, InvalidText how)
    {
        if (how == InvalidText.Bytes)
        {
            writer.Write(text);
        }
        else
        {
            writer.Write(Encoding.UTF8.GetString(text));
        }
    }
}
