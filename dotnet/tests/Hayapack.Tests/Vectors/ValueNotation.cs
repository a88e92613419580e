using System.Globalization;
using System.Text;

namespace Hayapack.Tests.Vectors;

/// <summary>A value of the vectors. The entries of a map are a list of keys and values in turn.</summary>
internal abstract record Value
{
    internal sealed record NilValue : Value;

    internal sealed record Bool(bool Is) : Value;

    internal sealed record Integer(Int128 Number) : Value;

    internal sealed record Double(double Number) : Value;

    internal sealed record Single(float Number) : Value;

    internal sealed record Text(string Is) : Value;

    internal sealed record Binary(byte[] Bytes) : Value;

    internal sealed record Extension(sbyte Type, byte[] Bytes) : Value;

    internal sealed record Time(long Seconds, uint Nanoseconds) : Value;

    internal sealed record Array(List<Value> Items) : Value;

    internal sealed record Map(List<Value> Entries) : Value;

    internal sealed record Typed(string Name, Value? Inner) : Value;
}

/// <summary>Parses the vectors' notation of values.</summary>
internal sealed class ValueNotation(string text)
{
    private int at;
    private int number;

    internal static Value Parse(string text)
    {
        var parser = new ValueNotation(text);
        // Deeply nested rows are parsed recursively, on a thread with a large stack.
        Value? value = null;
        var thread = new Thread(() => value = parser.Next(), 256 * 1024 * 1024);
        if (text.Length < 1000)
        {
            value = parser.Next();
        }
        else
        {
            thread.Start();
            thread.Join();
        }

        return parser.at == text.Length ? value! : throw new FormatException($"{text[..Math.Min(80, text.Length)]} at {parser.at}");
    }

    private Value Next()
    {
        switch (text[at])
        {
            case '[':
                at++;
                return new Value.Array(Items(']', 1));
            case '{':
                at++;
                return new Value.Map(Items('}', 2));
        }

        string word = Word();
        switch (word)
        {
            case "nil": return new Value.NilValue();
            case "true": return new Value.Bool(true);
            case "false": return new Value.Bool(false);
        }

        at++;
        switch (word)
        {
            case "int":
                return new Value.Integer(Number(Word()));
            case "f64":
                return new Value.Double(Float(Word()));
            case "f32":
                return new Value.Single((float)Float(Word()));
            case "str":
                return new Value.Text(Quoted());
            case "bin":
                return new Value.Binary(Angled());
            case "typed":
                string name = Quoted();
                at++;
                return new Value.Typed(name, IsNone() ? null : Next());
            case "ext":
                var type = sbyte.Parse(Word(), CultureInfo.InvariantCulture);
                at++;
                return new Value.Extension(type, Angled());
            case "time":
                long seconds = long.Parse(Word(), CultureInfo.InvariantCulture);
                at++;
                return new Value.Time(seconds, uint.Parse(Word(), CultureInfo.InvariantCulture));
            default:
                throw new FormatException(word);
        }
    }

    private bool IsNone()
    {
        bool isNone = text.AsSpan(at).StartsWith("none");
        at += isNone ? 4 : 0;
        return isNone;
    }

    private List<Value> Items(char close, int each)
    {
        var items = new List<Value>();
        while (text[at] != close)
        {
            int begin = at;
            int outer = number;
            number = 0;
            ReadItem(items, each);
            int times = 1;
            if (at + 1 < text.Length && text[at] == ' ' && text[at + 1] == '*')
            {
                at += 2;
                times = int.Parse(Word(), CultureInfo.InvariantCulture);
            }

            int end = at;
            if (times == 0)
            {
                items.RemoveRange(items.Count - each, each);
            }

            for (number = 1; number < times; number++)
            {
                at = begin;
                ReadItem(items, each);
            }

            number = outer;
            at = end;
            if (text[at] == ',')
            {
                at += 2;
            }
        }

        at++;
        return items;
    }

    private void ReadItem(List<Value> items, int each)
    {
        items.Add(Next());
        if (each == 2)
        {
            at += 2;
            items.Add(Next());
        }
    }

    private string Word()
    {
        int begin = at;
        while (at < text.Length && text[at] is not (' ' or ',' or ']' or '}' or ':' or '*'))
        {
            at++;
        }

        return text[begin..at];
    }

    private Int128 Number(string word)
    {
        if (word[0] != '#')
        {
            return Int128.Parse(word, CultureInfo.InvariantCulture);
        }

        return number + (word.Length > 1 ? int.Parse(word.AsSpan(2), CultureInfo.InvariantCulture) : 0);
    }

    private static double Float(string word) => word switch
    {
        // Not double.NaN, whose sign bit is set.
        "nan" => BitConverter.UInt64BitsToDouble(0x7ff8000000000000),
        "inf" => double.PositiveInfinity,
        "-inf" => double.NegativeInfinity,
        _ => double.Parse(word, CultureInfo.InvariantCulture),
    };

    private string Quoted()
    {
        var result = new StringBuilder();
        at++;
        while (text[at] != '"')
        {
            if (text[at] != '\\')
            {
                result.Append(text[at++]);
            }
            else if (text[at + 1] == 'u')
            {
                int close = text.IndexOf('}', at);
                result.Append(new Rune(int.Parse(text.AsSpan(at + 3, close - at - 3), NumberStyles.HexNumber, CultureInfo.InvariantCulture)));
                at = close + 1;
            }
            else
            {
                result.Append(text[at + 1]);
                at += 2;
            }
        }

        at++;
        if (at < text.Length && text[at] == '*')
        {
            at++;
            int times = int.Parse(Word(), CultureInfo.InvariantCulture);
            return new StringBuilder(result.Length * times).Insert(0, result.ToString(), times).ToString();
        }

        return result.ToString();
    }

    private byte[] Angled()
    {
        int close = text.IndexOf('>', at);
        byte[] bytes = ByteTerms.Parse(text[(at + 1)..close]);
        at = close + 1;
        return bytes;
    }
}
