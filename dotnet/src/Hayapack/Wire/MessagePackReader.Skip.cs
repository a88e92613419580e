using System.Buffers;
using System.Runtime.CompilerServices;

namespace Hayapack;

public ref partial struct MessagePackReader
{
    /// <summary>
    /// Passes over one value. Its structure is checked (lengths, declared counts, depth, c1), its content (UTF-8,
    /// timestamps) is not.
    /// </summary>
    public void Skip()
    {
        long pending = SkipOne();
        if (pending == 0)
        {
            return;
        }

        // A frame for each open container: how many values it still lacks.
        long[]? rented = null;
        Span<long> frames = stackalloc long[64];
        int open = 0;
        try
        {
            frames[0] = pending;
            long owed = pending;
            while (open >= 0)
            {
                if (frames[open] == 0)
                {
                    open--;
                    continue;
                }

                frames[open]--;
                owed--;
                long start = Consumed;
                long inside = SkipOne(depth + open + 2, owed);
                if (inside > 0)
                {
                    if (++open == frames.Length)
                    {
                        long[] larger = ArrayPool<long>.Shared.Rent(frames.Length * 2);
                        frames.CopyTo(larger);
                        if (rented is not null)
                        {
                            ArrayPool<long>.Shared.Return(rented);
                        }

                        frames = rented = larger;
                    }

                    frames[open] = inside;
                    owed += inside;
                }
            }
        }
        finally
        {
            if (rented is not null)
            {
                ArrayPool<long>.Shared.Return(rented);
            }
        }
    }

    private long SkipOne() => SkipOne(depth + 1, 0);

    /// <summary>Passes over a scalar, or over the header of a container.</summary>
    /// <param name="level">The number of open containers, were this one.</param>
    /// <param name="owed">The values that the containers around it lack, this one not counted.</param>
    /// <returns>The number of values inside.</returns>
    private long SkipOne(int level, long owed)
    {
        byte code = NextCode;
        long start = Consumed;
        long values;
        switch (code)
        {
            case <= MessagePackCode.MaxFixInt or >= MessagePackCode.MinNegativeFixInt:
            case MessagePackCode.Nil or MessagePackCode.False or MessagePackCode.True:
                position++;
                return 0;
            case <= MessagePackCode.MaxFixMap:
                position++;
                values = (code & 15) * 2;
                break;
            case <= MessagePackCode.MaxFixArray:
                position++;
                values = code & 15;
                break;
            case <= MessagePackCode.MaxFixStr:
                SkipBytes(1, code & 31, start);
                return 0;
            case MessagePackCode.Array16:
            case MessagePackCode.Array32:
            case MessagePackCode.Map16:
            case MessagePackCode.Map32:
                int width = (code & 1) == 0 ? 2 : 4;
                NeedHeader(1 + width);
                values = (long)ReadBigEndian(width) << (code >= MessagePackCode.Map16 ? 1 : 0);
                position += 1 + width;
                break;
            case >= MessagePackCode.Bin8 and <= MessagePackCode.Ext32:
                int lengthWidth = 1 << ((code - MessagePackCode.Bin8) % 3);
                int type = code >= MessagePackCode.Ext8 ? 1 : 0;
                NeedHeader(1 + lengthWidth + type);
                SkipBytes(1 + lengthWidth + type, ReadBigEndian(lengthWidth), start);
                return 0;
            case >= MessagePackCode.Str8 and <= MessagePackCode.Str32:
                int strWidth = 1 << (code - MessagePackCode.Str8);
                NeedHeader(1 + strWidth);
                SkipBytes(1 + strWidth, ReadBigEndian(strWidth), start);
                return 0;
            case >= MessagePackCode.FixExt1 and <= MessagePackCode.FixExt16:
                NeedHeader(2);
                SkipBytes(2, 1 << (code - MessagePackCode.FixExt1), start);
                return 0;
            case MessagePackCode.Float32:
                SkipBytes(1, 4, start);
                return 0;
            case MessagePackCode.Float64:
                SkipBytes(1, 8, start);
                return 0;
            case >= MessagePackCode.UInt8 and <= MessagePackCode.Int64:
                SkipBytes(1, 1 << ((code - MessagePackCode.UInt8) & 3), start);
                return 0;
            default:
                ThrowUnexpected("a value");
                return 0;
        }

        if (level > depthLimit)
        {
            ThrowTooDeep(start, $"More than {depthLimit} containers inside each other.");
        }

        if (values + owed > Remaining)
        {
            ThrowTruncated(start);
        }

        return values;
    }

    /// <summary>Passes over a header that is in the window, or one byte, and a payload.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void SkipBytes(int header, long payload, long start)
    {
        long size = header + payload;
        if (length - position >= size)
        {
            position += (int)size;
            return;
        }

        if (total - start < size)
        {
            ThrowTruncated(start);
        }

        windowOffset = start + size;
        position = 0;
        length = 0;
    }
}
