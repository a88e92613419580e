using System.Text;

namespace Hayapack.Typeless;

/// <summary>Parses and normalizes the assembly-qualified names of .NET types.</summary>
internal static class AssemblyQualifiedNames
{
    /// <summary>The largest length of a name that is looked up, in bytes of UTF-8.</summary>
    internal const int MaxLength = 4096;

    /// <summary>
    /// Returns the normal form of a name, by which names are compared: without version, culture, public key token and spaces
    /// after commas, and with System.Private.CoreLib in place of mscorlib.
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

    /// <summary>Returns a name without version, culture and public key token, also in its generic arguments.</summary>
    internal static string WithoutVersions(string name)
    {
        var text = new StringBuilder(name.Length);
        foreach (Part part in Parts(name, dropBlanks: false))
        {
            text.Append(name.AsSpan(part.From, part.Length));
        }

        return text.ToString();
    }

    /// <summary>Returns the index of the comma between the type's name and the assembly's name, or -1.</summary>
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

    /// <summary>Returns the parts of a name that remain after removing the assembly properties and, if asked, the spaces.</summary>
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
