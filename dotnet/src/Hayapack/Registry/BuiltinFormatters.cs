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
        Value(known, DateTimeFormatter.Instance);
        Value(known, DateTimeOffsetFormatter.Instance);
        Value(known, TimeSpanFormatter.Instance);
        Value(known, DateOnlyFormatter.Instance);
        Value(known, TimeOnlyFormatter.Instance);
        Value(known, DecimalFormatter.Instance);
        Value(known, GuidFormatter.Instance);
        Value(known, BigIntegerFormatter.Instance);
        Value(known, Int128Formatter.Instance);
        Value(known, UInt128Formatter.Instance);
        Value(known, HalfFormatter.Instance);
        Value(known, ComplexFormatter.Instance);
        Value(known, RuneFormatter.Instance);
        Value(known, NilFormatter.Instance);
        Add(known, NullableNilFormatter.Instance);
        Value(known, new FloatsFormatter<Vector2>());
        Value(known, new FloatsFormatter<Vector3>());
        Value(known, new FloatsFormatter<Vector4>());
        Value(known, new FloatsFormatter<Quaternion>());
        Value(known, new FloatsFormatter<Matrix3x2>());
        Value(known, new FloatsFormatter<Matrix4x4>());
        Value(known, ByteMemoryFormatter.Instance);
        Value(known, ByteReadOnlyMemoryFormatter.Instance);
        Value(known, ByteReadOnlySequenceFormatter.Instance);
        Value(known, ByteArraySegmentFormatter.Instance);
        Value(known, new ExtensionResultFormatter());
        Value(known, new MessagePackValueFormatter());
        References(known);
        return known;
    }

    private static void References(Dictionary<Type, object> known)
    {
        Add(known, ByteArrayFormatter.Instance);
        Add(known, ByteListFormatter.Instance);
        Add(known, NullableStringFormatter.Instance);
        Add(known, new ArrayFormatter<string?>());
        Add(known, new ListFormatter<string?>());
        Add(known, new ArrayFormatter<object?>());
        Add(known, new ListFormatter<object?>());
        Add(known, new DictionaryFormatter<string, string?>());
        Add(known, new DictionaryFormatter<string, object?>());
        Add(known, new DictionaryFormatter<object, object?>());
        Add<object?>(known, new DynamicObjectFormatter());
        Add(known, UriFormatter.Instance);
        Add(known, VersionFormatter.Instance);
        Add(known, StringBuilderFormatter.Instance);
        Add(known, BitArrayFormatter.Instance);
        Add(known, TypeFormatter<Type>.Instance);
        Add(known, new TypedValueFormatter());
        Add(known, ExpandoObjectFormatter.Instance);
        Add(known, NonGenericInterfaceEnumerableFormatter.Instance);
        Add(known, NonGenericInterfaceCollectionFormatter.Instance);
        Add(known, NonGenericInterfaceListFormatter.Instance);
        Add(known, new UntypedCollectionFormatter<ArrayList>(items => new ArrayList(items)));
        Add(known, NonGenericInterfaceDictionaryFormatter.Instance);
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
