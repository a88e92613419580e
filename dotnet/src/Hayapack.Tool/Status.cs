namespace Hayapack.Tool;

/// <summary>The exit statuses, the same as those of the Python tool.</summary>
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

/// <summary>Ends the work on one input; the text is shown after the input's name.</summary>
internal class StopException(string message, int status = Status.BadData) : Exception(message)
{
    internal int Status { get; } = status;
}

/// <summary>The output cannot be written: the program ends.</summary>
internal sealed class UnwritableException(string message, int status) : StopException(message, status);
