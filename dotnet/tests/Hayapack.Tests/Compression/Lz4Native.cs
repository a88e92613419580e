using System.Runtime.InteropServices;

namespace Hayapack.Tests;

/// <summary>Calls liblz4, for comparison in tests. The library itself calls no native code.</summary>
internal static partial class Lz4Native
{
    private const string Library = "liblz4.so.1";

    internal static bool IsAvailable { get; } = NativeLibrary.TryLoad(Library, out _);

    internal static byte[] Encode(ReadOnlySpan<byte> message)
    {
        byte[] target = new byte[message.Length + (message.Length / 255) + 16];
        int length = Compress(message, target, message.Length, target.Length);
        return target[..length];
    }

    /// <summary>Decompresses a block; returns null if it does not decompress to exactly this size.</summary>
    internal static byte[]? Decode(ReadOnlySpan<byte> block, int size)
    {
        byte[] target = new byte[size];
        return Decompress(block, target, block.Length, size) == size ? target : null;
    }

    [LibraryImport(Library, EntryPoint = "LZ4_compress_default")]
    private static partial int Compress(ReadOnlySpan<byte> source, Span<byte> target, int sourceLength, int targetLength);

    [LibraryImport(Library, EntryPoint = "LZ4_decompress_safe")]
    private static partial int Decompress(ReadOnlySpan<byte> source, Span<byte> target, int sourceLength, int targetLength);
}
