using System.Buffers;
using System.Collections;
using System.Globalization;
using System.Numerics;
using System.Reflection;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace Cases;

/// <summary>
/// Formats values as one line of text such that values are equal if and only if their texts are. Used in golden rows and by
/// the oracle's comparisons.
/// </summary>
public static class Show
{
    private const BindingFlags Members = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    private static readonly JsonSerializerOptions Quoting = new() { Encoder = JavaScriptEncoder.Default };

    /// <summary>Returns the text of a value.</summary>
    public static string Text(object? value)
    {
        var text = new StringBuilder();
        Append(text, value);
        return text.ToString();
    }

    private static void Append(StringBuilder text, object? value)
    {
        if (Scalar(value) is { } scalar)
        {
            text.Append(scalar);
            return;
        }

        switch (value)
        {
            case byte[] bytes:
                text.Append("0x").Append(Convert.ToHexStringLower(bytes));
                break;
            case Memory<byte> memory:
                Append(text, memory.ToArray());
                break;
            case ReadOnlyMemory<byte> memory:
                Append(text, memory.ToArray());
                break;
            case ReadOnlySequence<byte> sequence:
                Append(text, sequence.ToArray());
                break;
            case ArraySegment<byte> segment:
                Append(text, segment.Array is null ? null : segment.ToArray());
                break;
            case System.Collections.Immutable.ImmutableArray<int> { IsDefault: true }:
                Append(text, null);
                break;
            case IDictionary<string, object?> map:
                AppendAll(text, '{', map.Select(pair => (Text(pair.Key) + ": ", pair.Value)), '}');
                break;
            case IDictionary map:
                AppendAll(text, '{', Sorted(map.Keys.Cast<object>().Select(key => (Text(key) + ": ", map[key]))), '}');
                break;
            case Array { Rank: > 1 } array:
                text.Append(string.Join('x', Enumerable.Range(0, array.Rank).Select(array.GetLength)));
                AppendAll(text, '[', array.Cast<object?>().Select(item => ("", item)), ']');
                break;
            case IEnumerable items when IsUnordered(value):
                AppendAll(text, '[', Sorted(items.Cast<object?>().Select(item => (Text(item), default(object)))), ']', keysOnly: true);
                break;
            case IEnumerable items:
                AppendAll(text, '[', items.Cast<object?>().Select(item => ("", item)), ']');
                break;
            default:
                AppendMembers(text, value!);
                break;
        }
    }

    private static string? Scalar(object? value) => value switch
    {
        null => "null",
        bool flag => flag ? "true" : "false",
        string text => Quote(text),
        char letter => "U+" + ((int)letter).ToString("X4", CultureInfo.InvariantCulture),
        Rune rune => "U+" + rune.Value.ToString("X4", CultureInfo.InvariantCulture),
        double number => double.IsNaN(number) ? "NaN" : number.ToString("R", CultureInfo.InvariantCulture),
        float number => float.IsNaN(number) ? "NaN" : number.ToString("R", CultureInfo.InvariantCulture),
        Half number => Half.IsNaN(number) ? "NaN" : number.ToString("R", CultureInfo.InvariantCulture),
        DateTime time => time.ToString("O", CultureInfo.InvariantCulture),
        DateTimeOffset time => time.ToString("O", CultureInfo.InvariantCulture),
        DateOnly date => date.ToString("O", CultureInfo.InvariantCulture),
        TimeOnly time => time.ToString("O", CultureInfo.InvariantCulture),
        TimeSpan span => span.ToString("c", CultureInfo.InvariantCulture),
        Guid guid => guid.ToString("D"),
        Version version => version.ToString(),
        Uri uri => Quote(uri.OriginalString),
        StringBuilder builder => Quote(builder.ToString()),
        Type type => type.ToString(),
        BitArray bits => string.Concat(bits.Cast<bool>().Select(bit => bit ? '1' : '0')) + "b",
        BigInteger or Int128 or UInt128 =>
            ((IFormattable)value).ToString(null, CultureInfo.InvariantCulture),
        Enum item => item.ToString("D"),
        IFormattable number when number.GetType().IsPrimitive || number is decimal => number.ToString(null, CultureInfo.InvariantCulture),
        _ => null,
    };

    private static string Quote(string text) => JsonSerializer.Serialize(text, Quoting);

    // The order of hash tables, bags and heaps is undefined, so their items are sorted.
    private static bool IsUnordered(object value)
    {
        var name = value.GetType().Name;
        return name.Contains("HashSet", StringComparison.Ordinal) || name.StartsWith("ConcurrentBag", StringComparison.Ordinal) ||
            name.StartsWith("Frozen", StringComparison.Ordinal) || name.Contains("Dictionary", StringComparison.Ordinal) || name.Contains("FrozenSet", StringComparison.Ordinal);
    }

    private static IEnumerable<(string Key, object? Value)> Sorted(IEnumerable<(string Key, object? Value)> rows) =>
        rows.OrderBy(row => row.Key, StringComparer.Ordinal);

    private static void AppendAll(StringBuilder text, char open, IEnumerable<(string Key, object? Value)> rows, char close, bool keysOnly = false)
    {
        text.Append(open);
        var separator = "";
        foreach (var (key, value) in rows)
        {
            text.Append(separator).Append(key);
            if (!keysOnly)
            {
                Append(text, value);
            }

            separator = ", ";
        }

        text.Append(close);
    }

    private static void AppendMembers(StringBuilder text, object value)
    {
        var type = value.GetType();
        text.Append(type.Name.Split('`')[0]);
        var items = type.GetProperty("UnorderedItems"); // PriorityQueue
        if (items is not null)
        {
            AppendAll(text, '[', Sorted(((IEnumerable)items.GetValue(value)!).Cast<object?>().Select(item => (Text(item), default(object)))), ']', keysOnly: true);
            return;
        }

        if (type is { IsGenericType: true } && type.GetGenericTypeDefinition() == typeof(Lazy<>))
        {
            AppendAll(text, '(', [("", type.GetProperty("Value")!.GetValue(value))], ')');
            return;
        }

        var toArray = type.GetMethod("ToArray", Type.EmptyTypes); // Memory<T>, ReadOnlySequence<T>
        if (toArray is not null)
        {
            Append(text, toArray.Invoke(value, null));
            return;
        }

        var fields = from field in type.GetFields(Members)
                     where !field.IsStatic
                     orderby field.MetadataToken
                     select (field.Name.Trim('<').Split('>')[0] + "=", field.GetValue(value));
        for (var parent = type.BaseType; parent is not null && parent != typeof(object) && parent != typeof(ValueType); parent = parent.BaseType)
        {
            fields = fields.Concat(parent.GetFields(Members | BindingFlags.DeclaredOnly).Where(field => field.IsPrivate)
                .Select(field => (field.Name.Trim('<').Split('>')[0] + "=", field.GetValue(value))));
        }

        AppendAll(text, '{', fields, '}');
    }
}
