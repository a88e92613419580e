using System.Collections;
using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Dynamic;
using System.Globalization;
using System.Net;
using System.Numerics;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Hayapack.Formatters;
using Hayapack.Json;

namespace Hayapack.Registry;

/// <summary>
/// The formatters of built-in types that are not generic. Each is made when it is first needed: making all of them costs
/// the first call of a program some 500 methods for the JIT compiler. Thread-safe.
/// </summary>
internal static class BuiltinFormatters
{
    /// <summary>What to make for a type: only the code for that is compiled.</summary>
    private enum Part
    {
        /// <summary>The formatter of the type.</summary>
        Formatter,

        /// <summary>The formatter of the nullable type, for structs.</summary>
        Nullable,

        /// <summary>The formatter of arrays, for structs.</summary>
        Array,

        /// <summary>The formatter of lists, for structs.</summary>
        List,

        /// <summary>The <see cref="TypedSerializer"/> of the type.</summary>
        Serializer,

        /// <summary>The <see cref="TypedSerializer"/> of the nullable type, for structs.</summary>
        NullableSerializer,

        /// <summary>The nullable type, for structs.</summary>
        NullableType,
    }

    private static readonly ConcurrentDictionary<Type, object> Made = new();

    private static readonly Dictionary<Type, Func<Part, object?>> Known = new()
    {
        [typeof(short)] = static part => Primitive<short, Int16Codec>(part),
        [typeof(int)] = static part => Primitive<int, Int32Codec>(part),
        [typeof(long)] = static part => Primitive<long, Int64Codec>(part),
        [typeof(ushort)] = static part => Primitive<ushort, UInt16Codec>(part),
        [typeof(uint)] = static part => Primitive<uint, UInt32Codec>(part),
        [typeof(ulong)] = static part => Primitive<ulong, UInt64Codec>(part),
        [typeof(byte)] = static part => Primitive<byte, ByteCodec>(part),
        [typeof(sbyte)] = static part => Primitive<sbyte, SByteCodec>(part),
        [typeof(char)] = static part => Primitive<char, CharCodec>(part),
        [typeof(float)] = static part => Primitive<float, SingleCodec>(part),
        [typeof(double)] = static part => Primitive<double, DoubleCodec>(part),
        [typeof(bool)] = static part => Primitive<bool, BooleanCodec>(part),
        [typeof(DateTime)] = static part => Struct(part, DateTimeFormatter.Instance),
        [typeof(DateTimeOffset)] = static part => Struct(part, DateTimeOffsetFormatter.Instance),
        [typeof(TimeSpan)] = static part => Struct(part, TimeSpanFormatter.Instance),
        [typeof(DateOnly)] = static part => Struct(part, DateOnlyFormatter.Instance),
        [typeof(TimeOnly)] = static part => Struct(part, TimeOnlyFormatter.Instance),
        [typeof(decimal)] = static part => Struct(part, DecimalFormatter.Instance),
        [typeof(Guid)] = static part => Struct(part, GuidFormatter.Instance),
        [typeof(BigInteger)] = static part => Struct(part, BigIntegerFormatter.Instance),
        [typeof(Int128)] = static part => Struct(part, Int128Formatter.Instance),
        [typeof(UInt128)] = static part => Struct(part, UInt128Formatter.Instance),
        [typeof(Half)] = static part => Struct(part, HalfFormatter.Instance),
        [typeof(Complex)] = static part => Struct(part, ComplexFormatter.Instance),
        [typeof(Rune)] = static part => Struct(part, RuneFormatter.Instance),
        [typeof(nint)] = static part => Struct(part, new NativeIntegerFormatter()),
        [typeof(nuint)] = static part => Struct(part, new NativeUnsignedFormatter()),
        [typeof(Index)] = static part => Struct(part, new IndexFormatter()),
        [typeof(Range)] = static part => Struct(part, new RangeFormatter()),
        [typeof(Nil)] = static part => part == Part.Nullable ? NullableNilFormatter.Instance : Struct(part, NilFormatter.Instance),
        [typeof(Vector2)] = static part => Struct(part, new FloatsFormatter<Vector2>()),
        [typeof(Vector3)] = static part => Struct(part, new FloatsFormatter<Vector3>()),
        [typeof(Vector4)] = static part => Struct(part, new FloatsFormatter<Vector4>()),
        [typeof(Quaternion)] = static part => Struct(part, new FloatsFormatter<Quaternion>()),
        [typeof(Matrix3x2)] = static part => Struct(part, new FloatsFormatter<Matrix3x2>()),
        [typeof(Matrix4x4)] = static part => Struct(part, new FloatsFormatter<Matrix4x4>()),
        [typeof(Memory<byte>)] = static part => Struct(part, ByteMemoryFormatter.Instance),
        [typeof(ReadOnlyMemory<byte>)] = static part => Struct(part, ByteReadOnlyMemoryFormatter.Instance),
        [typeof(System.Buffers.ReadOnlySequence<byte>)] = static part => Struct(part, ByteReadOnlySequenceFormatter.Instance),
        [typeof(ArraySegment<byte>)] = static part => Struct(part, ByteArraySegmentFormatter.Instance),
        [typeof(ExtensionResult)] = static part => Struct(part, new ExtensionResultFormatter()),
        [typeof(MessagePackValue)] = static part => Struct(part, new MessagePackValueFormatter()),
        [typeof(byte[])] = static part => Reference(part, ByteArrayFormatter.Instance),
        [typeof(List<byte>)] = static part => Reference(part, ByteListFormatter.Instance),
        [typeof(string)] = static part => Reference(part, NullableStringFormatter.Instance),
        [typeof(string[])] = static part => Reference(part, new ArrayFormatter<string?>()),
        [typeof(List<string>)] = static part => Reference(part, new ListFormatter<string?>()),
        [typeof(object[])] = static part => Reference(part, new ArrayFormatter<object?>()),
        [typeof(List<object>)] = static part => Reference(part, new ListFormatter<object?>()),
        [typeof(Dictionary<string, string>)] = static part => Reference(part, new DictionaryFormatter<string, string?>()),
        [typeof(Dictionary<string, object>)] = static part => Reference(part, new DictionaryFormatter<string, object?>()),
        [typeof(Dictionary<object, object>)] = static part => Reference(part, new DictionaryFormatter<object, object?>()),
        [typeof(object)] = static part => Reference<object?>(part, new DynamicObjectFormatter()),
        [typeof(Uri)] = static part => Reference(part, UriFormatter.Instance),
        [typeof(Version)] = static part => Reference(part, VersionFormatter.Instance),
        [typeof(CultureInfo)] = static part => Reference(part, FrameworkFormatters.Culture()),
        [typeof(Encoding)] = static part => Reference(part, FrameworkFormatters.Encodings()),
        [typeof(TimeZoneInfo)] = static part => Reference(part, FrameworkFormatters.Zone()),
        [typeof(StringBuilder)] = static part => Reference(part, StringBuilderFormatter.Instance),
        [typeof(BitArray)] = static part => Reference(part, BitArrayFormatter.Instance),
        [typeof(Type)] = static part => Reference(part, TypeFormatter<Type>.Instance),
        [typeof(TypedValue)] = static part => Reference(part, new TypedValueFormatter()),
        [typeof(ExpandoObject)] = static part => Reference(part, ExpandoObjectFormatter.Instance),
        [typeof(IEnumerable)] = static part => Reference(part, NonGenericInterfaceEnumerableFormatter.Instance),
        [typeof(ICollection)] = static part => Reference(part, NonGenericInterfaceCollectionFormatter.Instance),
        [typeof(IList)] = static part => Reference(part, NonGenericInterfaceListFormatter.Instance),
        [typeof(ArrayList)] = static part => Reference(part, new UntypedCollectionFormatter<ArrayList>(items => new ArrayList(items))),
        [typeof(IDictionary)] = static part => Reference(part, NonGenericInterfaceDictionaryFormatter.Instance),
        [typeof(Hashtable)] = static part => Reference(part, new UntypedDictionaryFormatter<Hashtable>(
            options => new Hashtable((IEqualityComparer)options.Security.GetEqualityComparer<object>()))),
    };

    /// <summary>Types of assemblies that most programs do not load: looking for a type must not load them.</summary>
    private static class Others
    {
        internal static readonly Dictionary<Type, Func<Part, object?>> Known = new()
        {
            [typeof(JsonElement)] = static part => Struct(part, new JsonElementFormatter()),
            [typeof(JsonDocument)] = static part => Reference(part, new JsonDocumentFormatter()),
            [typeof(JsonNode)] = static part => Reference(part, new JsonNodeFormatter<JsonNode>()),
            [typeof(JsonObject)] = static part => Reference(part, new JsonNodeFormatter<JsonObject>()),
            [typeof(JsonArray)] = static part => Reference(part, new JsonNodeFormatter<JsonArray>()),
            [typeof(JsonValue)] = static part => Reference(part, new JsonNodeFormatter<JsonValue>()),
            [typeof(IPAddress)] = static part => Reference(part, FrameworkFormatters.Address()),
            [typeof(IPEndPoint)] = static part => Reference(part, FrameworkFormatters.EndPoint()),
        };
    }

    private static bool TryFind(Type type, [NotNullWhen(true)] out Func<Part, object?>? make) => Known.TryGetValue(type, out make)
        || (type.Namespace is "System.Net" or "System.Text.Json" or "System.Text.Json.Nodes" && Others.Known.TryGetValue(type, out make));

    /// <summary>Returns the formatter of a type, the same for each call; null if the type is not built in.</summary>
    internal static object? Find(Type type) =>
        Made.TryGetValue(type, out object? made) ? made
        : Make(type) is { } formatter ? Made.GetOrAdd(type, formatter)
        : null;

    private static object? Make(Type type) =>
        TryFind(type, out Func<Part, object?>? make) ? make(Part.Formatter)
        : type.IsSZArray ? OfStruct(type.GetElementType()!, Part.Array)
        : !type.IsConstructedGenericType ? null
        : type.GetGenericTypeDefinition() == typeof(List<>) ? OfStruct(type.GenericTypeArguments[0], Part.List)
        : Nullable.GetUnderlyingType(type) is { } underlying ? OfStruct(underlying, Part.Nullable)
        : null;

    private static object? OfStruct(Type type, Part part) =>
        type.IsValueType && TryFind(type, out Func<Part, object?>? make) ? make(part) : null;

    /// <summary>Returns the serializer of a built-in type; null for others, and for arrays and lists of structs.</summary>
    internal static TypedSerializer? Serializer(Type type) => (TypedSerializer?)(
        TryFind(type, out Func<Part, object?>? make) ? make(Part.Serializer)
        : Nullable.GetUnderlyingType(type) is { } underlying ? OfStruct(underlying, Part.NullableSerializer)
        : null);

    /// <summary>Returns the types that have a serializer.</summary>
    internal static IEnumerable<Type> Types() => Known.Keys.Concat(Others.Known.Keys).Concat(
        Known.Concat(Others.Known).Where(pair => pair.Key.IsValueType).Select(pair => (Type)pair.Value(Part.NullableType)!));

    private static object? Primitive<T, TCodec>(Part part)
        where T : struct
        where TCodec : struct, IPrimitiveCodec<T> => part switch
        {
            Part.Array => new CodecArrayFormatter<T, TCodec>(),
            Part.List => new CodecListFormatter<T, TCodec>(),
            _ => Struct(part, new CodecFormatter<T, TCodec>()),
        };

    private static object? Struct<T>(Part part, IMessagePackFormatter<T> formatter)
        where T : struct => part switch
        {
            Part.Formatter => formatter,

            // As in MessagePack-CSharp, a resolver that replaces the formatter of T must replace that of T? too.
            Part.Nullable => new NullableFormatter<T>(formatter),
            Part.Array => new ArrayFormatter<T>(),
            Part.List => new ListFormatter<T>(),
            Part.Serializer => TypedSerializer<T>.Instance,
            Part.NullableSerializer => TypedSerializer<T?>.Instance,
            _ => typeof(T?),
        };

    private static object? Reference<T>(Part part, IMessagePackFormatter<T> formatter) => part switch
    {
        Part.Formatter => formatter,
        Part.Serializer => TypedSerializer<T>.Instance,
        _ => null,
    };
}
