using System.Globalization;
using Hayapack.Generator.Emit;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Hayapack.Generator.Parsing;

/// <summary>
/// Converts the default of an optional parameter, used if its member is missing in the input, to a C# expression.
/// </summary>
internal static class ParameterDefault
{
    /// <summary>
    /// Returns an expression of the member's type; <c>default</c> if the parameter has no default or one of another
    /// type.
    /// </summary>
    public static string Of(IParameterSymbol parameter, ITypeSymbol member)
    {
        if (!parameter.HasExplicitDefaultValue || parameter.ExplicitDefaultValue is not { } value
            || !SymbolEqualityComparer.Default.Equals(parameter.Type, member))
        {
            return "default";
        }

        return "(" + SymbolNames.Of(parameter.Type) + ")(" + Literal(value) + ")";
    }

    private static string Literal(object value) => value switch
    {
        bool flag => flag ? "true" : "false",
        string text => Api.Literal(text),
        char letter => SymbolDisplay.FormatLiteral(letter, quote: true),
        float number => Float(number, "float", "F"),
        double number => Float(number, "double", "D"),
        decimal number => number.ToString(CultureInfo.InvariantCulture) + "M",
        long number => number.ToString(CultureInfo.InvariantCulture) + "L",
        ulong number => number.ToString(CultureInfo.InvariantCulture) + "UL",
        System.IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
        _ => "default",
    };

    private static string Float(double number, string type, string suffix) =>
        double.IsNaN(number) ? type + ".NaN"
        : double.IsPositiveInfinity(number) ? type + ".PositiveInfinity"
        : double.IsNegativeInfinity(number) ? type + ".NegativeInfinity"
        : (type == "float" ? ((float)number).ToString("R", CultureInfo.InvariantCulture) : number.ToString("R", CultureInfo.InvariantCulture)) + suffix;
}
