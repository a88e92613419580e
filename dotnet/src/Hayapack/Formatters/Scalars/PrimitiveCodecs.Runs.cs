using System.Runtime.CompilerServices;

namespace Hayapack.Formatters;

// What codecs do for several values, and without moving the reader; PrimitiveCodecs.cs has the rest.
internal readonly partial struct Int32Codec
{
    public static bool CanTake => true;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Take(ref MessagePackReader reader, ref byte start, int offset, out int value) =>
        reader.TakeInt32(ref start, offset, out value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteSmall(ref int source, ref byte destination) => OneByteIntegers.TryNarrow(ref source, ref destination);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryReadSmall(ref byte source, ref int destination) => OneByteIntegers.TryWiden(ref source, ref destination);

    public static int WriteSome(ref int source, int count, ref byte destination, ref int size)
    {
        int done = FiveByteIntegers.Write(ref source, count, ref destination);
        if (done > 0)
        {
            size += done * FiveByteIntegers.Size;
            return done;
        }

        done = MixedIntegers.Write(ref source, count, ref destination, out int written);
        size += written;
        return done;
    }

    public static int ReadSome(ref byte source, int available, ref int destination, int count, ref int size)
    {
        int done = FiveByteIntegers.Read(ref source, available, count, ref destination);
        if (done > 0)
        {
            size += done * FiveByteIntegers.Size;
            return done;
        }

        done = MixedIntegers.Read(ref source, available, count, ref destination, out int taken);
        size += taken;
        return done;
    }
}

internal readonly partial struct Int64Codec
{
    public static bool CanTake => true;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Take(ref MessagePackReader reader, ref byte start, int offset, out long value) =>
        reader.TakeInt64(ref start, offset, out value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteSmall(ref long source, ref byte destination) => OneByteIntegers.TryNarrow(ref source, ref destination);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryReadSmall(ref byte source, ref long destination) => OneByteIntegers.TryWiden(ref source, ref destination);

    public static int WriteSome(ref long source, int count, ref byte destination, ref int size)
    {
        int done = MixedIntegers.Write(ref source, count, ref destination, out int written);
        size += written;
        return done;
    }

    public static int ReadSome(ref byte source, int available, ref long destination, int count, ref int size)
    {
        int done = NineByteIntegers.Read(ref source, available, count, ref destination);
        if (done > 0)
        {
            size += done * NineByteIntegers.Size;
            return done;
        }

        done = MixedIntegers.Read(ref source, available, count, ref destination, out int taken);
        size += taken;
        return done;
    }
}

internal readonly partial struct SingleCodec
{
    public static bool IsFixed => true;

    public static void WriteAll(ref float source, int count, ref byte destination) => SingleRuns.Write(ref source, count, ref destination);

    public static int ReadAll(ref byte source, int available, ref float destination, int count) =>
        SingleRuns.Read(ref source, available, count, ref destination);
}

internal readonly partial struct DoubleCodec
{
    public static bool IsFixed => true;

    public static void WriteAll(ref double source, int count, ref byte destination) => DoubleRuns.Write(ref source, count, ref destination);

    public static int ReadAll(ref byte source, int available, ref double destination, int count) =>
        DoubleRuns.Read(ref source, available, count, ref destination);
}

internal readonly partial struct BooleanCodec
{
    public static bool IsFixed => true;

    public static void WriteAll(ref bool source, int count, ref byte destination) => BooleanRuns.Write(ref source, count, ref destination);

    public static int ReadAll(ref byte source, int available, ref bool destination, int count) =>
        BooleanRuns.Read(ref source, Math.Min(count, available), ref destination);
}

internal readonly partial struct DateTimeCodec
{
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
