using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Hayapack.Hashing;

/// <summary>
/// Hashes bytes with a random key chosen at the start of the process, using the runtime's hash of strings (Marvin),
/// which is designed for keys chosen by an attacker.
/// </summary>
internal static class KeyedHash
{
    internal static int Of<T>(T value)
        where T : unmanaged
    {
        // Strings consist of 16-bit units, so the number of bytes is rounded up to an even one.
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
