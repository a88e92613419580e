using System.Runtime.InteropServices;
using System.Text;

namespace Hayapack.Tool;

/// <summary>Buffers standard output; an error in writing it ends the program. Also writes lines to standard error.</summary>
internal sealed partial class Output
{
    private const int Interrupted = 4;
    private const int BrokenPipe = 32;
    private const int MostHeld = 64 * 1024;

    private readonly MemoryStream held = new();

    internal static bool IsTerminal => !Console.IsOutputRedirected;

    /// <summary>Writes a line to standard error, with terminal control characters escaped.</summary>
    internal static void Say(string text)
    {
        try
        {
            WriteAll(2, Encoding.UTF8.GetBytes(Texts.Line(text) + "\n"));
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException)
        {
        }
    }

    internal void Write(ReadOnlySpan<byte> text)
    {
        held.Write(text);
        if (held.Length >= MostHeld)
        {
            Flush();
        }
    }

    internal void Write(string text) => Write(Encoding.UTF8.GetBytes(text));

    /// <summary>Writes the buffer to standard output. Ends the process if the other end of the pipe is closed.</summary>
    /// <exception cref="UnwritableException">Standard output cannot be written, for example because the device is full.</exception>
    internal void Flush()
    {
        try
        {
            WriteAll(1, held.GetBuffer().AsSpan(0, (int)held.Length));
        }
        catch (IOException error) when ((error.HResult & 0xffff) == BrokenPipe)
        {
            Environment.Exit(Status.ClosedPipe);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw new UnwritableException($"standard output: {Texts.OfSystem(error)}", Status.BadData);
        }
        finally
        {
            held.SetLength(0);
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

        while (!bytes.IsEmpty)
        {
            nint written = SystemWrite(descriptor, bytes, bytes.Length);
            if (written < 0)
            {
                int error = Marshal.GetLastPInvokeError();
                if (error == Interrupted)
                {
                    continue;
                }

                throw new IOException(Marshal.GetPInvokeErrorMessage(error), error);
            }

            bytes = bytes[(int)written..];
        }
    }

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    private static partial nint SystemWrite(int descriptor, ReadOnlySpan<byte> bytes, nint count);
}
