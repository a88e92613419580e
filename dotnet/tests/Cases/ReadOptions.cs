using Hayapack;

namespace Cases;

/// <summary>What some types need to be read.</summary>
public static class ReadOptions
{
    private static readonly MessagePackSerializerOptions Trusted = MessagePackSerializerOptions.Standard.WithSecurity(MessagePackSecurity.TrustedData);

    /// <summary>Types that are written but not read: a name on the wire is not looked up.</summary>
    public static bool IsNotRead(string name) => name is "Type" or "Type[]" or "List<Type>";

    /// <summary>Keys without a comparer that resists collisions are read from trusted data only.</summary>
    public static MessagePackSerializerOptions Of(string name) =>
        name.StartsWith("Dictionary<(", StringComparison.Ordinal) ? Trusted : MessagePackSerializerOptions.Standard;
}
