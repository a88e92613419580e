using System.Text;

namespace Hayapack.Formatters;

/// <summary>Serializes <see cref="string"/>.</summary>
public sealed class NullableStringFormatter : IMessagePackFormatter<string?>
{
    /// <summary>The shared instance.</summary>
    public static readonly NullableStringFormatter Instance = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, string? value, MessagePackSerializerOptions options) => writer.Write(value);

    /// <inheritdoc/>
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
    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, T? value, MessagePackSerializerOptions options) =>
        writer.Write(value is null ? null : text(value));

    /// <inheritdoc/>
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

/// <summary>Serializes <see cref="Rune"/> as its code point.</summary>
public sealed class RuneFormatter : IMessagePackFormatter<Rune>
{
    /// <summary>The shared instance.</summary>
    public static readonly RuneFormatter Instance = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Rune value, MessagePackSerializerOptions options) => writer.Write(value.Value);

    /// <inheritdoc/>
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
/// Writes the name of a <see cref="Type"/>. Reading fails with <c>unsupported_type</c>, because names in the input must not
/// load types, unless <see cref="MessagePackSerializerOptions.LoadType"/> is overridden and returns the type.
/// </summary>
/// <typeparam name="T"><see cref="Type"/>.</typeparam>
public sealed class TypeFormatter<T> : IMessagePackFormatter<T?>
    where T : Type
{
    /// <summary>The shared instance.</summary>
    public static readonly TypeFormatter<T> Instance = new();

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, T? value, MessagePackSerializerOptions options) =>
        writer.Write(value?.AssemblyQualifiedName);

    /// <inheritdoc/>
    public T? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        long start = reader.Consumed;
        if (options.IsDerived)
        {
            if (options.LoadType(reader.ReadString()!) is T type)
            {
                options.ThrowIfDeserializingTypeIsDisallowed(type);
                return type;
            }
        }

        throw new MessagePackSerializationException(
            MessagePackErrorNames.UnsupportedType, start, "Types are not looked up by a name from the wire.", new TypeLoadException());
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
