namespace Hayapack.Formatters;

/// <summary>
/// Formatters that write integers in the width of their type, even if a shorter form exists. All widths are read.
/// </summary>
internal static class FixedWidthFormatters
{
    private delegate void Write<T>(ref MessagePackWriter writer, T value);

    private delegate T Read<T>(ref MessagePackReader reader);

    private static readonly Dictionary<Type, IMessagePackFormatter> Integers = MakeIntegers();

    /// <summary>Returns the formatter of an integer type.</summary>
    internal static IMessagePackFormatter<T> Of<T>()
        where T : struct => (IMessagePackFormatter<T>)Integers[typeof(T)];

    /// <summary>Adds the formatters of integers, nullable integers and arrays of integers.</summary>
    internal static void AddTo(Dictionary<Type, IMessagePackFormatter> known)
    {
        foreach ((Type type, IMessagePackFormatter formatter) in Integers)
        {
            known[type] = formatter;
        }

        // Byte arrays stay a bin. Of all lists of integers, only List<byte> is written in fixed width.
        known.Remove(typeof(byte[]));
        known[typeof(List<byte>)] = new ListFormatter<byte>();
    }

    private static Dictionary<Type, IMessagePackFormatter> MakeIntegers()
    {
        var known = new Dictionary<Type, IMessagePackFormatter>();
        Add(known, (ref MessagePackWriter w, byte v) => w.WriteUInt8(v), (ref MessagePackReader r) => r.ReadByte());
        Add(known, (ref MessagePackWriter w, sbyte v) => w.WriteInt8(v), (ref MessagePackReader r) => r.ReadSByte());
        Add(known, (ref MessagePackWriter w, short v) => w.WriteInt16(v), (ref MessagePackReader r) => r.ReadInt16());
        Add(known, (ref MessagePackWriter w, ushort v) => w.WriteUInt16(v), (ref MessagePackReader r) => r.ReadUInt16());
        Add(known, (ref MessagePackWriter w, int v) => w.WriteInt32(v), (ref MessagePackReader r) => r.ReadInt32());
        Add(known, (ref MessagePackWriter w, uint v) => w.WriteUInt32(v), (ref MessagePackReader r) => r.ReadUInt32());
        Add(known, (ref MessagePackWriter w, long v) => w.WriteInt64(v), (ref MessagePackReader r) => r.ReadInt64());
        Add(known, (ref MessagePackWriter w, ulong v) => w.WriteUInt64(v), (ref MessagePackReader r) => r.ReadUInt64());
        return known;
    }

    private static void Add<T>(Dictionary<Type, IMessagePackFormatter> known, Write<T> write, Read<T> read)
        where T : struct
    {
        var formatter = new Formatter<T>(write, read);
        known[typeof(T)] = formatter;
        known[typeof(T?)] = new NullableFormatter<T>(formatter);
        known[typeof(T[])] = new ArrayFormatter<T>();
    }

    private sealed class Formatter<T>(Write<T> write, Read<T> read) : IMessagePackFormatter<T>
    {
        public void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options) => write(ref writer, value);

        public T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => read(ref reader);
    }
}
