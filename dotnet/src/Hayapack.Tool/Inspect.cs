namespace Hayapack.Tool;

/// <summary>haya inspect: shows every value with its offset, bytes, type and path.</summary>
internal static class Inspect
{
    internal static void Run(Cutter cutter, Reading reading, Arguments given, Output output)
    {
        var dump = new Dump(given.HasColours, output);
        try
        {
            foreach (Event found in reading.Events(cutter, reading.CheckContent))
            {
                try
                {
                    Take(dump, cutter, found, reading);
                }
                finally
                {
                    dump.Flush();
                }

                // Values are shown first; errors in their content are reported after them.
                if (found is not Huge && !reading.KeepsGoing)
                {
                    reading.CheckContent(cutter, found);
                }
            }
        }
        catch (StopException) when (cutter.IsBroken)
        {
            (ReadOnlyMemory<byte> data, long offset, string path) = cutter.Rest();
            dump.Values(data.Span, offset, path);
            dump.Flush();
            throw;
        }

        dump.Summary(cutter.Messages, cutter.Position);
        dump.Flush();
    }

    private static void Take(Dump dump, Cutter cutter, Event found, Reading reading)
    {
        switch (found)
        {
            case Run run:
                for (int i = 0; i < run.Count; i++)
                {
                    Part part = run[i];
                    Part content = reading.Opened(part);
                    if (run.Kind == RunKind.Messages)
                    {
                        dump.Message(part.Message);
                    }

                    dump.IsFixed = content.Outer.Length > 0;
                    dump.Values(part.Data.Span, part.Offset, PathOf(run, i));
                    dump.IsFixed = false;
                    if (content.Outer.Length > 0)
                    {
                        dump.Content(part.Data.Length, content.Data.Span);
                    }
                }

                break;
            case Open opened:
                Number(dump, cutter, cutter.Depth == 1);
                dump.Header(opened.Header, opened.Offset, cutter.PathOf(opened));
                break;
            case Huge huge:
                Number(dump, cutter, cutter.Depth == 0);
                ReadOnlyMemory<byte> first = huge.Pieces.First();
                dump.Payload([.. huge.Header, .. first.Span[..Math.Min(first.Length, Dump.ShownBytes)]], huge.Offset, huge.Head, cutter.PathOf(huge));
                break;
        }
    }

    /// <summary>Returns the path of a value, in which bin keys are named.</summary>
    private static string PathOf(Run run, int value) => run.IsPairs && (value & 1) != 0
        ? run.Path + Keys.ComponentOf(run[value - 1].Data.Span, run.First + (value / 2))
        : run.PathOf(value);

    private static void Number(Dump dump, Cutter cutter, bool isMessage)
    {
        if (isMessage)
        {
            dump.Message(cutter.Messages);
        }
    }
}
