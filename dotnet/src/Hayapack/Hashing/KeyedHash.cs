using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Hayapack.Hashing;

/// <summary>
/// Hashes bytes with a key that is drawn when the process starts: the runtime's own hash of text (Marvin), which is made
/// for keys that an attacker chose.
/// </summary>
internal static class KeyedHash
{
    internal static int Of<T>(T value)
        where T : unmanaged
    {
        // An even number of bytes: text is made of 16-bit units.
        Span<byte> bytes = stackalloc byte[(Unsafe.SizeOf<T>() + 1) & ~1];
        bytes[^1] = 0;
        MemoryMarshal.Write(bytes, value);
        return string.GetHashCode(MemoryMarshal.Cast<byte, char>(bytes));
    }

    internal static int Of(ReadOnlySpan<byte> bytes)
    {
        int hash = string.GetHashCode(MemoryMarshal.Cast<byte, char>(bytes));
        return (bytes.Length & 1) == 0 ? hash : Of(((long)hash << 8) | bytes[^1]);
    }
}
