using Microsoft.Win32.SafeHandles;

namespace Hayapack.Tool;

/// <summary>The bytes of an input, by offset.</summary>
internal abstract class Source(string name) : IDisposable
{
    /// <summary>The number of bytes read at a time.</summary>
    internal const int Window = 1 << 20;

    /// <summary>Gets the input's name, for messages.</summary>
    internal string Name { get; } = name;

    /// <summary>Gets a value indicating whether the offsets are those of decompressed data.</summary>
    internal bool IsDecompressed { get; init; }

    /// <summary>Reads at least 1 byte from an offset; returns 0 at the end.</summary>
    /// <exception cref="StopException">The input cannot be read.</exception>
    internal abstract int Fetch(long at, Span<byte> into);

    /// <summary>The bytes before this offset will not be needed again.</summary>
    internal virtual void Forget(long before)
    {
    }

    /// <inheritdoc/>
    public virtual void Dispose()
    {
    }

    /// <summary>Returns the name before the text of an error.</summary>
    internal string NameFor(StopException stop) =>
        IsDecompressed && stop is not UnreadableException && stop.Status != Status.Usage ? $"{Name} (decompressed)" : Name;

    /// <summary>Returns the exception for an error in reading.</summary>
    /// <param name="error">The error.</param>
    /// <param name="offset">The offset in the input.</param>
    internal static UnreadableException Unreadable(Exception error, long offset) => new($"byte {offset}: {Texts.OfSystem(error)}");
}

/// <summary>A regular file.</summary>
/// <param name="name">The file's name.</param>
/// <param name="file">The open file.</param>
/// <param name="start">The offset in the file at which the input begins.</param>
internal sealed class FileSource(string name, SafeFileHandle file, long start) : Source(name)
{
    internal override int Fetch(long at, Span<byte> into)
    {
        try
        {
            return RandomAccess.Read(file, into, start + at);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw Unreadable(error, at);
        }
    }

    /// <inheritdoc/>
    public override void Dispose() => file.Dispose();
}

/// <summary>An input that can be read only once. Keeps the bytes from the offset given to <see cref="Forget"/> on.</summary>
/// <param name="name">The input's name.</param>
/// <param name="read">Reads the next bytes; returns 0 at the end.</param>
/// <param name="close">Closes the input.</param>
internal sealed class PipeSource(string name, PipeSource.Reading read, Action close) : Source(name)
{
    /// <summary>The number of bytes that are kept in memory; more are kept in a temporary file.</summary>
    private const int Spool = 32 << 20;

    private readonly byte[] window = new byte[Window];
    private byte[] held = [];
    private int count;
    private long first;
    private long end;
    private SafeFileHandle? spool;

    internal delegate int Reading(Span<byte> into);

    internal override int Fetch(long at, Span<byte> into)
    {
        if (at >= end)
        {
            int size = read(window);
            if (size == 0)
            {
                return 0;
            }

            Keep(window.AsSpan(0, size));
            end += size;
        }

        if (spool is not null)
        {
            return RandomAccess.Read(spool, into, at - first);
        }

        int start = (int)(at - first);
        int found = Math.Min(into.Length, count - start);
        held.AsSpan(start, found).CopyTo(into);
        return found;
    }

    internal override void Forget(long before)
    {
        if (spool is not null && before >= end)
        {
            spool.Dispose();
            spool = null;
            first = end;
        }
        else if (spool is null)
        {
            int size = (int)(before - first);
            if (size * 2L >= count)
            {
                held.AsSpan(size, count - size).CopyTo(held);
                count -= size;
                first = before;
            }
        }
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        spool?.Dispose();
        close();
    }

    private void Keep(ReadOnlySpan<byte> data)
    {
        if (spool is null && count > Spool)
        {
            spool = TemporaryFile();
            Write(held.AsSpan(0, count), 0);
            held = [];
            count = 0;
        }

        if (spool is not null)
        {
            Write(data, end - first);
            return;
        }

        if (held.Length - count < data.Length)
        {
            Array.Resize(ref held, Math.Max(count + data.Length, held.Length * 2));
        }

        data.CopyTo(held.AsSpan(count));
        count += data.Length;
    }

    private void Write(ReadOnlySpan<byte> data, long at)
    {
        try
        {
            RandomAccess.Write(spool!, data, at);
        }
        catch (IOException error)
        {
            throw new UnwritableException($"a temporary file in {Path.TrimEndingDirectorySeparator(Path.GetTempPath())}: {Texts.OfSystem(error)}", Status.BadData);
        }
    }

    private static SafeFileHandle TemporaryFile()
    {
        string path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        SafeFileHandle file = File.OpenHandle(path, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None, FileOptions.DeleteOnClose);
        if (!OperatingSystem.IsWindows())
        {
            File.Delete(path); // also after a signal, no file is left
        }

        return file;
    }
}
