using System.Buffers;
using System.Collections;
using System.Collections.Frozen;
using System.Dynamic;
using System.Numerics;
using System.Text;
using Hayapack.Formatters;

namespace Hayapack.Registry;

/// <summary>The formatters of built-in types that are not generic.</summary>
internal static class BuiltinFormatters
{
    private static readonly FrozenDictionary<Type, object> Known = Make().ToFrozenDictionary();

    internal static object? Find(Type type) => Known.GetValueOrDefault(type);

    private static Dictionary<Type, object> Make()
    {
        var known = new Dictionary<Type, object>();
        Primitive<short, Int16Codec>(known);
        Primitive<int, Int32Codec>(known);
        Primitive<long, Int64Codec>(known);
        Primitive<ushort, UInt16Codec>(known);
        Primitive<uint, UInt32Codec>(known);
        Primitive<ulong, UInt64Codec>(known);
        Primitive<byte, ByteCodec>(known);
        Primitive<sbyte, SByteCodec>(known);
        Primitive<char, CharCodec>(known);
        Primitive<float, SingleCodec>(known);
        Primitive<double, DoubleCodec>(known);
        Primitive<bool, BooleanCodec>(known);
        Value(known, new DateTimeFormatter(TimeForm.Timestamp));
        Value(known, new DateTimeOffsetFormatter(TimeForm.Timestamp));
        Value(known, new TimeSpanFormatter());
        Value(known, new DateOnlyFormatter());
        Value(known, new TimeOnlyFormatter());
        Value(known, new DecimalFormatter(native: false));
        Value(known, new GuidFormatter(native: false));
        Value(known, new BigIntegerFormatter());
        Value(known, new Int128Formatter());
        Value(known, new UInt128Formatter());
        Value(known, new HalfFormatter());
        Value(known, new ComplexFormatter());
        Value(known, new RuneFormatter());
        Value(known, new NilFormatter());
        Value(known, new FloatsFormatter<Vector2>());
        Value(known, new FloatsFormatter<Vector3>());
        Value(known, new FloatsFormatter<Vector4>());
        Value(known, new FloatsFormatter<Quaternion>());
        Value(known, new FloatsFormatter<Matrix3x2>());
        Value(known, new FloatsFormatter<Matrix4x4>());
        Value(known, new ByteMemoryFormatter());
        Value(known, new ByteReadOnlyMemoryFormatter());
        Value(known, new ByteSequenceFormatter());
        Value(known, new ByteSegmentFormatter());
        Value(known, new ExtensionResultFormatter());
        Value(known, new MessagePackValueFormatter());
        References(known);
        return known;
    }

    private static void References(Dictionary<Type, object> known)
    {
        Add(known, new ByteArrayFormatter());
        Add(known, new ByteListFormatter());
        Add(known, new StringFormatter());
        Add(known, new ArrayFormatter<string?>());
        Add(known, new ListFormatter<string?>());
        Add(known, new ArrayFormatter<object?>());
        Add(known, new ListFormatter<object?>());
        Add(known, new DictionaryFormatter<string, string?>());
        Add(known, new DictionaryFormatter<string, object?>());
        Add(known, new DictionaryFormatter<object, object?>());
        Add<object?>(known, new DynamicObjectFormatter());
        Add(known, new AsTextFormatter<Uri>(uri => uri.OriginalString, text => Uri.TryCreate(text, UriKind.RelativeOrAbsolute, out Uri? uri) ? uri : null));
        Add(known, new AsTextFormatter<Version>(version => version.ToString(), text => Version.TryParse(text, out Version? version) ? version : null));
        Add(known, new AsTextFormatter<StringBuilder>(builder => builder.ToString(), text => new StringBuilder(text)));
        Add(known, new BitArrayFormatter(optimized: false));
        Add(known, new TypeFormatter<Type>());
        Add(known, new TypedValueFormatter());
        Add(known, new ExpandoObjectFormatter());
        Add(known, new UntypedCollectionFormatter<IEnumerable>(items => items));
        Add(known, new UntypedCollectionFormatter<ICollection>(items => items));
        Add(known, new UntypedCollectionFormatter<IList>(items => items));
        Add(known, new UntypedCollectionFormatter<ArrayList>(items => new ArrayList(items)));
        Add(known, new UntypedDictionaryFormatter<IDictionary>(
            options => new Dictionary<object, object?>(options.Security.GetEqualityComparer<object>())));
        Add(known, new UntypedDictionaryFormatter<Hashtable>(
            options => new Hashtable((IEqualityComparer)options.Security.GetEqualityComparer<object>())));
    }

    private static void Primitive<T, TCodec>(Dictionary<Type, object> known)
        where T : struct
        where TCodec : struct, IPrimitiveCodec<T>
    {
        Value(known, new PrimitiveFormatter<T, TCodec>());
        known.TryAdd(typeof(T[]), new PrimitiveArrayFormatter<T, TCodec>());
        known.TryAdd(typeof(List<T>), new PrimitiveListFormatter<T, TCodec>());
    }

    /// <summary>Adds the formatters of a struct, its nullable type, its arrays and its lists.</summary>
    private static void Value<T>(Dictionary<Type, object> known, IMessagePackFormatter<T> formatter)
        where T : struct
    {
        Add(known, formatter);

        // As in MessagePack-CSharp, a resolver that replaces the formatter of T must replace that of T? too.
        Add(known, new NullableFormatter<T>(formatter));
        if (!known.ContainsKey(typeof(T[])) && Type.GetTypeCode(typeof(T)) is TypeCode.Object or TypeCode.DateTime or TypeCode.Decimal)
        {
            known[typeof(T[])] = new ArrayFormatter<T>();
            known[typeof(List<T>)] = new ListFormatter<T>();
        }
    }

    private static void Add<T>(Dictionary<Type, object> known, IMessagePackFormatter<T> formatter)
    {
        known[typeof(T)] = formatter;
        TypeRegistry.Add<T>();
    }
}
