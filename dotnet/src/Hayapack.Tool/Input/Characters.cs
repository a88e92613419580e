using System.Globalization;
using System.Text;

namespace Hayapack.Tool;

/// <summary>Properties of characters, as Python's str.isalnum() and str.islower() have them.</summary>
internal static class Characters
{
    /// <summary>Unicode's Other_Lowercase: the first and the last character of each range.</summary>
    private static readonly (int First, int Last)[] OtherLowercase =
    [
        (0xaa, 0xaa), (0xba, 0xba), (0x2b0, 0x2b8), (0x2c0, 0x2c1), (0x2e0, 0x2e4), (0x345, 0x345), (0x37a, 0x37a), (0x1d2c, 0x1d6a),
        (0x1d78, 0x1d78), (0x1d9b, 0x1dbf), (0x2071, 0x2071), (0x207f, 0x207f), (0x2090, 0x209c), (0x2170, 0x217f), (0x24d0, 0x24e9),
        (0x2c7c, 0x2c7d), (0xa69c, 0xa69d), (0xa770, 0xa770), (0xa7f8, 0xa7f9), (0xab5c, 0xab5f), (0x10780, 0x10780),
        (0x10783, 0x10785), (0x10787, 0x107b0), (0x107b2, 0x107ba),
    ];

    /// <summary>Returns whether a character is a digit or another number, such as ½.</summary>
    internal static bool IsNumber(Rune rune) => Rune.GetUnicodeCategory(rune)
        is UnicodeCategory.DecimalDigitNumber or UnicodeCategory.LetterNumber or UnicodeCategory.OtherNumber;

    internal static bool IsLower(Rune rune) => Rune.GetUnicodeCategory(rune) == UnicodeCategory.LowercaseLetter
        || Array.Exists(OtherLowercase, range => range.First <= rune.Value && rune.Value <= range.Last);
}
