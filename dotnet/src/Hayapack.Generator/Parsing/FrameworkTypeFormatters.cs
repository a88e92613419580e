using Microsoft.CodeAnalysis;

namespace Hayapack.Generator.Parsing;

/// <summary>.NET's own types, and which of them the library has formatters for.</summary>
internal static class FrameworkTypeFormatters
{
    /// <summary>The types of BuiltinFormatters that are not generic and no arrays; a test compares them.</summary>
    internal static readonly HashSet<string> WithFormatter = new(StringComparer.Ordinal)
    {
        "System.Boolean", "System.Byte", "System.Char", "System.DateOnly", "System.DateTime", "System.DateTimeOffset", "System.Decimal",
        "System.Double", "System.Guid", "System.Half", "System.Int128", "System.Int16", "System.Int32", "System.Int64", "System.Object",
        "System.SByte", "System.Single", "System.String", "System.TimeOnly", "System.TimeSpan", "System.Type", "System.UInt128",
        "System.UInt16", "System.UInt32", "System.UInt64", "System.Uri", "System.Version",
        "System.Collections.ArrayList", "System.Collections.BitArray", "System.Collections.Hashtable", "System.Collections.ICollection",
        "System.Collections.IDictionary", "System.Collections.IEnumerable", "System.Collections.IList", "System.Dynamic.ExpandoObject",
        "System.Numerics.BigInteger", "System.Numerics.Complex", "System.Numerics.Matrix3x2", "System.Numerics.Matrix4x4",
        "System.Numerics.Quaternion", "System.Numerics.Vector2", "System.Numerics.Vector3", "System.Numerics.Vector4",
        "System.Text.Rune", "System.Text.StringBuilder", "System.IntPtr", "System.UIntPtr", "System.Index", "System.Range",
        "System.TimeZoneInfo", "System.Globalization.CultureInfo", "System.Text.Encoding", "System.Net.IPAddress", "System.Net.IPEndPoint",
        "System.Text.Json.JsonElement", "System.Text.Json.JsonDocument", "System.Text.Json.Nodes.JsonNode",
        "System.Text.Json.Nodes.JsonObject", "System.Text.Json.Nodes.JsonArray", "System.Text.Json.Nodes.JsonValue",
    };

    /// <summary>Returns whether a type is one of .NET's own.</summary>
    public static bool Contains(INamedTypeSymbol type)
        => type.ContainingNamespace?.ToDisplayString() is { } space && (space == "System" || space.StartsWith("System.", StringComparison.Ordinal));

    /// <summary>Returns whether the library has a formatter for a type of another assembly.</summary>
    public static bool HasFormatter(INamedTypeSymbol type)
        => LibraryFormatters.ForKnown(type.OriginalDefinition) is not null || type.ContainingNamespace?.ToDisplayString() == KnownAttributes.Ours
            || (type.ContainingType is null && WithFormatter.Contains(type.ContainingNamespace?.ToDisplayString() + "." + type.MetadataName));
}
