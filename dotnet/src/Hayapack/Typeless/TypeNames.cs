using System.Text;

namespace Hayapack.Typeless;

/// <summary>The text of type names: assembly-qualified names of .NET.</summary>
internal static class TypeNames
{
    /// <summary>Longer names are not looked up. In bytes of UTF-8.</summary>
    internal const int MaxLength = 4096;

    private static ReadOnlySpan<byte> ObjectName => "System.Object"u8;

    /// <summary>Whether a name on the wire is that of <see cref="object"/>, whatever its assembly.</summary>
    internal static bool IsObject(ReadOnlySpan<byte> name) =>
        name.StartsWith(ObjectName) && (name.Length == ObjectName.Length || name[ObjectName.Length] == (byte)',');

    /// <summary>
    /// Gives the form in which names are compared: without versions, cultures and tokens, without blanks after commas,
    /// and with mscorlib as System.Private.CoreLib.
    /// </summary>
    internal static string Normal(string name)
    {
        var text = new StringBuilder(name.Length);
        foreach (Part part in Parts(name, dropBlanks: true))
        {
            ReadOnlySpan<char> shown = name.AsSpan(part.From, part.Length);
            bool isEnd = part.From + part.Length == name.Length || name[part.From + part.Length] is ',' or ']';
            text.Append(shown.SequenceEqual("mscorlib") && isEnd && text.Length > 0 && text[^1] == ',' ? "System.Private.CoreLib" : shown);
        }

        return text.ToString();
    }

    /// <summary>Leaves out versions, cultures and tokens, wherever they are.</summary>
    internal static string WithoutVersions(string name)
    {
        var text = new StringBuilder(name.Length);
        foreach (Part part in Parts(name, dropBlanks: false))
        {
            text.Append(name.AsSpan(part.From, part.Length));
        }

        return text.ToString();
    }

    /// <summary>Gives the index of the comma between the name of a type and that of its assembly, or -1.</summary>
    internal static int AssemblyComma(ReadOnlySpan<char> name)
    {
        int depth = 0;
        for (int i = 0; i < name.Length; i++)
        {
            switch (name[i])
            {
                case '[':
                    depth++;
                    break;
                case ']':
                    depth--;
                    break;
                case ',' when depth == 0:
                    return i;
            }
        }

        return -1;
    }

    /// <summary>Cuts a name into pieces that stay, between those that are left out.</summary>
    private static IEnumerable<Part> Parts(string name, bool dropBlanks)
    {
        int from = 0;
        for (int i = 0; i < name.Length; i++)
        {
            if (name[i] != ',')
            {
                continue;
            }

            int word = i + 1;
            while (word < name.Length && name[word] == ' ')
            {
                word++;
            }

            if (IsAssemblyProperty(name.AsSpan(word)))
            {
                yield return new Part(from, i - from);
                int end = name.AsSpan(word).IndexOfAny(',', ']');
                from = end < 0 ? name.Length : word + end;
                i = from - 1;
            }
            else if (dropBlanks)
            {
                yield return new Part(from, i + 1 - from);
                from = word;
                i = word - 1;
            }
        }

        yield return new Part(from, name.Length - from);
    }

    private static bool IsAssemblyProperty(ReadOnlySpan<char> text) =>
        text.StartsWith("Version=") || text.StartsWith("Culture=") || text.StartsWith("PublicKeyToken=");

    private readonly record struct Part(int From, int Length);
}
