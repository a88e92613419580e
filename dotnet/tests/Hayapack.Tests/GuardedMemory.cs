using System.Runtime.InteropServices;

namespace Hayapack.Tests;

/// <summary>
/// Memory that detects access outside of it. Known bytes before it are checked when it is disposed of. On Linux an
/// inaccessible page follows it, so access past the end ends the process; elsewhere known bytes follow it, too.
/// </summary>
internal sealed unsafe partial class GuardedMemory : IDisposable
{
    private const int Margin = 64;
    private const byte Known = 0x5a;
    private static readonly nuint Page = (nuint)Environment.SystemPageSize;

    private readonly byte* start;
    private readonly nuint mapped;
    private readonly byte* memory;
    private readonly int length;

    internal GuardedMemory(int length)
    {
        this.length = length;
        if (OperatingSystem.IsLinux())
        {
            nuint usable = ((nuint)(length + Margin) + Page - 1) / Page * Page;
            mapped = usable + Page;
            start = (byte*)Map(0, mapped, 3, 0x22, -1, 0);
            if ((nint)start == -1 || Protect((nint)(start + usable), Page, 0) != 0)
            {
                throw new InvalidOperationException("No memory with a guard page.");
            }

            memory = start + usable - length;
        }
        else
        {
            start = (byte*)NativeMemory.Alloc((nuint)(length + (2 * Margin)));
            memory = start + Margin;
            new Span<byte>(memory + length, Margin).Fill(Known);
        }

        new Span<byte>(memory - Margin, Margin).Fill(Known);
    }

    internal Span<byte> Span => new(memory, length);

    public void Dispose()
    {
        bool isWhole = !new Span<byte>(memory - Margin, Margin).ContainsAnyExcept(Known) &&
            (mapped > 0 || !new Span<byte>(memory + length, Margin).ContainsAnyExcept(Known));
        if (mapped > 0)
        {
            Unmap((nint)start, mapped);
        }
        else
        {
            NativeMemory.Free(start);
        }

        if (!isWhole)
        {
            throw new InvalidOperationException("Bytes outside of the memory were written.");
        }
    }

    [LibraryImport("libc", EntryPoint = "mmap")]
    private static partial nint Map(nint at, nuint length, int protection, int flags, int file, nint offset);

    [LibraryImport("libc", EntryPoint = "mprotect")]
    private static partial int Protect(nint at, nuint length, int protection);

    [LibraryImport("libc", EntryPoint = "munmap")]
    private static partial int Unmap(nint at, nuint length);
}
