using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using Hayapack.Json;

namespace Hayapack.Tool;

/// <summary>Small words of messages.</summary>
internal static class Texts
{
    internal static string Counted(long count, string what) => string.Create(CultureInfo.InvariantCulture, $"{count} {what}{(count == 1 ? "" : "s")}");

    /// <summary>The end of an error's text: which message it is, from the second on.</summary>
    internal static string Numbered(int message) => message == 0 ? "" : $", in message {message + 1}";

    /// <summary>One line for people, without characters that a terminal would obey.</summary>
    internal static string Line(string text)
    {
        var line = new StringBuilder(text.Length);
        foreach (char one in text)
        {
            if (one < 0x20 || JsonEscapes.IsObeyed(one))
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

    /// <summary>What the system says is wrong, in its words.</summary>
    internal static string OfSystem(Exception error) => error switch
    {
        FileNotFoundException or DirectoryNotFoundException => "No such file or directory",
        UnauthorizedAccessException => "Permission denied",
        _ when (error.HResult & 0xffff) is > 0 and < 200 => Marshal.GetPInvokeErrorMessage(error.HResult & 0xffff),
        _ => error.Message,
    };
}
