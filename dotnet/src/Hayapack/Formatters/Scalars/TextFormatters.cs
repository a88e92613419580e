using System.Globalization;
using System.Text;

namespace Hayapack.Formatters;

internal sealed class StringFormatter : IMessagePackFormatter<string?>
{
    public void Serialize(ref MessagePackWriter writer, string? value, MessagePackSerializerOptions options) => writer.Write(value);

    public string? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => reader.ReadString();
}

/// <summary>Serializes a string; equal strings that are read share one instance if possible.</summary>
public sealed class StringInterningFormatter : IMessagePackFormatter<string?>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, string? value, MessagePackSerializerOptions options) => writer.Write(value);

    /// <inheritdoc/>
    public string? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.ReadString() is { } text ? RecentStrings.Shared(text) : null;
}

/// <summary>
/// Serializes a type as a string: <see cref="Uri"/>, <see cref="Version"/>, <see cref="StringBuilder"/>.
/// </summary>
internal sealed class AsTextFormatter<T>(Func<T, string> text, Func<string, T?> value) : IMessagePackFormatter<T?>
    where T : class
{
    public void Serialize(ref MessagePackWriter writer, T? value, MessagePackSerializerOptions options) =>
        writer.Write(value is null ? null : text(value));

    public T? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        long start = reader.Consumed;
        string? read = reader.ReadString();
        if (read is null)
        {
            return null;
        }

        T? made = value(read);
        if (made is null)
        {
            MessagePackReader.ThrowInvalidValue(start, $"The text is not a {typeof(T)}.");
        }

        return made;
    }
}

internal sealed class RuneFormatter : IMessagePackFormatter<Rune>
{
    public void Serialize(ref MessagePackWriter writer, Rune value, MessagePackSerializerOptions options) => writer.Write(value.Value);

    public Rune Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        long start = reader.Consumed;
        if (!Rune.TryCreate(reader.ReadInt32(), out Rune rune))
        {
            MessagePackReader.ThrowInvalidValue(start, "The integer is not a Unicode code point.");
        }

        return rune;
    }
}

/// <summary>
/// Writes the name of a <see cref="Type"/>. Reading fails with <c>unsupported_type</c>: names in the input must not
/// load types.
/// </summary>
internal sealed class TypeFormatter<T> : IMessagePackFormatter<T?>
    where T : Type
{
    public void Serialize(ref MessagePackWriter writer, T? value, MessagePackSerializerOptions options) =>
        writer.Write(value?.AssemblyQualifiedName);

    public T? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        throw MessagePackReader.Fault(
            MessagePackErrorNames.UnsupportedType, reader.Consumed, "Types are not looked up by a name from the wire.");
    }
}

/// <summary>
/// A bounded cache of strings that were read recently. Thread-safe: each slot is replaced as a whole.
/// </summary>
internal static class RecentStrings
{
    /// <summary>
    /// The length of the longest string that is cached, in characters; longer ones are seldom repeated.
    /// </summary>
    private const int Longest = 128;

    private static readonly string?[] Slots = new string?[4096];

    internal static string Shared(string text)
    {
        if (text.Length is 0 or > Longest)
        {
            return text;
        }

        ref string? slot = ref Slots[(uint)text.GetHashCode() % (uint)Slots.Length];
        string? known = slot;
        if (known == text)
        {
            return known;
        }

        slot = text;
        return text;
    }
}
