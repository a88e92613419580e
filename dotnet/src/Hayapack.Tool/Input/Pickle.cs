using System.Buffers;
using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Hayapack.Tool;

/// <summary>Recognizes a pickle of Python by its opcodes, as Python's module pickletools reads them.</summary>
internal static partial class Pickle
{
    private const byte Proto = 0x80;
    private const byte Frame = 0x95;
    private const byte Stop = (byte)'.';

    /// <summary>The largest frame in bytes.</summary>
    private const ulong LargestFrame = 1UL << 40;

    /// <summary>Opcodes without an argument.</summary>
    private static readonly SearchValues<byte> Bare = SearchValues.Create(
        [.. "N]ael)t}dsu021(Rbo.Q"u8, 0x81, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8f, 0x90, 0x91, 0x92, 0x93, 0x94, 0x97, 0x98]);

    /// <summary>Returns whether these are the opcodes of a pickle, up to its end or the end of these bytes.</summary>
    /// <remarks>80 02 is an empty map and the integer 2. Protocols before 2 have no header, and are mostly text.</remarks>
    internal static bool Begins(ReadOnlySpan<byte> start)
    {
        if (start.Length < 2 || start[0] != Proto || start[1] is < 2 or > 5)
        {
            return false;
        }

        var rest = new Rest(start);
        int opcodes = 0;
        bool isFramed = false;
        while (rest.TryRead(out byte opcode, out ulong number))
        {
            opcodes++;
            if (opcode == Frame && opcodes == 2)
            {
                isFramed = number is > 0 and < LargestFrame;
            }

            if (opcode == Stop)
            {
                return opcodes > 2; // an opcode at least between the first and the last
            }
        }

        // Large bytes are outside of frames: their length in 4 or 8 bytes follows their opcode.
        bool isLarge = start.Length >= 1024 && start[6] == 0;
        return rest.IsEmpty && (isFramed || isLarge || opcodes > 2);
    }

    /// <summary>The opcodes that were not read yet.</summary>
    private ref struct Rest(ReadOnlySpan<byte> bytes)
    {
        private ReadOnlySpan<byte> left = bytes;

        internal readonly bool IsEmpty => left.IsEmpty;

        /// <summary>Reads an opcode and its argument. Returns false after an error: at the end, or after what is wrong.</summary>
        /// <param name="opcode">The opcode.</param>
        /// <param name="number">The argument, if it is a number of a fixed size.</param>
        internal bool TryRead(out byte opcode, out ulong number)
        {
            number = 0;
            opcode = left.IsEmpty ? (byte)0 : left[0];
            if (left.IsEmpty)
            {
                return false;
            }

            left = left[1..];
            return opcode switch
            {
                (byte)'K' or (byte)'h' or (byte)'q' or Proto or 0x82 => TryNumber(1, out number),
                (byte)'M' or 0x83 => TryNumber(2, out number),
                (byte)'J' or (byte)'j' or (byte)'r' or 0x84 => TryNumber(4, out number),
                (byte)'G' or Frame => TryNumber(8, out number),
                (byte)'U' or (byte)'C' or 0x8a => TryPayload(1, int.MaxValue, out _),
                (byte)'T' or 0x8b => TryPayload(4, int.MaxValue, out _),
                (byte)'B' => TryPayload(4, long.MaxValue, out _),
                0x8e or 0x96 => TryPayload(8, long.MaxValue, out _),
                0x8c => TryPayload(1, long.MaxValue, out ReadOnlySpan<byte> text) && IsText(text),
                (byte)'X' => TryPayload(4, long.MaxValue, out ReadOnlySpan<byte> text) && IsText(text),
                0x8d => TryPayload(8, long.MaxValue, out ReadOnlySpan<byte> text) && IsText(text),
                (byte)'I' or (byte)'g' or (byte)'p' => TryLine(out string line) && Decimal().IsMatch(line),
                (byte)'L' => TryLine(out string line) && Decimal().IsMatch(line.EndsWith('L') ? line[..^1] : line),
                (byte)'F' => TryLine(out string line) && double.TryParse(line, NumberStyles.Float, CultureInfo.InvariantCulture, out _),
                (byte)'S' => TryLine(out string line) && Ascii.IsValid(line) && Quoted().IsMatch(line),
                (byte)'V' => TryLine(out _),
                (byte)'P' => TryLine(out string line) && Ascii.IsValid(line),
                (byte)'c' or (byte)'i' => TryLine(out string module) && Ascii.IsValid(module) && TryLine(out string name) && Ascii.IsValid(name),
                _ => Bare.Contains(opcode),
            };
        }

        private bool TryNumber(int size, out ulong number)
        {
            number = 0;
            if (left.Length < size)
            {
                left = default;
                return false;
            }

            Span<byte> bytes = stackalloc byte[sizeof(ulong)];
            bytes.Clear();
            left[..size].CopyTo(bytes);
            number = BinaryPrimitives.ReadUInt64LittleEndian(bytes);
            left = left[size..];
            return true;
        }

        /// <summary>Reads bytes after their length.</summary>
        /// <param name="width">The bytes of the length.</param>
        /// <param name="most">The largest length that is valid.</param>
        /// <param name="payload">The bytes.</param>
        private bool TryPayload(int width, long most, out ReadOnlySpan<byte> payload)
        {
            payload = default;
            if (!TryNumber(width, out ulong length) || length > (ulong)most)
            {
                return false;
            }

            bool isWhole = length <= (ulong)left.Length;
            int size = isWhole ? (int)length : left.Length;
            payload = left[..size];
            left = left[size..];
            return isWhole;
        }

        private bool TryLine(out string line)
        {
            int end = left.IndexOf((byte)'\n');
            line = Encoding.Latin1.GetString(end < 0 ? left : left[..end]);
            left = end < 0 ? default : left[(end + 1)..];
            return end >= 0;
        }

        /// <summary>Returns whether the bytes are UTF-8, in which surrogates are allowed.</summary>
        private static bool IsText(ReadOnlySpan<byte> bytes)
        {
            while (!bytes.IsEmpty)
            {
                int size = 3;
                bool isSurrogate = bytes.Length >= size && bytes[0] == 0xed && bytes[1] is >= 0xa0 and <= 0xbf && bytes[2] is >= 0x80 and <= 0xbf;
                if (!isSurrogate && Rune.DecodeFromUtf8(bytes, out _, out size) != OperationStatus.Done)
                {
                    return false;
                }

                bytes = bytes[size..];
            }

            return true;
        }
    }

    [GeneratedRegex("""\A\s*[+-]?[0-9]+(?:_[0-9]+)*\s*\z""")]
    private static partial Regex Decimal();

    [GeneratedRegex("""\A(?:".*"|'.*'|["'])\z""", RegexOptions.Singleline)]
    private static partial Regex Quoted();
}
