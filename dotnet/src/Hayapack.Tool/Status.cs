namespace Hayapack.Tool;

/// <summary>The exit statuses, equal to those of the Python tool.</summary>
internal static class Status
{
    internal const int Good = 0;
    internal const int BadData = 1;
    internal const int Usage = 2;
    internal const int Refused = 3;
    internal const int Interrupted = 130;
    internal const int ClosedPipe = 141;
    internal const int Terminated = 143;
}

/// <summary>Ends processing of one input. The message is printed after the input's name.</summary>
internal class StopException(string message, int status = Status.BadData) : Exception(message)
{
    internal int Status { get; } = status;
}

/// <summary>The stored bytes cannot be read or decompressed: an offset in the text is one in the file.</summary>
internal sealed class UnreadableException(string message) : StopException(message);

/// <summary>Standard output cannot be written; ends the program.</summary>
internal sealed class UnwritableException(string message, int status) : StopException(message, status);
