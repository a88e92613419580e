using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;

namespace Hayapack.Tool;

/// <summary>Formats parts of the tool's messages.</summary>
internal static class Texts
{
    /// <summary>The length of the longest result of <see cref="Format"/>.</summary>
    internal const int LongestFormat = 15; // negative fixint

    internal static string Counted(long count, string what) => string.Create(CultureInfo.InvariantCulture, $"{count} {what}{(count == 1 ? "" : "s")}");

    /// <summary>Returns the end of an error's text, with the number of the message; empty for the first message.</summary>
    internal static string Numbered(long message) => message == 0 ? "" : $", in message {message + 1}";

    /// <summary>Returns the name of the encoding of a value, by its format byte.</summary>
    internal static string Format(byte code) => code switch
    {
        <= MessagePackCode.MaxFixInt or >= MessagePackCode.MinNegativeFixInt => MessagePackCode.ToFormatName(code),
        MessagePackCode.NeverUsed => "reserved",
        MessagePackCode.False or MessagePackCode.True => "bool",
        _ => MessagePackCode.ToFormatName(code).Replace(" ", "", StringComparison.Ordinal),
    };

    /// <summary>Returns a text as one line, with line breaks and terminal control characters escaped.</summary>
    internal static string Line(string text)
    {
        var line = new StringBuilder(text.Length);
        foreach (char one in text)
        {
            if (one < 0x20 || IsTerminalControl(one))
            {
                line.Append(one < 0x80 ? "\\x" : "\\u").Append(((int)one).ToString(one < 0x80 ? "x2" : "x4", CultureInfo.InvariantCulture));
            }
            else
            {
                line.Append(one);
            }
        }

        return line.ToString();
    }

    /// <summary>Returns whether a character controls a terminal: DEL, the C1 controls and those of text direction.</summary>
    private static bool IsTerminalControl(char one) => one is (>= '\x7f' and < '\xa0') or '\u061c' or '\u200e' or '\u200f'
        or (>= '\u202a' and <= '\u202e') or (>= '\u2066' and <= '\u2069');

    /// <summary>Returns the operating system's text for an error.</summary>
    internal static string OfSystem(Exception error) => error switch
    {
        FileNotFoundException or DirectoryNotFoundException => "No such file or directory",
        UnauthorizedAccessException => "Permission denied",
        _ when (error.HResult & 0xffff) is > 0 and < 200 => Marshal.GetPInvokeErrorMessage(error.HResult & 0xffff),
        _ => error.Message,
    };
}
