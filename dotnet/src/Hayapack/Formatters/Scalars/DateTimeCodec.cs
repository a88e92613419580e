using System.Runtime.CompilerServices;

namespace Hayapack.Formatters;

/// <summary>Writes times as timestamps, and reads them in any form.</summary>
internal readonly struct DateTimeCodec : IPrimitiveCodec<DateTime>
{
    public static int Size => MessagePackPrimitives.MaxDateTimeSize;

    public static int Write(ref byte destination, DateTime value) => MessagePackPrimitives.WriteDateTime(ref destination, value);

    public static DateTime Read(ref MessagePackReader reader) => DateTimeFormatter.Read(ref reader);

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
