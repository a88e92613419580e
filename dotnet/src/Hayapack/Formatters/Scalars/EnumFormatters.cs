using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;

namespace Hayapack.Formatters;

/// <summary>Serializes an enum as its number. Also reads its names.</summary>
/// <typeparam name="T">The enum type.</typeparam>
public sealed class GenericEnumFormatter<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicFields)] T> : IMessagePackFormatter<T>
    where T : struct, Enum
{
    private static readonly TypeCode Underlying = Type.GetTypeCode(typeof(T));
    private EnumNames<T>? names;

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options)
    {
        switch (Underlying)
        {
            case TypeCode.SByte: writer.Write(Unsafe.As<T, sbyte>(ref value)); break;
            case TypeCode.Byte: writer.Write(Unsafe.As<T, byte>(ref value)); break;
            case TypeCode.Int16: writer.Write(Unsafe.As<T, short>(ref value)); break;
            case TypeCode.UInt16: writer.Write(Unsafe.As<T, ushort>(ref value)); break;
            case TypeCode.Int32: writer.Write(Unsafe.As<T, int>(ref value)); break;
            case TypeCode.UInt32: writer.Write(Unsafe.As<T, uint>(ref value)); break;
            case TypeCode.Int64: writer.Write(Unsafe.As<T, long>(ref value)); break;
            default: writer.Write(Unsafe.As<T, ulong>(ref value)); break;
        }
    }

    /// <inheritdoc/>
    public T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.NextMessagePackType == MessagePackType.String
            ? (names ??= new EnumNames<T>(ignoreCase: false)).Read(ref reader)
            : EnumNumber.Read<T>(ref reader, Underlying);
}

/// <summary>Serializes an enum as its name, flags as names separated by commas. Also reads numbers.</summary>
/// <typeparam name="T">The enum type.</typeparam>
/// <param name="ignoreCase">Whether the case of names is ignored when reading.</param>
public sealed class EnumAsStringFormatter<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicFields)] T>(bool ignoreCase) : IMessagePackFormatter<T>
    where T : struct, Enum
{
    private readonly EnumNames<T> names = new(ignoreCase);

    /// <summary>
    /// Initializes a new instance of the <see cref="EnumAsStringFormatter{T}"/> class that reads names
    /// case-sensitively.
    /// </summary>
    public EnumAsStringFormatter()
        : this(ignoreCase: false)
    {
    }

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options) => writer.Write(names.TextOf(value));

    /// <inheritdoc/>
    public T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.NextMessagePackType == MessagePackType.Integer
            ? EnumNumber.Read<T>(ref reader, Type.GetTypeCode(typeof(T)))
            : names.Read(ref reader);
}

/// <summary>Reads an enum from its number.</summary>
internal static class EnumNumber
{
    internal static T Read<T>(ref MessagePackReader reader, TypeCode underlying)
        where T : struct
    {
        T value = default;
        switch (underlying)
        {
            case TypeCode.SByte: Unsafe.As<T, sbyte>(ref value) = reader.ReadSByte(); break;
            case TypeCode.Byte: Unsafe.As<T, byte>(ref value) = reader.ReadByte(); break;
            case TypeCode.Int16: Unsafe.As<T, short>(ref value) = reader.ReadInt16(); break;
            case TypeCode.UInt16: Unsafe.As<T, ushort>(ref value) = reader.ReadUInt16(); break;
            case TypeCode.Int32: Unsafe.As<T, int>(ref value) = reader.ReadInt32(); break;
            case TypeCode.UInt32: Unsafe.As<T, uint>(ref value) = reader.ReadUInt32(); break;
            case TypeCode.Int64: Unsafe.As<T, long>(ref value) = reader.ReadInt64(); break;
            default: Unsafe.As<T, ulong>(ref value) = reader.ReadUInt64(); break;
        }

        return value;
    }
}

/// <summary>The names of an enum's members: the value of EnumMember, or else the name in the source.</summary>
internal sealed class EnumNames<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicFields)] T>
    where T : struct, Enum
{
    private readonly bool ignoreCase;
    private readonly Dictionary<string, T> values;
    private readonly Dictionary<T, string> texts = [];
    private readonly Dictionary<string, string> renamed = [];
    private readonly Dictionary<string, string> memberNames;

    internal EnumNames(bool ignoreCase)
    {
        this.ignoreCase = ignoreCase;
        StringComparer comparer = ignoreCase ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal;
        values = new Dictionary<string, T>(comparer);
        memberNames = new Dictionary<string, string>(comparer);
        foreach (FieldInfo field in typeof(T).GetFields(BindingFlags.DeclaredOnly | BindingFlags.Public | BindingFlags.Static))
        {
            var value = (T)field.GetValue(null)!;
            string name = field.Name;
            if (field.GetCustomAttribute<EnumMemberAttribute>() is { IsValueSetExplicitly: true, Value: { } text })
            {
                renamed[name] = text;
                memberNames[text] = name;
                name = text;
            }

            values[name] = value;
            texts[value] = name;
        }
    }

    internal string TextOf(T value) => texts.TryGetValue(value, out string? name) ? name : Translate(value.ToString(), renamed);

    internal T Read(ref MessagePackReader reader)
    {
        long start = reader.Consumed;
        string? text = reader.ReadString();
        if (text is null)
        {
            throw MessagePackReader.Fault(MessagePackErrorNames.UnexpectedType, start, $"Expected {typeof(T)}, found nil.");
        }

        if (!values.TryGetValue(text, out T value) && !Enum.TryParse(Translate(text, memberNames), ignoreCase, out value))
        {
            MessagePackReader.ThrowInvalidValue(start, $"The text is not a name of {typeof(T)}.");
        }

        return value;
    }

    private static string Translate(string names, Dictionary<string, string> to) => to.Count == 0 || !names.Contains(',', StringComparison.Ordinal)
        ? names
        : string.Join(", ", names.Split(',').Select(name => to.GetValueOrDefault(name.Trim(), name.Trim())));
}
