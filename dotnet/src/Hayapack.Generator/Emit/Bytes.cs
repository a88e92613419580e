using System.Text;

namespace Hayapack.Generator.Emit;

/// <summary>Encodes headers and keys, which are constants in generated code.</summary>
internal static class Bytes
{
    /// <summary>Returns the header of an array or map.</summary>
    public static IEnumerable<byte> Header(uint count, bool map) => count switch
    {
        <= 15 => new[] { (byte)((map ? 0x80u : 0x90u) | count) },
        <= ushort.MaxValue => new byte[] { (byte)(map ? 0xde : 0xdc), (byte)(count >> 8), (byte)count },
        _ => new byte[] { (byte)(map ? 0xdf : 0xdd), (byte)(count >> 24), (byte)(count >> 16), (byte)(count >> 8), (byte)count },
    };

    /// <summary>Returns a str with its header.</summary>
    public static IEnumerable<byte> Text(string text)
    {
        byte[] utf8 = Utf8(text);
        int length = utf8.Length;
        byte[] header = length switch
        {
            <= 31 => new[] { (byte)(0xa0 | length) },
            <= byte.MaxValue => new byte[] { 0xd9, (byte)length },
            <= ushort.MaxValue => new byte[] { 0xda, (byte)(length >> 8), (byte)length },
            _ => new byte[] { 0xdb, (byte)(length >> 24), (byte)(length >> 16), (byte)(length >> 8), (byte)length },
        };
        return header.Concat(utf8);
    }

    /// <summary>Returns an integer in its shortest form.</summary>
    public static IEnumerable<byte> Integer(int value) => value switch
    {
        >= 0 and <= 127 => new[] { (byte)value },
        >= -32 and < 0 => new[] { (byte)value },
        >= 0 and <= byte.MaxValue => new byte[] { 0xcc, (byte)value },
        >= 0 and <= ushort.MaxValue => new byte[] { 0xcd, (byte)(value >> 8), (byte)value },
        >= 0 => new byte[] { 0xce, (byte)(value >> 24), (byte)(value >> 16), (byte)(value >> 8), (byte)value },
        >= sbyte.MinValue => new byte[] { 0xd0, (byte)value },
        >= short.MinValue => new byte[] { 0xd1, (byte)(value >> 8), (byte)value },
        _ => new byte[] { 0xd2, (byte)(value >> 24), (byte)(value >> 16), (byte)(value >> 8), (byte)value },
    };

    public static byte[] Utf8(string text) => Encoding.UTF8.GetBytes(text);
}
