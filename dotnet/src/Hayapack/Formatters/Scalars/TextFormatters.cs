using System.Globalization;
using System.Text;

namespace Hayapack.Formatters;

internal sealed class StringFormatter : IMessagePackFormatter<string?>
{
    public void Serialize(ref MessagePackWriter writer, string? value, MessagePackSerializerOptions options) => writer.Write(value);

    public string? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => reader.ReadString();
}

/// <summary>Text as itself, of which equal ones become one object when they are read.</summary>
public sealed class StringInterningFormatter : IMessagePackFormatter<string?>
{
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, string? value, MessagePackSerializerOptions options) => writer.Write(value);

    /// <inheritdoc/>
    public string? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.ReadString() is { } text ? RecentStrings.Shared(text) : null;
}

/// <summary>A type that is written as text: <see cref="Uri"/>, <see cref="Version"/>, <see cref="StringBuilder"/>.</summary>
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

/// <summary>The name of a type. It is never looked up: reading is refused.</summary>
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

/// <summary>A bounded set of strings that were read lately.</summary>
internal static class RecentStrings
{
    /// <summary>Longer ones are rarely repeated.</summary>
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
