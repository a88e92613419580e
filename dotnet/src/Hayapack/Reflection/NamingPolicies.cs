using System.Text.Json;

namespace Hayapack.Reflection;

/// <summary>Converts member names to keys. Splits words like System.Text.Json.</summary>
internal static class NamingPolicies
{
    internal static string Apply(KeyNamingPolicy policy, string name) => policy switch
    {
        KeyNamingPolicy.CamelCase => JsonNamingPolicy.CamelCase.ConvertName(name),
        KeyNamingPolicy.SnakeCaseLower => JsonNamingPolicy.SnakeCaseLower.ConvertName(name),
        KeyNamingPolicy.SnakeCaseUpper => JsonNamingPolicy.SnakeCaseUpper.ConvertName(name),
        KeyNamingPolicy.KebabCaseLower => JsonNamingPolicy.KebabCaseLower.ConvertName(name),
        KeyNamingPolicy.KebabCaseUpper => JsonNamingPolicy.KebabCaseUpper.ConvertName(name),
        _ => name,
    };
}
