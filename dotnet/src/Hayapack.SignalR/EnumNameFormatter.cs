using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.Serialization;
using Hayapack.Formatters;

namespace Hayapack.SignalR;

/// <summary>
/// Serializes an enum, or a nullable one, as its name, where no generic type can be made at run time: the library's own
/// formatter is for <c>struct, Enum</c>, which the resolver cannot show its type parameter to be.
/// </summary>
internal sealed class EnumNameFormatter<T> : IMessagePackFormatter<T>
{
    private static readonly Type Enumeration = Nullable.GetUnderlyingType(typeof(T)) ?? typeof(T);
    private readonly Dictionary<string, string> written = [];
    private readonly Dictionary<string, string> names = [];

    [UnconditionalSuppressMessage("Trimming", "IL2080", Justification = "The trimmer keeps the fields of an enum that it keeps.")]
    public EnumNameFormatter()
    {
        foreach (FieldInfo field in Enumeration.GetFields(BindingFlags.Public | BindingFlags.Static))
        {
            if (field.GetCustomAttribute<EnumMemberAttribute>() is { IsValueSetExplicitly: true, Value: { } text })
            {
                written[field.Name] = text;
                names[text] = field.Name;
            }
        }
    }

    public void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options) =>
        writer.Write(value is null ? null : Translate(value.ToString()!, written));

    public T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (default(T) is null && reader.TryReadNil())
        {
            return default!;
        }

        long start = reader.Consumed;
        if (reader.NextMessagePackType == MessagePackType.Integer)
        {
            return (T)(Type.GetTypeCode(Enumeration) == TypeCode.UInt64
                ? Enum.ToObject(Enumeration, reader.ReadUInt64())
                : Number(reader.ReadInt64(), start));
        }

        if (reader.NextMessagePackType != MessagePackType.String)
        {
            reader.ThrowUnexpected(Enumeration.Name);
        }

        if (!Enum.TryParse(Enumeration, Translate(reader.ReadString()!, names), out object? value))
        {
            MessagePackReader.ThrowInvalidValue(start, $"The text is not a name of {Enumeration}.");
        }

        return (T)value!;
    }

    private static object Number(long number, long start)
    {
        object value = Enum.ToObject(Enumeration, number);
        if (Convert.ToInt64(value, null) != number)
        {
            MessagePackReader.ThrowInvalidValue(start, $"The number is not in the range of {Enumeration}.");
        }

        return value;
    }

    private static string Translate(string text, Dictionary<string, string> to) => to.Count == 0
        ? text
        : string.Join(", ", text.Split(',').Select(name => to.GetValueOrDefault(name.Trim(), name.Trim())));
}
