using System.Collections;
using System.Globalization;
using Hayapack.Untyped;

namespace Hayapack.Formatters;

/// <summary>
/// Serializes an <see cref="object"/>. Writes null, booleans, integers in the width of their type, floats, strings,
/// byte arrays, times, enums as numbers, and collections and dictionaries of these; other types fail with
/// <c>unsupported_type</c>. Reads any value.
/// </summary>
public sealed class PrimitiveObjectFormatter : IMessagePackFormatter<object?>
{
    /// <summary>The shared instance.</summary>
    public static readonly PrimitiveObjectFormatter Instance = new();

    private PrimitiveObjectFormatter()
    {
    }

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, object? value, MessagePackSerializerOptions options)
    {
        if (TryWriteScalar(ref writer, value))
        {
            return;
        }

        writer.EnterDepth(options);
        switch (value)
        {
            case IDictionary map:
                int pairs = map.Count;
                writer.WriteMapHeader(pairs);
                int entries = 0;
                foreach (DictionaryEntry entry in map)
                {
                    Serialize(ref writer, entry.Key, options);
                    Serialize(ref writer, entry.Value, options);
                    entries++;
                }

                CollectionGuard.Same(entries, pairs, writer.Written);
                break;
            case ICollection items:
                int declared = items.Count;
                writer.WriteArrayHeader(declared);
                int count = 0;
                foreach (object? item in items)
                {
                    Serialize(ref writer, item, options);
                    count++;
                }

                CollectionGuard.Same(count, declared, writer.Written);
                break;
            default:
                throw new MessagePackSerializationException(
                    MessagePackErrorNames.UnsupportedType, writer.Written, $"{value!.GetType()} is not one of the primitive types.");
        }

        writer.LeaveDepth();
    }

    /// <inheritdoc/>
    public object? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        UntypedReader.Read(ref reader, options);

    /// <summary>Returns whether a value can be written: null, a scalar of MessagePack's types, an enum, a dictionary or collection.</summary>
    /// <param name="type">The type of the value.</param>
    /// <param name="value">The value.</param>
    /// <returns>True if so; the elements are not looked at.</returns>
    public static bool IsSupportedType(Type type, object? value)
    {
        ArgumentNullException.ThrowIfNull(type);
        return value is null or IDictionary or ICollection or Enum or string or bool or char or sbyte or byte or short or ushort
            or int or uint or long or ulong or float or double or DateTime;
    }

    /// <summary>Writes a value that contains no others; returns false and writes nothing for other types.</summary>
    internal static bool TryWriteScalar(ref MessagePackWriter writer, object? value)
    {
        switch (value)
        {
            // The most frequent types first.
            case null: writer.WriteNil(); return true;
            case string text: writer.Write(text); return true;
            case int number: writer.WriteInt32(number); return true;
            case bool flag: writer.Write(flag); return true;
            case double number: writer.Write(number); return true;
            case long number: writer.WriteInt64(number); return true;
            case float number: writer.Write(number); return true;
            case DateTime time: writer.Write(time); return true;
            case byte[] bytes: writer.Write(bytes); return true;
            case char character: writer.Write(character); return true;
            case byte number: writer.WriteUInt8(number); return true;
            case sbyte number: writer.WriteInt8(number); return true;
            case short number: writer.WriteInt16(number); return true;
            case ushort number: writer.WriteUInt16(number); return true;
            case uint number: writer.WriteUInt32(number); return true;
            case ulong number: writer.WriteUInt64(number); return true;
            case Enum member: return TryWriteScalar(ref writer, AsNumber(member));
            default: return false;
        }
    }

    private static object AsNumber(Enum member) =>
        Convert.ChangeType(member, Enum.GetUnderlyingType(member.GetType()), CultureInfo.InvariantCulture);
}
