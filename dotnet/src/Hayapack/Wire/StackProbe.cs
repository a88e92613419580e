using System.Runtime.CompilerServices;

namespace Hayapack;

/// <summary>
/// Decides when the remaining stack of the thread is checked: each time that the stack has grown by <see cref="Step"/>, so
/// that a few large frames count as much as many small ones. The runtime's check guarantees 64 KiB (128 KiB in a 64-bit
/// process), so that at least 48 KiB remain for the frames between two places that call <see cref="IsBelow"/>.
/// </summary>
internal static unsafe class StackProbe
{
    /// <summary>The stack in bytes that may be used without another check.</summary>
    private const int Step = 16 * 1024;

    /// <summary>
    /// Returns the mark for <see cref="IsBelow"/>: the negative of the lowest address that needs no check. The mark 0 requires
    /// a check at any address. It is an address, not a depth, so a copy of a reader in another frame can keep it.
    /// </summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static nuint Mark()
    {
        byte here;
        return unchecked(Step - (nuint)(&here));
    }

    /// <summary>Returns whether the stack has grown to an address that needs a check.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool IsBelow(nuint mark)
    {
        byte here;
        return unchecked(0 - (nuint)(&here)) > mark;
    }
}
