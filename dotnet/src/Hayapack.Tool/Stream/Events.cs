namespace Hayapack.Tool;

/// <summary>An event of a <see cref="Cutter"/>.</summary>
internal abstract record Event;

/// <summary>What the values of a <see cref="Run"/> are.</summary>
internal enum RunKind
{
    Messages,
    Items,

    /// <summary>Entries of a map: two values each.</summary>
    Pairs,

    /// <summary>One key, whose value is too large to be complete in memory.</summary>
    Key,

    /// <summary>The value after a key that was opened.</summary>
    Value,
}

/// <summary>Consecutive complete values.</summary>
/// <param name="Kind">What the values are.</param>
/// <param name="Data">Their bytes, valid until the next event.</param>
/// <param name="Ends">The end of each value in the data; those of keys and values alternate for pairs.</param>
/// <param name="Offset">The offset of the data in the input.</param>
/// <param name="First">The number of the first message, item or pair, from 0.</param>
/// <param name="Depth">The number of open containers around the values.</param>
/// <param name="Path">The path of the innermost of these.</param>
/// <param name="Message">The number of the first message.</param>
internal sealed record Run(
    RunKind Kind, ReadOnlyMemory<byte> Data, ReadOnlyMemory<int> Ends, long Offset, long First, int Depth, string Path, long Message) : Event
{
    /// <summary>Gets the number of values.</summary>
    internal int Count => Ends.Length;

    /// <summary>Gets a value indicating whether the values begin with a key and alternate.</summary>
    internal bool IsPairs => Kind == RunKind.Pairs;

    internal Part this[int value]
    {
        get
        {
            int at = value == 0 ? 0 : Ends.Span[value - 1];
            return new Part(this, value, Data[at..Ends.Span[value]], Offset + at);
        }
    }

    /// <summary>Returns one message of a run of messages.</summary>
    internal Run One(int message)
    {
        Part part = this[message];
        return new Run(Kind, part.Data, new[] { part.Data.Length }, part.Offset, First + message, Depth, Path, Message + message);
    }

    internal long MessageOf(int value) => Kind == RunKind.Messages ? Message + value : Message;

    internal string PathOf(int value) => Kind switch
    {
        RunKind.Messages => Path,
        RunKind.Items => $"{Path}[{First + value}]",
        RunKind.Key => $"{Path}{{key #{First}}}",
        RunKind.Value => $"{Path}{{#{First}}}",
        _ when (value & 1) == 0 => $"{Path}{{key #{First + (value / 2)}}}",
        _ => Path + MessagePackPath.ComponentOf(this[value - 1].Data.Span, First + (value / 2)),
    };
}

/// <summary>The header of a message, or of a value in one, that is too large to be complete in memory.</summary>
/// <param name="IsMap">Whether it is a map.</param>
/// <param name="Count">The declared count.</param>
/// <param name="Offset">The offset of the header.</param>
/// <param name="Header">The bytes of the header.</param>
/// <param name="IsKey">Whether the container is a key.</param>
internal sealed record Open(bool IsMap, long Count, long Offset, byte[] Header, bool IsKey) : Event;

/// <summary>The end of the container that was opened last.</summary>
internal sealed record Close : Event;

/// <summary>A str, bin or ext that is too large to be complete in memory.</summary>
/// <param name="Head">Its decoded header.</param>
/// <param name="Offset">The offset of the header.</param>
/// <param name="Header">The bytes of the header.</param>
/// <param name="Pieces">The payload. It can be read once.</param>
/// <param name="IsKey">Whether it is a key.</param>
internal sealed record Huge(MessagePackHeader Head, long Offset, byte[] Header, IEnumerable<ReadOnlyMemory<byte>> Pieces, bool IsKey) : Event;

/// <summary>One value of a <see cref="Run"/>, or the content of an LZ4 message.</summary>
/// <param name="Run">The run.</param>
/// <param name="Index">The index of the value in the run.</param>
/// <param name="Data">The value's bytes.</param>
/// <param name="Offset">Their offset in the input, or in the content.</param>
/// <param name="Outer">For the content of an LZ4 message: the beginning of an error's text.</param>
internal readonly record struct Part(Run Run, int Index, ReadOnlyMemory<byte> Data, long Offset, string Outer = "")
{
    internal string Path => Run.PathOf(Index);

    internal long Message => Run.MessageOf(Index);

    internal int MaximumDepth => Checks.MaximumDepth - Run.Depth;

    /// <summary>Returns the exception for an error in the value.</summary>
    /// <param name="text">What is wrong.</param>
    /// <param name="offset">The offset of the error in the data.</param>
    /// <param name="path">The path of the error, relative to the value.</param>
    /// <param name="status">The exit status.</param>
    internal StopException Blame(string text, long offset, string path = "$", int status = Status.BadData) =>
        new($"{Outer}byte {Offset + offset}: {text}, at {MessagePackPath.Shorten(Path + path[1..])}{Texts.Numbered(Message)}", status);
}
