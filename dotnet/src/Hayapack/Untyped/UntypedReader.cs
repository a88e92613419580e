using System.Buffers;
using System.Dynamic;
using System.Runtime.CompilerServices;
using Hayapack.Formatters;

namespace Hayapack.Untyped;

/// <summary>
/// Reads values of any type without recursion. Integers come in the type of their width on the wire, arrays as
/// <c>object[]</c>, maps as <c>Dictionary&lt;object, object&gt;</c> in which the last of equal keys wins, or as
/// <see cref="ExpandoObject"/>, whose keys are text and differ.
/// </summary>
internal static class UntypedReader
{
    /// <summary>A dictionary begins with room for at most so many entries, whatever count is declared.</summary>
    private const int FirstEntries = 1024;

    private static readonly object True = true;
    private static readonly object False = false;
    private static readonly object?[] SmallIntegers = MakeSmallIntegers();

    private struct Frame
    {
        internal object?[]? Array;
        internal Dictionary<object, object?>? Map;
        internal IDictionary<string, object?>? Members;
        internal object? Key;
        internal long KeyOffset;
        internal int Index;
        internal int Count;
    }

    [InlineArray(16)]
    private struct FirstFrames
    {
        private Frame frame;
    }

    /// <summary>Reads a value.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="options">The options.</param>
    /// <param name="typed">Whether ext 100 is a typed value.</param>
    /// <param name="expando">Whether maps are read as <see cref="ExpandoObject"/>.</param>
    internal static object? Read(ref MessagePackReader reader, MessagePackSerializerOptions options, bool typed = false, bool expando = false)
    {
        object? value = Scalar(ref reader, out Head head, out long start);
        if (!head.IsContainer)
        {
            return value;
        }

        return Container(ref reader, options, head, start, typed, expando);
    }

    private static object? Container(ref MessagePackReader reader, MessagePackSerializerOptions options, Head head, long start, bool typed, bool expando)
    {
        FirstFrames first = default;
        var frames = new GrowingStack<Frame>(first);
        IEqualityComparer<object>? comparer = expando ? null : options.Security.GetEqualityComparer<object>();
        int limit = options.MaximumDepth - reader.Depth;
        long pending = 0;
        try
        {
            while (true)
            {
                // Here: the header of a container was read.
                if (frames.Count >= limit)
                {
                    MessagePackReader.ThrowTooDeep(start, $"The containers are nested deeper than the limit of {options.MaximumDepth}.");
                }

                pending += head.Values;
                if (pending > reader.Remaining)
                {
                    MessagePackReader.ThrowTruncated(start);
                }

                frames.Push(Open(head, start, options, comparer));
                while (true)
                {
                    // Close what is full; a closed container is a value of the one around it.
                    object? value = null;
                    ref Frame top = ref frames.Top;
                    if (top.Index < top.Count)
                    {
                        top.Index++;
                        pending--;
                        if (typed && TypelessFormatter.IsTyped(ref reader))
                        {
                            start = reader.Consumed;
                            reader.Depth += frames.Count;
                            value = TypelessFormatter.Read(ref reader, options);
                            reader.Depth -= frames.Count;
                            head = default;
                        }
                        else
                        {
                            value = Scalar(ref reader, out head, out start);
                        }

                        if (head.IsContainer)
                        {
                            top.KeyOffset = top.Array is null && (top.Index & 1) == 1 ? start : top.KeyOffset;
                            break;
                        }
                    }
                    else
                    {
                        value = top.Array ?? top.Map ?? (object)top.Members!;
                        frames.Pop();
                        if (frames.Count == 0)
                        {
                            return value;
                        }

                        top = ref frames.Top;
                        start = top.KeyOffset;
                    }

                    Store(ref top, value, start);
                }
            }
        }
        finally
        {
            frames.Dispose();
        }
    }

    private static Frame Open(in Head head, long start, MessagePackSerializerOptions options, IEqualityComparer<object>? comparer)
    {
        if (head.Values > Array.MaxLength)
        {
            throw new MessagePackSerializationException(MessagePackErrorNames.TooLong, -1, "The container is larger than a .NET collection can be.");
        }

        var frame = new Frame { Count = (int)head.Values };
        if (head.Type == MessagePackType.Array)
        {
            frame.Array = frame.Count == 0 ? [] : new object?[frame.Count];
        }
        else if (comparer is not null)
        {
            frame.Map = new Dictionary<object, object?>((int)Math.Min(head.Count, FirstEntries), comparer);
        }
        else
        {
            ExpandoObjectFormatter.CheckCount((int)head.Count, start, options);
            frame.Members = new ExpandoObject();
        }

        return frame;
    }

    private static void Store(ref Frame frame, object? value, long start)
    {
        if (frame.Array is not null)
        {
            frame.Array[frame.Index - 1] = value;
        }
        else if ((frame.Index & 1) == 0)
        {
            if (frame.Map is not null)
            {
                frame.Map[frame.Key!] = value;
            }
            else if (!frame.Members!.TryAdd((string)frame.Key!, value))
            {
                MessagePackReader.ThrowDuplicateKey(frame.KeyOffset);
            }
        }
        else
        {
            if (value is object?[] or Dictionary<object, object?> or ExpandoObject)
            {
                throw MessagePackReader.Fault(MessagePackErrorNames.InvalidKey, start, "A container cannot be a map key.");
            }

            if (frame.Members is not null && value is not string)
            {
                throw MessagePackReader.Fault(MessagePackErrorNames.InvalidKey, start, "The key of an ExpandoObject is text.");
            }

            // A dictionary of .NET has no null key.
            frame.KeyOffset = start;
            frame.Key = value ?? Nil.Default;
        }
    }

    /// <summary>Reads a scalar, or the header of a container.</summary>
    private static object? Scalar(ref MessagePackReader reader, out Head head, out long start)
    {
        start = reader.Consumed;
        head = default;
        byte code = reader.NextCode;
        switch (code)
        {
            case <= MessagePackCode.MaxFixInt or >= MessagePackCode.MinNegativeFixInt:
                reader.Advance(1);
                return SmallIntegers[code];
            case >= MessagePackCode.MinFixStr and <= MessagePackCode.MaxFixStr:
            case >= MessagePackCode.Str8 and <= MessagePackCode.Str32:
                return reader.ReadString();
            case MessagePackCode.Nil:
                reader.Advance(1);
                return null;
            case MessagePackCode.False or MessagePackCode.True:
                reader.Advance(1);
                return code == MessagePackCode.True ? True : False;
            case >= MessagePackCode.Bin8 and <= MessagePackCode.Bin32:
                return reader.ReadBytes()!.Value.ToArray();
            case MessagePackCode.Float32:
                return reader.ReadSingle();
            case MessagePackCode.Float64:
                return reader.ReadDouble();
            case MessagePackCode.UInt8:
                return reader.ReadByte();
            case MessagePackCode.UInt16:
                return reader.ReadUInt16();
            case MessagePackCode.UInt32:
                return reader.ReadUInt32();
            case MessagePackCode.UInt64:
                return reader.ReadUInt64();
            case MessagePackCode.Int8:
                return reader.ReadSByte();
            case MessagePackCode.Int16:
                return reader.ReadInt16();
            case MessagePackCode.Int32:
                return reader.ReadInt32();
            case MessagePackCode.Int64:
                return reader.ReadInt64();
            case >= MessagePackCode.Ext8 and <= MessagePackCode.Ext32:
            case >= MessagePackCode.FixExt1 and <= MessagePackCode.FixExt16:
                return Extension(ref reader, start);
            default:
                head = reader.ReadHead();
                return null;
        }
    }

    private static object Extension(ref MessagePackReader reader, long start)
    {
        ExtensionHeader header = reader.ReadExtensionFormatHeader();
        return header.TypeCode == -1
            ? reader.ReadDateTime(header, start)
            : new ExtensionResult(header.TypeCode, reader.ReadRaw(header.Length).ToArray());
    }

    /// <summary>The objects for the integers of one byte, by format byte.</summary>
    private static object?[] MakeSmallIntegers()
    {
        var made = new object?[256];
        for (int i = 0; i <= MessagePackCode.MaxFixInt; i++)
        {
            made[i] = (byte)i;
        }

        for (int i = MessagePackCode.MinNegativeFixInt; i <= byte.MaxValue; i++)
        {
            made[i] = (sbyte)i;
        }

        return made;
    }
}
