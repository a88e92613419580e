using System.Text;
using Hayapack.Compression;

namespace Hayapack.Tests;

/// <summary>Generates content for LZ4 blocks, for the tests and the fuzzer.</summary>
internal static class Lz4Samples
{
    internal static readonly string[] Kinds = ["zeros", "random", "text", "few letters", "period", "mixed", "records"];

    internal static byte[] Make(string kind, int length, int seed)
    {
        var random = new Random(seed);
        byte[] bytes = new byte[length];
        switch (kind)
        {
            case "zeros":
                break;
            case "random":
                random.NextBytes(bytes);
                break;
            case "text":
                string words = string.Join(' ', Enumerable.Range(0, (length / 4) + 1).Select(_ => random.Next(200).ToString("x", null)));
                Encoding.ASCII.GetBytes(words.AsSpan(0, Math.Min(words.Length, length)), bytes);
                break;
            case "few letters":
                for (int i = 0; i < length; i++)
                {
                    bytes[i] = (byte)('a' + random.Next(3));
                }

                break;
            case "period":
                int period = 1 + (seed % 40);
                for (int i = 0; i < length; i++)
                {
                    bytes[i] = (byte)(i % period);
                }

                break;
            case "records":
                for (int i = 0; i < length; i++)
                {
                    bytes[i] = (i % 24) switch { 0 => (byte)(i >> 4), 7 => (byte)random.Next(), _ => (byte)(i % 24) };
                }

                break;
            default:
                for (int at = 0; at < length;)
                {
                    int run = Math.Min(length - at, 1 + random.Next(90));
                    if (random.Next(2) == 0 || at == 0)
                    {
                        random.NextBytes(bytes.AsSpan(at, run));
                    }
                    else
                    {
                        int from = Math.Max(0, at - 1 - random.Next(70_000));
                        for (int i = 0; i < run; i++)
                        {
                            bytes[at + i] = bytes[from + i];
                        }
                    }

                    at += run;
                }

                break;
        }

        return bytes;
    }

    /// <summary>Compresses a message of any length into one LZ4 block.</summary>
    internal static byte[] Encode(byte[] message, int threads = 1, int acceleration = 1)
    {
        var packed = new Lz4FrameWriter(message, MessagePackCompression.Lz4Block, threads, acceleration);
        byte[] bytes = new byte[packed.Length];
        packed.CopyTo(bytes);
        packed.Dispose();

        // After the headers of the ext, 5 bytes have the decompressed size.
        var reader = new MessagePackReader(bytes.AsMemory());
        return bytes[(bytes.Length - (int)reader.ReadExtensionFormatHeader().Length + 5)..];
    }

    internal static void Change(byte[] block, Random random)
    {
        for (int n = 1 + random.Next(3); n > 0; n--)
        {
            int at = random.Next(Math.Min(block.Length, random.Next(4) == 0 ? block.Length : 24));
            block[at] = random.Next(4) switch { 0 => 0xff, 1 => 0, 2 => (byte)(block[at] ^ (1 << random.Next(8))), _ => (byte)random.Next() };
        }
    }

    /// <summary>
    /// Decompresses a block, and compares the result with liblz4's if it is installed. Returns whether the block is valid.
    /// </summary>
    /// <exception cref="InvalidOperationException">The results differ.</exception>
    internal static bool Compare(byte[] block, int size)
    {
        using var source = new GuardedMemory(block.Length);
        using var target = new GuardedMemory(size);
        block.CopyTo(source.Span);
        bool valid = Lz4BlockDecoder.TryDecode(source.Span, target.Span);
        if (Lz4Native.IsAvailable)
        {
            byte[]? native = Lz4Native.Decode(block, size);

            // Lz4BlockDecoder rejects matches of distance 0; liblz4's result for them depends on its version.
            if (valid ? native is null || !target.Span.SequenceEqual(native) : native is not null && !HasDistanceZero(block))
            {
                throw new InvalidOperationException($"{Convert.ToHexString(block)} of {size}: {(valid ? "valid here" : "valid in liblz4")}");
            }
        }

        return valid;
    }

    /// <summary>Returns whether a block that liblz4 accepts has a match of distance 0.</summary>
    private static bool HasDistanceZero(byte[] block)
    {
        int at = 0;
        while (true)
        {
            int token = block[at++];
            int literals = Length(token >> 4);
            at += literals;
            if (at == block.Length)
            {
                return false;
            }

            if (block[at] == 0 && block[at + 1] == 0)
            {
                return true;
            }

            at += 2;
            Length(token & 15);
        }

        int Length(int length)
        {
            if (length == 15)
            {
                do
                {
                    length += block[at];
                }
                while (block[at++] == 255);
            }

            return length;
        }
    }
}
