using System.Buffers;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Unicode;

namespace Hayapack;

/// <summary>Decodes UTF-8 to strings.</summary>
internal static class TextDecoder
{
    // Text of up to this many bytes is decoded once, into a buffer on the stack, instead of being counted first.
    private const int MaxOnStack = 1024;

    private static readonly UTF8Encoding Strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>Decodes UTF-8.</summary>
    /// <param name="utf8">At least 1 byte.</param>
    /// <returns>The string.</returns>
    /// <exception cref="DecoderFallbackException">The bytes are not UTF-8.</exception>
    internal static string Decode(ReadOnlySpan<byte> utf8) => TryDecode(utf8) ?? Strict.GetString(utf8);

    /// <summary>Decodes UTF-8 of at most <see cref="MaxOnStack"/> bytes.</summary>
    /// <param name="utf8">At least 1 byte.</param>
    /// <returns>The string, or null if the bytes are more, or not UTF-8.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static string? TryDecode(ReadOnlySpan<byte> utf8) => AsciiText.TryDecode(utf8) ?? TryDecodeOther(utf8);

    private static string? TryDecodeOther(ReadOnlySpan<byte> utf8) => Utf8Blocks.TryDecode(utf8) ?? TryTranscode(utf8);

    [SkipLocalsInit]
    private static string? TryTranscode(ReadOnlySpan<byte> utf8)
    {
        if (utf8.Length > MaxOnStack)
        {
            return null;
        }

        Span<char> characters = stackalloc char[MaxOnStack];
        return Utf8.ToUtf16(utf8, characters, out _, out int written, replaceInvalidSequences: false) == OperationStatus.Done
            ? new string(characters[..written])
            : null;
    }
}
