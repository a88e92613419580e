using System.Text;

namespace Hayapack.Generator.Parsing;

/// <summary>The values of <c>Hayapack.KeyNamingPolicy</c>.</summary>
internal enum NamingPolicy
{
    None,
    CamelCase,
    SnakeCaseLower,
    SnakeCaseUpper,
    KebabCaseLower,
    KebabCaseUpper,
}

/// <summary>Converts members' names to map keys, like the naming policies of System.Text.Json.</summary>
internal static class KeyNaming
{
    public static string Apply(NamingPolicy policy, string name) => policy switch
    {
        NamingPolicy.CamelCase => Camel(name),
        NamingPolicy.SnakeCaseLower => Separate(name, '_').ToLowerInvariant(),
        NamingPolicy.SnakeCaseUpper => Separate(name, '_').ToUpperInvariant(),
        NamingPolicy.KebabCaseLower => Separate(name, '-').ToLowerInvariant(),
        NamingPolicy.KebabCaseUpper => Separate(name, '-').ToUpperInvariant(),
        _ => name,
    };

    // "IOStream" gives "ioStream": leading capitals become lower case, except the last one if a lower-case letter
    // follows it.
    private static string Camel(string name)
    {
        char[] letters = name.ToCharArray();
        for (int i = 0; i < letters.Length && char.IsUpper(letters[i]); i++)
        {
            if (i > 0 && i + 1 < letters.Length && !char.IsUpper(letters[i + 1]))
            {
                break;
            }

            letters[i] = char.ToLowerInvariant(letters[i]);
        }

        return new string(letters);
    }

    // "XMLFile2Name" gives "XML_File2_Name".
    private static string Separate(string name, char separator)
    {
        StringBuilder text = new();
        for (int i = 0; i < name.Length; i++)
        {
            char c = name[i];
            bool startsWord = char.IsUpper(c) && i > 0
                && (!char.IsUpper(name[i - 1]) || (i + 1 < name.Length && char.IsLower(name[i + 1])));
            if (startsWord && text.Length > 0 && text[text.Length - 1] != separator && name[i - 1] != '_')
            {
                text.Append(separator);
            }

            text.Append(c == '_' ? separator : c);
        }

        return text.ToString();
    }
}
