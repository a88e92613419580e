using System.Runtime.CompilerServices;

namespace Hayapack;

/// <summary>
/// A buffer on the stack in which a message begins: most messages fit, and finding the thread's array takes longer than
/// writing a small message. Not cleared: declare it by Unsafe.SkipInit in a method with SkipLocalsInit.
/// </summary>
[InlineArray(Size)]
internal struct StackBuffer
{
    /// <summary>The length in bytes.</summary>
    internal const int Size = 1024;

    private byte first;
}
