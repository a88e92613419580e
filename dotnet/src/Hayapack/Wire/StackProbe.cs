namespace Hayapack;

/// <summary>When the remaining stack of the thread is checked.</summary>
internal static class StackProbe
{
    /// <summary>
    /// Checked at each depth where these bits are 0. The check guarantees 64 KiB, enough for the levels until the next
    /// check.
    /// </summary>
    internal const int Mask = 15;
}
