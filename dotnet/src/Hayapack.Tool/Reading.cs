namespace Hayapack.Tool;

/// <summary>How an input is read: the options that all commands share, and the exit status that skipped messages cause.</summary>
internal sealed class Reading(Arguments given, Output output)
{
    /// <summary>Validates the content of an event's values; throws a <see cref="StopException"/>.</summary>
    internal delegate void Check(Cutter cutter, Event found);

    /// <summary>Gets the status of the first message that was skipped.</summary>
    internal int Status { get; private set; }

    internal bool KeepsGoing => given.KeepsGoing;

    internal bool OpensLz4 => given.OpensLz4;

    internal InvalidText Invalid => given.Invalid;

    /// <summary>Returns the events of an input; with --keep-going, of its valid messages.</summary>
    /// <param name="cutter">The input.</param>
    /// <param name="check">Decides with --keep-going whether a message is valid.</param>
    internal IEnumerable<Event> Events(Cutter cutter, Check check)
    {
        while (cutter.Next() is { } found)
        {
            if (!KeepsGoing)
            {
                yield return found;
            }
            else if (found is Run { Kind: RunKind.Messages } run)
            {
                foreach (Run sound in Sound(cutter, run, check))
                {
                    yield return sound;
                }
            }
            else if (found is Open opened && cutter.Depth == 1)
            {
                if (IsBad(cutter, opened, check))
                {
                    cutter.SkipMessage();
                }
                else
                {
                    yield return opened;
                }
            }
            else if (found is Huge huge && cutter.Depth == 0)
            {
                // The pieces can be read once.
                byte[][] pieces = [.. huge.Pieces.Select(piece => piece.ToArray())];
                huge = huge with { Pieces = pieces.Select(piece => new ReadOnlyMemory<byte>(piece)) };
                if (IsSound(cutter, huge, check))
                {
                    yield return huge;
                }
            }
            else
            {
                yield return found;
            }
        }
    }

    /// <summary>Validates the content of values.</summary>
    internal void CheckContent(Cutter cutter, Event found)
    {
        if (found is Huge huge)
        {
            Checks.Content(cutter, huge, Invalid == InvalidText.Fail);
        }
        else if (found is Run run)
        {
            for (int i = 0; i < run.Count; i++)
            {
                Part part = Opened(run[i]);
                if (Invalid == InvalidText.Fail)
                {
                    Checks.Content(part);
                }
                else
                {
                    Repair.Of(part, Invalid);
                }
            }
        }
    }

    /// <summary>Returns the content of an LZ4 message; other values are returned unchanged.</summary>
    internal Part Opened(in Part part) => given.OpensLz4 && part.Run.Kind == RunKind.Messages ? Lz4Content.Of(part) ?? part : part;

    private IEnumerable<Run> Sound(Cutter cutter, Run run, Check check)
    {
        bool isSound = true;
        try
        {
            check(cutter, run);
        }
        catch (StopException)
        {
            isSound = false;
        }

        if (isSound)
        {
            yield return run;
            yield break;
        }

        for (int i = 0; i < run.Count; i++)
        {
            Run one = run.One(i);
            if (IsSound(cutter, one, check))
            {
                yield return one;
            }
        }
    }

    private bool IsSound(Cutter cutter, Event found, Check check)
    {
        try
        {
            check(cutter, found);
            return true;
        }
        catch (StopException stop)
        {
            Skip(cutter, stop);
            return false;
        }
    }

    /// <summary>Validates a large message before any of its events is returned. Returns whether it is to be skipped.</summary>
    private bool IsBad(Cutter cutter, Open opened, Check check)
    {
        Cutter inside = cutter.Again(opened);
        try
        {
            check(cutter, opened);
            while (inside.Depth > 0)
            {
                check(inside, inside.Next()!);
            }

            return false;
        }
        catch (StopException stop)
        {
            // The cutter itself will report an error in the structure.
            if (!inside.IsBroken)
            {
                Skip(cutter, stop);
            }

            return !inside.IsBroken;
        }
    }

    private void Skip(Cutter cutter, StopException stop)
    {
        output.Flush();
        Output.Say($"haya: {cutter.NameFor(stop)}: {stop.Message}; skipped");
        cutter.Skipped++;
        Status = Status == Tool.Status.Good ? stop.Status : Status;
    }
}
