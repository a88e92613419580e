using System.Buffers;
using Microsoft.Win32.SafeHandles;

namespace Hayapack.Tool;

/// <summary>
/// Reads inputs message by message and reports their errors. One message is in memory at a time, of at most 2 GiB, and the content
/// of an LZ4 message, of at most 64 MiB.
/// </summary>
internal abstract class Command(Output output)
{
    /// <summary>A depth of 1024. The length of a message is not limited: what the tool is given is to be shown.</summary>
    protected static readonly MessagePackLimits Limits = MessagePackLimits.Default;

    /// <summary>The number of messages before the one that is read.</summary>
    private long messages;

    /// <summary>The offset of the message that is handled; 0 while one is read, because the reader's errors have offsets in the input.</summary>
    private long begin;

    protected Output Output => output;

    /// <summary>Gets a value indicating whether offsets and paths refer to the content of an LZ4 message.</summary>
    protected bool IsContent { get; private set; }

    /// <summary>Handles all messages of an input.</summary>
    /// <param name="path">The path of a file; "-" for standard input.</param>
    /// <returns>False if there was an error, which is then written to standard error.</returns>
    /// <exception cref="StopException">The output cannot be written.</exception>
    internal async Task<bool> RunAsync(string path)
    {
        string name = path == "-" ? "standard input" : path;
        try
        {
            using var reader = new MessagePackStreamReader(Open(path), leaveOpen: false, Limits);
            await ReadAsync(reader, name);
            return true;
        }
        catch (Exception error) when (
            error is MessagePackSerializationException or IOException or UnauthorizedAccessException or ArgumentException or OutOfMemoryException)
        {
            output.Flush();
            Output.Say($"{name}: {TextOf(error, path)}");
            return false;
        }
    }

    /// <summary>Handles a message whose structure is valid.</summary>
    protected abstract void Take(ReadOnlyMemory<byte> message);

    /// <summary>Handles what was read of a message whose structure is not valid, before its error is reported.</summary>
    /// <param name="start">The first bytes of the message.</param>
    protected virtual void TakeDamaged(ReadOnlyMemory<byte> start)
    {
    }

    /// <summary>Handles the end of an input without errors.</summary>
    protected virtual void End(string name, long messages, long bytes)
    {
    }

    /// <summary>Returns the content of an LZ4 message, which later errors refer to; other messages are returned unchanged.</summary>
    protected ReadOnlyMemory<byte> Opened(ReadOnlyMemory<byte> message)
    {
        byte[]? content = MessagePackSerializer.Decompress(message.Span);
        IsContent = content is not null;
        return content ?? message;
    }

    /// <summary>Returns the offset of a value in the input.</summary>
    protected long OffsetOf(int inMessage) => begin + inMessage;

    private static FileStream Open(string path)
    {
        if (path != "-")
        {
            return new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
        }

        return Output.IsClosed(0)
            ? throw new IOException("it is closed")
            : new FileStream(new SafeFileHandle(0, ownsHandle: false), FileAccess.Read, bufferSize: 0);
    }

    private async Task ReadAsync(MessagePackStreamReader reader, string name)
    {
        for (messages = 0; ; messages++)
        {
            ReadOnlyMemory<byte> message;
            begin = 0;
            IsContent = false;
            try
            {
                ValueTask<ReadOnlySequence<byte>?> next = reader.ReadAsync();
                if (!next.IsCompleted)
                {
                    output.Flush(); // whoever reads the output gets each line before the input has another one
                }

                if (await next is not { } whole)
                {
                    break;
                }

                message = whole.First; // the reader of a stream has each message in one segment
            }
            catch (MessagePackSerializationException)
            {
                begin = reader.MessageOffset;
                TakeDamaged(reader.RemainingBytes.First);
                begin = 0;
                throw;
            }

            begin = reader.MessageOffset;
            Take(message);
        }

        End(name, messages, reader.MessageOffset);
    }

    private string TextOf(Exception error, string path) => error switch
    {
        MessagePackSerializationException fault => TextOf(fault),
        FileNotFoundException or DirectoryNotFoundException => "no such file",
        UnauthorizedAccessException => Directory.Exists(path) ? "is a directory" : "permission denied",
        OutOfMemoryException => "the message is larger than the memory",
        _ => error.Message,
    };

    private string TextOf(MessagePackSerializationException fault)
    {
        string place = $", at byte {(IsContent ? 0 : begin) + fault.Offset}{(fault.Path is null ? "" : ", ")}{fault.Path}";
        string content = IsContent ? $" of the content of the LZ4 message at byte {begin}" : "";
        return $"{fault.ErrorName}: {fault.Description.TrimEnd('.')}{place}{content}{(messages == 0 ? "" : $", message {messages + 1}")}";
    }
}
