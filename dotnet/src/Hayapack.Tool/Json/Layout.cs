using System.Text;

namespace Hayapack.Tool;

/// <summary>Adds indentation, and colours for a terminal, to JSON without spaces.</summary>
internal sealed class Layout(bool isPretty, bool hasColours) : IDisposable
{
    /// <summary>Values in more containers are indented like those in this many, so that the output is linear in the input.</summary>
    private const int MostIndented = 32;

    private readonly MemoryStream text = new();
    private readonly Stack<bool> open = new();
    private bool isEmpty;
    private bool isKey;

    /// <inheritdoc/>
    public void Dispose() => text.Dispose();

    /// <summary>Formats the next piece of the JSON, which ends between tokens. The result is valid until the next call.</summary>
    internal ReadOnlySpan<byte> Text(ReadOnlySpan<byte> json)
    {
        text.SetLength(0);
        for (int at = 0; at < json.Length;)
        {
            int size = TokenSize(json[at..]);
            Token(json.Slice(at, size));
            at += size;
        }

        return text.GetBuffer().AsSpan(0, (int)text.Length);
    }

    private static int TokenSize(ReadOnlySpan<byte> json)
    {
        if (json[0] != '"')
        {
            int end = json.IndexOfAny("[]{},:\n"u8);
            return end == 0 ? 1 : end < 0 ? json.Length : end;
        }

        int size = 1;
        while (json[size] != '"')
        {
            size += json[size] == '\\' ? 2 : 1;
        }

        return size + 1;
    }

    private void Token(ReadOnlySpan<byte> token)
    {
        bool isMark = token.Length == 1 && "[]{},:\n"u8.Contains(token[0]);
        if (isMark && token[0] is (byte)']' or (byte)'}')
        {
            open.Pop();
            if (!isEmpty)
            {
                NewLine();
            }

            isEmpty = isKey = false; // the next message may be a string
        }
        else if (isEmpty)
        {
            isEmpty = false;
            NewLine();
        }

        if (isMark || !hasColours)
        {
            text.Write(token);
        }
        else
        {
            Coloured(token);
        }

        if (!isMark)
        {
            return;
        }

        switch (token[0])
        {
            case (byte)'[' or (byte)'{':
                open.Push(token[0] == '{');
                isEmpty = true;
                isKey = token[0] == '{';
                break;
            case (byte)',':
                isKey = open.Peek();
                NewLine();
                break;
            case (byte)':':
                isKey = false;
                if (isPretty)
                {
                    text.WriteByte((byte)' ');
                }

                break;
        }
    }

    private void NewLine()
    {
        if (isPretty)
        {
            text.WriteByte((byte)'\n');
            text.Write(Encoding.ASCII.GetBytes(new string(' ', 2 * Math.Min(open.Count, MostIndented))));
        }
    }

    private void Coloured(ReadOnlySpan<byte> token)
    {
        text.Write(token[0] == '"' ? (isKey ? "\e[1;34m"u8 : "\e[32m"u8)
            : token.SequenceEqual("null"u8) || token.SequenceEqual("true"u8) || token.SequenceEqual("false"u8) ? "\e[35m"u8 : "\e[36m"u8);
        text.Write(token);
        text.Write("\e[0m"u8);
    }
}
