using System.Buffers;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;

namespace Hayapack.Tool;

/// <summary>Ends the program with an exit status.</summary>
internal sealed class StopException(string message, int status) : Exception(message)
{
    internal int Status { get; } = status;
}

/// <summary>Collects standard output. An error in writing it ends the program.</summary>
internal sealed partial class Output
{
    private const int Unwritable = 1;

    /// <summary>What a shell shows for a program that SIGPIPE ended.</summary>
    private const int ClosedPipe = 141;

    private const int Interrupted = 4;
    private const int BrokenPipe = 32;
    private const int MostHeld = 64 * 1024;

    /// <summary>The command of fcntl() that returns the flags of a descriptor, and the flag of those that no program inherits.</summary>
    private const int GetDescriptorFlags = 1;
    private const int CloseOnExec = 1;

    private readonly ArrayBufferWriter<byte> held = new();

    /// <summary>Writes a line to standard error.</summary>
    internal static void Say(string text)
    {
        try
        {
            WriteAll(2, Encoding.UTF8.GetBytes($"haya: {Line(text)}\n"));
        }
        catch (IOException)
        {
        }
    }

    /// <summary>Returns a text in which characters that would change what a terminal shows are escaped.</summary>
    internal static string Line(string text) => string.Concat(text.Select(one =>
        char.GetUnicodeCategory(one) is UnicodeCategory.Control or UnicodeCategory.Format ? $"\\u{(int)one:x4}" : $"{one}"));

    internal static string Counted(long count, string what) => $"{count} {what}{(count == 1 ? "" : "s")}";

    /// <summary>
    /// Tells whether a standard stream was closed when the process began. The runtime's own pipes and files then have its
    /// descriptor: reading a pipe of these would wait forever, and writing would disturb the runtime. All that it opens is
    /// closed by exec(), as no stream is that was inherited.
    /// </summary>
    internal static bool IsClosed(int descriptor) =>
        !OperatingSystem.IsWindows() && SystemControl(descriptor, GetDescriptorFlags) is var flags && (flags < 0 || (flags & CloseOnExec) != 0);

    internal void Write(string text) => Write(Encoding.UTF8.GetBytes(text));

    internal void Write(ReadOnlySpan<byte> text)
    {
        if (held.WrittenCount + text.Length > MostHeld)
        {
            Flush();
        }

        if (text.Length > MostHeld)
        {
            WriteOut(text);
        }
        else
        {
            held.Write(text);
        }
    }

    /// <summary>Writes what is collected to standard output. Ends the process if the other end of the pipe is closed.</summary>
    /// <exception cref="StopException">Standard output cannot be written, for example because the device is full.</exception>
    internal void Flush()
    {
        WriteOut(held.WrittenSpan);
        held.ResetWrittenCount();
    }

    private static void WriteOut(ReadOnlySpan<byte> text)
    {
        try
        {
            WriteAll(1, text);
        }
        catch (IOException error) when ((error.HResult & 0xffff) == BrokenPipe)
        {
            Environment.Exit(ClosedPipe);
        }
        catch (IOException error)
        {
            throw new StopException($"standard output: {error.Message}", Unwritable);
        }
    }

    /// <summary>
    /// Writes to a file descriptor at its current offset, which other processes might share. A FileStream writes at an
    /// offset of its own, and the console's stream does not report that a pipe is closed.
    /// </summary>
    private static void WriteAll(int descriptor, ReadOnlySpan<byte> bytes)
    {
        if (OperatingSystem.IsWindows())
        {
            using Stream console = descriptor == 1 ? Console.OpenStandardOutput() : Console.OpenStandardError();
            console.Write(bytes);
            return;
        }

        if (!bytes.IsEmpty && IsClosed(descriptor))
        {
            throw new IOException("it is closed");
        }

        while (!bytes.IsEmpty)
        {
            nint written = SystemWrite(descriptor, bytes, bytes.Length);
            int error = written < 0 ? Marshal.GetLastPInvokeError() : 0;
            if (error is not (0 or Interrupted))
            {
                throw new IOException(Marshal.GetPInvokeErrorMessage(error), error);
            }

            bytes = bytes[Math.Max(0, (int)written)..];
        }
    }

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    private static partial nint SystemWrite(int descriptor, ReadOnlySpan<byte> bytes, nint count);

    [LibraryImport("libc", EntryPoint = "fcntl")]
    private static partial int SystemControl(int descriptor, int command);
}
