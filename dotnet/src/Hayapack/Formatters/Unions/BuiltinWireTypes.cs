using System.Numerics;
using System.Text;

namespace Hayapack.Formatters;

/// <summary>What the values of built-in types are on the wire, with the standard resolver.</summary>
internal static class BuiltinWireTypes
{
    private static readonly Dictionary<Type, MessagePackType> Known = new()
    {
        [typeof(bool)] = MessagePackType.Boolean,
        [typeof(char)] = MessagePackType.Integer,
        [typeof(sbyte)] = MessagePackType.Integer,
        [typeof(byte)] = MessagePackType.Integer,
        [typeof(short)] = MessagePackType.Integer,
        [typeof(ushort)] = MessagePackType.Integer,
        [typeof(int)] = MessagePackType.Integer,
        [typeof(uint)] = MessagePackType.Integer,
        [typeof(long)] = MessagePackType.Integer,
        [typeof(ulong)] = MessagePackType.Integer,
        [typeof(TimeSpan)] = MessagePackType.Integer,
        [typeof(DateOnly)] = MessagePackType.Integer,
        [typeof(TimeOnly)] = MessagePackType.Integer,
        [typeof(Rune)] = MessagePackType.Integer,
        [typeof(nint)] = MessagePackType.Integer,
        [typeof(nuint)] = MessagePackType.Integer,
        [typeof(float)] = MessagePackType.Float,
        [typeof(double)] = MessagePackType.Float,
        [typeof(Half)] = MessagePackType.Float,
        [typeof(string)] = MessagePackType.String,
        [typeof(decimal)] = MessagePackType.String,
        [typeof(Guid)] = MessagePackType.String,
        [typeof(Uri)] = MessagePackType.String,
        [typeof(Version)] = MessagePackType.String,
        [typeof(StringBuilder)] = MessagePackType.String,
        [typeof(byte[])] = MessagePackType.Binary,
        [typeof(List<byte>)] = MessagePackType.Array,
        [typeof(Memory<byte>)] = MessagePackType.Binary,
        [typeof(ReadOnlyMemory<byte>)] = MessagePackType.Binary,
        [typeof(BigInteger)] = MessagePackType.Binary,
        [typeof(Int128)] = MessagePackType.Binary,
        [typeof(UInt128)] = MessagePackType.Binary,
        [typeof(DateTime)] = MessagePackType.Extension,
        [typeof(DateTimeOffset)] = MessagePackType.Array,
        [typeof(Complex)] = MessagePackType.Array,
    };

    /// <summary>Returns the form of a type, or <see cref="MessagePackType.Unknown"/>.</summary>
    internal static MessagePackType Of(Type type) =>
        Known.TryGetValue(type, out MessagePackType known) ? known : type.IsEnum ? MessagePackType.Integer : MessagePackType.Unknown;
}
