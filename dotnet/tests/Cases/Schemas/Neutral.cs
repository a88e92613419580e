using System.Collections;
using System.Globalization;
using System.Numerics;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;

namespace Cases.Schemas;

/// <summary>The values of vectors/schemas: neutral JSON, which vectors/schemas/README.md describes, and objects of the models.</summary>
public static class Neutral
{
    private static readonly CultureInfo Culture = CultureInfo.InvariantCulture;

    /// <summary>Returns the object that a JSON text describes.</summary>
    public static T Read<T>(string json)
    {
        using var document = JsonDocument.Parse(json, new JsonDocumentOptions { MaxDepth = 1000 });
        return (T)Read(typeof(T), document.RootElement)!;
    }

    /// <summary>Returns the JSON text of a value.</summary>
    public static string Text<T>(T value)
    {
        var text = new StringBuilder();
        Write(text, value, typeof(T));
        return text.ToString();
    }

    private static object? Read(Type type, JsonElement json)
    {
        if (json.ValueKind == JsonValueKind.Null)
        {
            return null;
        }

        type = Nullable.GetUnderlyingType(type) ?? type;
        if (Scalar(type, json) is { } scalar)
        {
            return scalar;
        }

        if (type.IsArray)
        {
            var array = Array.CreateInstance(type.GetElementType()!, json.GetArrayLength());
            foreach (var (index, element) in json.EnumerateArray().Index())
            {
                array.SetValue(Read(type.GetElementType()!, element), index);
            }

            return array;
        }

        if (type.IsAssignableTo(typeof(ITuple)))
        {
            var types = type.GetGenericArguments();
            return Activator.CreateInstance(type, [.. json.EnumerateArray().Select((element, index) => Read(types[index], element))]);
        }

        return type.IsAssignableTo(typeof(IEnumerable)) ? Collection(type, json) : type.IsInterface ? OfUnion(type, json) : OfObject(type, json);
    }

    private static object? Scalar(Type type, JsonElement json)
    {
        var text = json.ValueKind == JsonValueKind.String ? json.GetString()! : json.GetRawText();
        return type switch
        {
            _ when type == typeof(string) => text,
            _ when type == typeof(char) => text.Single(),
            _ when type == typeof(byte[]) => Convert.FromHexString(text),
            _ when type == typeof(float) => (float)Real(text),
            _ when type == typeof(double) => Real(text),
            _ when type == typeof(DateTime) => DateTime.ParseExact(text, "o", Culture, DateTimeStyles.RoundtripKind),
            _ when type == typeof(DateTimeOffset) => DateTimeOffset.ParseExact(text, "o", Culture),
            _ when type == typeof(TimeSpan) => new TimeSpan(long.Parse(text, Culture)),
            _ when type == typeof(DateOnly) => DateOnly.ParseExact(text, "o", Culture),
            _ when type == typeof(TimeOnly) => TimeOnly.ParseExact(text, "o", Culture),
            _ when type == typeof(Guid) => Guid.Parse(text),
            _ when type == typeof(BigInteger) => BigInteger.Parse(text, Culture),
            { IsEnum: true } => Enum.Parse(type, text),
            { IsPrimitive: true } => Convert.ChangeType(text, type, Culture),
            _ when type == typeof(decimal) => decimal.Parse(text, Culture),
            _ => null,
        };
    }

    private static double Real(string text) => text switch
    {
        "nan" => double.NaN,
        "inf" => double.PositiveInfinity,
        "-inf" => double.NegativeInfinity,
        _ => double.Parse(text, Culture),
    };

    private static object Collection(Type type, JsonElement json)
    {
        var collection = Activator.CreateInstance(type)!;
        var types = type.GetGenericArguments();
        var add = type.GetMethod("Add", types)!;
        foreach (var element in json.EnumerateArray())
        {
            add.Invoke(collection, types.Length == 1 ? [Read(types[0], element)] : [Read(types[0], element[0]), Read(types[1], element[1])]);
        }

        return collection;
    }

    private static object? OfUnion(Type type, JsonElement json)
    {
        var content = json.EnumerateObject().Single();
        return Read(type.Assembly.GetType($"{type.Namespace}.{content.Name}", throwOnError: true)!, content.Value);
    }

    private static object OfObject(Type type, JsonElement json)
    {
        var properties = Properties(type);
        var constructor = type.GetConstructors().SingleOrDefault(item => item.GetParameters().Length == properties.Length && properties.Length > 0);
        if (constructor is not null)
        {
            return constructor.Invoke([.. properties.Select(item => Read(item.PropertyType, json.GetProperty(Name(item))))]);
        }

        var made = Activator.CreateInstance(type)!;
        foreach (var property in properties)
        {
            property.SetValue(made, Read(property.PropertyType, json.GetProperty(Name(property))));
        }

        return made;
    }

    private static PropertyInfo[] Properties(Type type) => type.GetProperties(BindingFlags.Public | BindingFlags.Instance);

    private static string Name(PropertyInfo property) => char.ToLowerInvariant(property.Name[0]) + property.Name[1..];

    private static void Write(StringBuilder text, object? value, Type declared)
    {
        switch (value)
        {
            case null: text.Append("null"); break;
            case bool item: text.Append(item ? "true" : "false"); break;
            case string item: text.Append(JsonSerializer.Serialize(item)); break;
            case char item: text.Append(JsonSerializer.Serialize(item.ToString())); break;
            case byte[] item: Quote(Convert.ToHexStringLower(item)); break;
            case float item when !float.IsFinite(item): Quote(float.IsNaN(item) ? "nan" : item > 0 ? "inf" : "-inf"); break;
            case double item when !double.IsFinite(item): Quote(double.IsNaN(item) ? "nan" : item > 0 ? "inf" : "-inf"); break;
            case float item: Write(text, (double)item, typeof(double)); break;
            case double item: Real(item.ToString("R", Culture)); break;
            case DateTime or DateTimeOffset or DateOnly or TimeOnly: Quote(((IFormattable)value).ToString("o", Culture)); break;
            case TimeSpan item: Quote(item.Ticks.ToString(Culture)); break;
            case Enum item: Enumerated(item); break;
            case long or ulong or Guid or decimal or BigInteger: Quote(((IFormattable)value).ToString(null, Culture)); break;
            case IConvertible item: text.Append(item.ToString(Culture)); break;
            case IDictionary item: Many(item.Keys.Cast<object>(), key => Pair(key, item[key])); break;
            case ITuple item: Many(Enumerable.Range(0, item.Length), index => Write(text, item[index], Argument(index))); break;
            case IEnumerable item: Many(item.Cast<object?>(), one => Write(text, one, declared.GetElementType() ?? Argument(0))); break;
            default: OfObject(); break;
        }

        Type Argument(int index) => (Nullable.GetUnderlyingType(declared) ?? declared).GetGenericArguments()[index];

        void Pair(object key, object? content) => Many([0, 1], index => Write(text, index == 0 ? key : content, Argument(index)));

        void Real(string number) => text.Append(number).Append(number.AsSpan().IndexOfAny('.', 'E') < 0 ? ".0" : "");

        void Quote(string content) => text.Append('"').Append(content).Append('"');

        void Many<T>(IEnumerable<T> items, Action<T> write)
        {
            text.Append('[');
            foreach (var (index, item) in items.Index())
            {
                text.Append(index > 0 ? "," : "");
                write(item);
            }

            text.Append(']');
        }

        void Enumerated(Enum item)
        {
            if (Enum.IsDefined(item.GetType(), item) || item.GetTypeCode() is TypeCode.Int64 or TypeCode.UInt64)
            {
                Quote(Enum.IsDefined(item.GetType(), item) ? item.ToString() : item.ToString("D"));
            }
            else
            {
                text.Append(item.ToString("D"));
            }
        }

        void OfObject()
        {
            // A value whose declared type is a union has the name of its case.
            var type = value.GetType();
            var isCase = type.GetInterfaces().Any(item => item.Namespace == type.Namespace) && declared != type;
            text.Append(isCase ? $"{{\"{type.Name}\":{{" : "{");
            foreach (var (index, property) in Properties(type).Index())
            {
                text.Append(index > 0 ? "," : "").Append(JsonSerializer.Serialize(Name(property))).Append(':');
                Write(text, property.GetValue(value), property.PropertyType);
            }

            text.Append(isCase ? "}}" : "}");
        }
    }
}
