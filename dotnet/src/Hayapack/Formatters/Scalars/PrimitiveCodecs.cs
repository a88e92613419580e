using System.Runtime.CompilerServices;

namespace Hayapack.Formatters;

internal readonly struct Int16Codec : IPrimitiveCodec<short>
{
    public static int Size => MessagePackPrimitives.MaxInt32Size;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ref byte destination, short value) => MessagePackPrimitives.WriteInt32(ref destination, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static short Read(ref MessagePackReader reader) => reader.ReadInt16();
}

internal readonly struct Int32Codec : IPrimitiveCodec<int>
{
    public static int Size => MessagePackPrimitives.MaxInt32Size;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ref byte destination, int value) => MessagePackPrimitives.WriteInt32(ref destination, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Read(ref MessagePackReader reader) => reader.ReadInt32();

    public static bool CanTake => true;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Take(ref MessagePackReader reader, ref byte start, int offset, out int value) =>
        reader.TakeInt32(ref start, offset, out value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int TryWriteBlock(ref int source, ref byte destination) =>
        SmallIntegers.TryNarrow(ref source, ref destination)
            ? PrimitiveRun<int, Int32Codec>.Block
            : WideIntegers.TryWrite(ref source, ref destination) is > 0 and int size
                ? size
                : MixedIntegers.Write(ref source, PrimitiveRun<int, Int32Codec>.Block, ref destination);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int TryReadBlock(ref byte source, int available, ref int destination) =>
        SmallIntegers.TryWiden(ref source, ref destination)
            ? PrimitiveRun<int, Int32Codec>.Block
            : WideIntegers.TryRead(ref source, available, ref destination) is > 0 and int size
                ? size
                : MixedIntegers.TryRead(ref source, available, PrimitiveRun<int, Int32Codec>.Block, ref destination);
}

internal readonly struct Int64Codec : IPrimitiveCodec<long>
{
    public static int Size => MessagePackPrimitives.MaxInt64Size;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ref byte destination, long value) => MessagePackPrimitives.WriteInt64(ref destination, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long Read(ref MessagePackReader reader) => reader.ReadInt64();

    public static bool CanTake => true;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Take(ref MessagePackReader reader, ref byte start, int offset, out long value) =>
        reader.TakeInt64(ref start, offset, out value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int TryWriteBlock(ref long source, ref byte destination) =>
        SmallIntegers.TryNarrow(ref source, ref destination)
            ? PrimitiveRun<long, Int64Codec>.Block
            : MixedIntegers.Write(ref source, PrimitiveRun<long, Int64Codec>.Block, ref destination);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int TryReadBlock(ref byte source, int available, ref long destination) =>
        SmallIntegers.TryWiden(ref source, ref destination)
            ? PrimitiveRun<long, Int64Codec>.Block
            : MixedIntegers.TryRead(ref source, available, PrimitiveRun<long, Int64Codec>.Block, ref destination);
}

internal readonly struct UInt16Codec : IPrimitiveCodec<ushort>
{
    public static int Size => MessagePackPrimitives.MaxInt32Size;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ref byte destination, ushort value) => MessagePackPrimitives.WriteUInt32(ref destination, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ushort Read(ref MessagePackReader reader) => reader.ReadUInt16();
}

internal readonly struct UInt32Codec : IPrimitiveCodec<uint>
{
    public static int Size => MessagePackPrimitives.MaxInt32Size;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ref byte destination, uint value) => MessagePackPrimitives.WriteUInt32(ref destination, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Read(ref MessagePackReader reader) => reader.ReadUInt32();
}

internal readonly struct UInt64Codec : IPrimitiveCodec<ulong>
{
    public static int Size => MessagePackPrimitives.MaxInt64Size;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ref byte destination, ulong value) => MessagePackPrimitives.WriteUInt64(ref destination, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Read(ref MessagePackReader reader) => reader.ReadUInt64();
}

internal readonly struct ByteCodec : IPrimitiveCodec<byte>
{
    public static int Size => MessagePackPrimitives.MaxInt32Size;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ref byte destination, byte value) => MessagePackPrimitives.WriteUInt32(ref destination, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte Read(ref MessagePackReader reader) => reader.ReadByte();
}

internal readonly struct SByteCodec : IPrimitiveCodec<sbyte>
{
    public static int Size => MessagePackPrimitives.MaxInt32Size;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ref byte destination, sbyte value) => MessagePackPrimitives.WriteInt32(ref destination, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static sbyte Read(ref MessagePackReader reader) => reader.ReadSByte();
}

internal readonly struct CharCodec : IPrimitiveCodec<char>
{
    public static int Size => MessagePackPrimitives.MaxInt32Size;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ref byte destination, char value) => MessagePackPrimitives.WriteUInt32(ref destination, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static char Read(ref MessagePackReader reader) => reader.ReadChar();
}

internal readonly struct SingleCodec : IPrimitiveCodec<float>
{
    public static int Size => MessagePackPrimitives.SingleSize;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ref byte destination, float value) => MessagePackPrimitives.WriteSingle(ref destination, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static float Read(ref MessagePackReader reader) => reader.ReadSingle();

    public static bool IsFixed => true;

    public static void WriteAll(ref float source, int count, ref byte destination) => SingleRuns.Write(ref source, count, ref destination);

    public static int ReadAll(ref byte source, int available, ref float destination, int count) =>
        SingleRuns.Read(ref source, available, count, ref destination);
}

internal readonly struct DoubleCodec : IPrimitiveCodec<double>
{
    public static int Size => MessagePackPrimitives.DoubleSize;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ref byte destination, double value) => MessagePackPrimitives.WriteDouble(ref destination, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double Read(ref MessagePackReader reader) => reader.ReadDouble();

    public static bool IsFixed => true;

    public static void WriteAll(ref double source, int count, ref byte destination) => DoubleRuns.Write(ref source, count, ref destination);

    public static int ReadAll(ref byte source, int available, ref double destination, int count) =>
        DoubleRuns.Read(ref source, available, count, ref destination);
}

internal readonly struct BooleanCodec : IPrimitiveCodec<bool>
{
    public static int Size => 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ref byte destination, bool value) => MessagePackPrimitives.WriteBoolean(ref destination, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Read(ref MessagePackReader reader) => reader.ReadBoolean();

    public static bool IsFixed => true;

    public static void WriteAll(ref bool source, int count, ref byte destination) => BooleanRuns.Write(ref source, count, ref destination);

    public static int ReadAll(ref byte source, int available, ref bool destination, int count) =>
        BooleanRuns.Read(ref source, Math.Min(count, available), ref destination);
}

/// <summary>Writes and reads times as timestamps.</summary>
internal readonly struct DateTimeCodec : IPrimitiveCodec<DateTime>
{
    public static int Size => MessagePackPrimitives.MaxDateTimeSize;

    public static int Write(ref byte destination, DateTime value) => MessagePackPrimitives.WriteDateTime(ref destination, value);

    public static DateTime Read(ref MessagePackReader reader) => reader.ReadDateTime();

    public static bool CanTake => true;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Take(ref MessagePackReader reader, ref byte start, int offset, out DateTime value)
    {
        if (Unsafe.Add(ref start, offset) is MessagePackCode.FixExt4 or MessagePackCode.FixExt8)
        {
            return reader.TakeDateTime(ref start, offset, out value);
        }

        int saved = reader.Enter(offset);
        value = Read(ref reader);
        return reader.Leave(saved);
    }
}
