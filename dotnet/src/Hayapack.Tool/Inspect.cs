using Hayapack.Checking;

namespace Hayapack.Tool;

/// <summary>haya inspect: shows every value with its offset, bytes, type and path.</summary>
internal static class Inspect
{
    private const int FirstMessages = 16;
    private const int Piece = 256 * 1024;

    internal static void Run(Input input, Arguments given, Output output)
    {
        byte[] bytes = input.Bytes;
        var dump = new Dump(given.HasColours, output);
        int number = 0;
        for (int at = 0; at < bytes.Length;)
        {
            // Each group of messages is shown first; errors in its content are reported after it.
            int most = number == 0 ? FirstMessages : int.MaxValue;
            var ends = new List<int>();
            int end = at;
            while (ends.Count < most && end < bytes.Length && end - at < Piece && Messages.End(bytes, end) is >= 0 and int next)
            {
                ends.Add(next);
                end = next;
            }

            Show(dump, bytes, at, ends, number, given.OpensLz4);
            number += ends.Count;
            at = end;
            if (ends.Count == 0)
            {
                dump.Values(bytes.AsSpan(at), at, "$");
                dump.Flush();
                Messages.Check(bytes, at, number);
            }
        }

        if (number == 0)
        {
            throw new StopException("byte 0: the input is empty");
        }

        dump.Summary(number, bytes.Length);
        dump.Flush();
    }

    private static void Show(Dump dump, byte[] bytes, int at, List<int> ends, int number, bool opensLz4)
    {
        int begin = at, first = number;
        try
        {
            foreach (int end in ends)
            {
                dump.Message(number++);
                byte[]? content = opensLz4 ? Messages.Opened(bytes, at, end, number - 1) : null;
                dump.IsFixed = content is not null;
                dump.Values(bytes.AsSpan(at, end - at), at, "$");
                dump.IsFixed = false;
                if (content is not null)
                {
                    dump.Content(end - at, content);
                }

                at = end;
            }
        }
        finally
        {
            dump.Flush();
        }

        at = begin;
        foreach (int end in ends)
        {
            Messages.Check(bytes, at, first++);
            at = end;
        }
    }
}
