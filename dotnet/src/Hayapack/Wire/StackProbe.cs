namespace Hayapack;

/// <summary>How often the thread's stack is looked at.</summary>
internal static class StackProbe
{
    /// <summary>At each depth of which these bits are 0: the runtime keeps 64 KiB, enough for as many frames.</summary>
    internal const int Mask = 15;
}
