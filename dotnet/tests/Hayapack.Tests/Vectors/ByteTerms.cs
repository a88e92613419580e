using System.Buffers.Binary;
using System.Globalization;

namespace Hayapack.Tests.Vectors;

/// <summary>Parses the vectors' notation of bytes: terms and repetitions.</summary>
internal static class ByteTerms
{
    internal static byte[] Parse(string text)
    {
        var output = new List<byte>();
        if (text == "-")
        {
            return [];
        }

        int at = 0;
        while (at < text.Length)
        {
            if (text[at] == ' ')
            {
                at++;
                continue;
            }

            int end;
            string inner;
            if (text[at] == '(')
            {
                int close = text.IndexOf(')', at);
                inner = text[(at + 1)..close];
                end = close + 1;
            }
            else
            {
                end = at;
                while (end < text.Length && text[end] is not (' ' or '*'))
                {
                    end++;
                }

                inner = text[at..end];
            }

            int times = 1;
            if (end < text.Length && text[end] == '*')
            {
                int stop = end + 1;
                while (stop < text.Length && char.IsAsciiDigit(text[stop]))
                {
                    stop++;
                }

                times = int.Parse(text.AsSpan(end + 1, stop - end - 1), CultureInfo.InvariantCulture);
                end = stop;
            }

            for (int i = 0; i < times; i++)
            {
                Append(output, inner, i);
            }

            at = end;
        }

        return output.ToArray();
    }

    private static void Append(List<byte> output, string terms, int number)
    {
        foreach (string term in terms.Split(' ', StringSplitOptions.RemoveEmptyEntries))
        {
            if (term[0] == '#')
            {
                int plus = term.IndexOf('+', StringComparison.Ordinal);
                int offset = plus < 0 ? 0 : int.Parse(term.AsSpan(plus + 1), CultureInfo.InvariantCulture);
                byte[] all = new byte[4];
                BinaryPrimitives.WriteInt32BigEndian(all, number + offset);
                output.AddRange(all[^(term[1] - '0')..]);
                continue;
            }

            int star = term.IndexOf('*', StringComparison.Ordinal);
            byte[] bytes = Convert.FromHexString(star < 0 ? term : term[..star]);
            int times = star < 0 ? 1 : int.Parse(term.AsSpan(star + 1), CultureInfo.InvariantCulture);
            for (int i = 0; i < times; i++)
            {
                output.AddRange(bytes);
            }
        }
    }
}
