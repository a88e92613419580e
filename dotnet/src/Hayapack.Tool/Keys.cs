using System.Text;

namespace Hayapack.Tool;

/// <summary>The components of paths that lead through keys. Other than in the library's errors, bin keys are named: <c>[b"name"]</c>.</summary>
internal static class Keys
{
    /// <summary>Returns the component for the value of a map entry; see <see cref="MessagePackPath.ComponentOf"/>.</summary>
    /// <param name="key">The entry's key: one complete value. Bytes after it are ignored.</param>
    /// <param name="entry">The number of the entry in the map, from 0.</param>
    internal static string ComponentOf(ReadOnlySpan<byte> key, long entry)
    {
        if (MessagePackCode.ToMessagePackType(key[0]) != MessagePackType.Binary)
        {
            return MessagePackPath.ComponentOf(key, entry);
        }

        // The same bytes as a str: .name or ["a name"].
        MessagePackHeader.TryRead(key, out MessagePackHeader head);
        byte[] text = [MessagePackCode.Str32, 0, 0, 0, 0, .. key.Slice(head.Length, (int)head.PayloadLength)];
        System.Buffers.Binary.BinaryPrimitives.WriteUInt32BigEndian(text.AsSpan(1), head.PayloadLength);
        string component = MessagePackPath.ComponentOf(text, entry);
        return $"[b\"{(component[0] == '.' ? component[1..] : component[2..^2])}\"]";
    }

    /// <summary>Returns what is equal for equal keys of a map; null for keys that are not compared.</summary>
    internal static string? IdentityOf(ReadOnlySpan<byte> key, MessagePackHeader head) => head.Type switch
    {
        MessagePackType.String => "s" + Encoding.Latin1.GetString(key[^(int)head.PayloadLength..]),
        MessagePackType.Binary => "b" + Encoding.Latin1.GetString(key[^(int)head.PayloadLength..]),
        MessagePackType.Integer => "i" + Shown.Integer(key),
        _ => null,
    };
}
