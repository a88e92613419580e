namespace Hayapack.Generator.Tests.Support;

/// <summary>Formats bytes as hexadecimal text, and round trips values.</summary>
internal static class Wire
{
    public static string Hex<T>(T value, MessagePackSerializerOptions? options = null) =>
        Convert.ToHexStringLower(MessagePackSerializer.Serialize(value, options));

    public static T Read<T>(string hex, MessagePackSerializerOptions? options = null) =>
        MessagePackSerializer.Deserialize<T>(Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal)), options)!;

    public static T RoundTrip<T>(T value, MessagePackSerializerOptions? options = null) =>
        MessagePackSerializer.Deserialize<T>(MessagePackSerializer.Serialize(value, options), options)!;

    public static MessagePackSerializationException Fails<T>(string hex) =>
        Assert.Throws<MessagePackSerializationException>(() => Read<T>(hex));

    /// <summary>Returns an encoded str, header and content, as hexadecimal text.</summary>
    public static string Str(string text)
    {
        byte[] utf8 = System.Text.Encoding.UTF8.GetBytes(text);
        string header = utf8.Length <= 31 ? (0xa0 | utf8.Length).ToString("x2") : "d9" + utf8.Length.ToString("x2");
        return header + Convert.ToHexStringLower(utf8);
    }
}
