using System.Buffers;
using Hayapack.Hashing;
using Xunit;

namespace Hayapack.Tests.Vectors;

/// <summary>Writes values of the vectors and compares them with deserialized values.</summary>
internal static class ValueCheck
{
    internal static byte[] Write(Value value)
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new MessagePackWriter(output);
        Write(ref writer, value);
        writer.Flush();
        return output.WrittenSpan.ToArray();
    }

    /// <summary>Returns whether a value contains a time outside the years 1 to 9999, which DateTime cannot represent.</summary>
    internal static bool HasTimeOutOfRange(Value value) => value switch
    {
        Value.Time time => time.Seconds is < -62135596800 or > 253402300799,
        Value.Array array => array.Items.Any(HasTimeOutOfRange),
        Value.Map map => map.Entries.Any(HasTimeOutOfRange),
        _ => false,
    };

    internal static bool HasContainerKey(Value value) => value switch
    {
        Value.Array array => array.Items.Any(HasContainerKey),
        Value.Map map => map.Entries.Where((_, i) => i % 2 == 0).Any(key => key is Value.Array or Value.Map)
            || map.Entries.Any(HasContainerKey),
        _ => false,
    };

    internal static void Same(Value expected, object? actual)
    {
        switch (expected)
        {
            case Value.NilValue:
                Assert.True(actual is null or Nil);
                break;
            case Value.Bool flag:
                Assert.Equal(flag.Is, actual);
                break;
            case Value.Integer integer:
                Assert.Equal(integer.Number, AsInteger(actual));
                break;
            case Value.Double number:
                double wide = Assert.IsType<double>(actual);
                Assert.True(number.Number.Equals(wide) && (double.IsNaN(wide) || double.IsNegative(number.Number) == double.IsNegative(wide)));
                break;
            case Value.Single number:
                float single = Assert.IsType<float>(actual);
                Assert.True(number.Number.Equals(single) && (float.IsNaN(single) || float.IsNegative(number.Number) == float.IsNegative(single)));
                break;
            case Value.Text text:
                Assert.Equal(text.Is, actual);
                break;
            case Value.Binary binary:
                Assert.Equal(binary.Bytes, actual);
                break;
            case Value.Extension extension:
                ExtensionResult result = Assert.IsType<ExtensionResult>(actual);
                Assert.Equal(extension.Type, result.TypeCode);
                Assert.Equal(extension.Bytes, result.Data.ToArray());
                break;
            case Value.Time time:
                DateTime read = Assert.IsType<DateTime>(actual);
                Assert.Equal(DateTimeKind.Utc, read.Kind);
                Assert.Equal(DateTime.UnixEpoch.AddSeconds(time.Seconds).AddTicks(time.Nanoseconds / 100), read);
                break;
            case Value.Array array:
                object?[] items = Assert.IsType<object?[]>(actual);
                Assert.Equal(array.Items.Count, items.Length);
                for (int i = 0; i < items.Length; i++)
                {
                    Same(array.Items[i], items[i]);
                }

                break;
            case Value.Typed typed:
                TypedValue carried = Assert.IsType<TypedValue>(actual);
                Assert.Equal(typed.Name, carried.Name);
                Assert.Equal(typed.Inner is not null, carried.HasValue);
                if (typed.Inner is not null)
                {
                    Same(typed.Inner, carried.ToObject(TypelessVectorTests.Options));
                }

                break;
            case Value.Map map:
                SameMap(map, Assert.IsType<Dictionary<object, object?>>(actual));
                break;
        }
    }

    internal static object AsKey(Value key) => key switch
    {
        Value.NilValue => Nil.Default,
        Value.Bool flag => flag.Is,
        Value.Integer integer => integer.Number > long.MaxValue ? (ulong)integer.Number : (object)(long)integer.Number,
        Value.Double number => number.Number,
        Value.Single number => number.Number,
        Value.Text text => text.Is,
        Value.Binary binary => binary.Bytes,
        Value.Extension extension => new ExtensionResult(extension.Type, extension.Bytes),
        Value.Time time => DateTime.UnixEpoch.AddSeconds(time.Seconds).AddTicks(time.Nanoseconds / 100),
        _ => throw new InvalidOperationException(),
    };

    private static void SameMap(Value.Map expected, Dictionary<object, object?> actual)
    {
        var last = new Dictionary<object, Value>(UntypedKeyComparer.Instance);
        for (int i = 0; i < expected.Entries.Count; i += 2)
        {
            last[AsKey(expected.Entries[i])] = expected.Entries[i + 1];
        }

        Assert.Equal(last.Count, actual.Count);
        foreach ((object key, Value value) in last)
        {
            Assert.True(actual.TryGetValue(key, out object? found), $"no key {key}");
            Same(value, found);
        }
    }

    private static Int128 AsInteger(object? actual) => actual switch
    {
        byte n => n,
        sbyte n => n,
        short n => n,
        ushort n => n,
        int n => n,
        uint n => n,
        long n => n,
        ulong n => n,
        _ => throw new Xunit.Sdk.XunitException($"{actual} is no integer"),
    };

    private static void Write(ref MessagePackWriter writer, Value value)
    {
        switch (value)
        {
            case Value.NilValue:
                writer.WriteNil();
                break;
            case Value.Bool flag:
                writer.Write(flag.Is);
                break;
            case Value.Integer integer:
                if (integer.Number > long.MaxValue)
                {
                    writer.Write((ulong)integer.Number);
                }
                else
                {
                    writer.Write((long)integer.Number);
                }

                break;
            case Value.Double number:
                writer.Write(number.Number);
                break;
            case Value.Single number:
                writer.Write(number.Number);
                break;
            case Value.Text text:
                writer.Write(text.Is);
                break;
            case Value.Binary binary:
                writer.Write(binary.Bytes);
                break;
            case Value.Extension extension:
                writer.WriteExtensionFormat(new ExtensionResult(extension.Type, extension.Bytes));
                break;
            case Value.Time time:
                writer.Commit(MessagePackPrimitives.WriteTimestamp(
                    ref writer.Reserve(MessagePackPrimitives.MaxDateTimeSize), time.Seconds, time.Nanoseconds));
                break;
            case Value.Array array:
                writer.WriteArrayHeader(array.Items.Count);
                foreach (Value item in array.Items)
                {
                    Write(ref writer, item);
                }

                break;
            case Value.Map map:
                writer.WriteMapHeader(map.Entries.Count / 2);
                foreach (Value item in map.Entries)
                {
                    Write(ref writer, item);
                }

                break;
        }
    }
}
