namespace Hayapack.SignalR;

/// <summary>The kinds of results in a completion.</summary>
internal static class ResultKind
{
    internal const int Error = 1;
    internal const int Void = 2;
    internal const int Value = 3;
}
