using System.Buffers;
using System.Dynamic;
using System.Runtime.CompilerServices;
using Hayapack.Formatters;

namespace Hayapack.Untyped;

/// <summary>
/// Decodes values of any type without recursion. An integer becomes the .NET type of its width on the wire, an array
/// <c>object[]</c>, a map <c>Dictionary&lt;object, object&gt;</c> (of repeated keys the last value remains) or
/// <see cref="ExpandoObject"/> (keys must be str and unique).
/// </summary>
internal static class UntypedReader
{
    /// <summary>The largest initial capacity of a dictionary, so that a declared count alone allocates little memory.</summary>
    private const int FirstEntries = 1024;

    private static readonly object True = true;
    private static readonly object False = false;
    private static readonly object?[] OneByteIntegers = MakeSmallIntegers();

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
    /// <param name="typed">Whether to decode ext 100 as typed values.</param>
    /// <param name="expando">Whether maps become <see cref="ExpandoObject"/>.</param>
    internal static object? Read(ref MessagePackReader reader, MessagePackSerializerOptions options, bool typed = false, bool expando = false)
    {
        object? value = Scalar(ref reader, options, out Head head, out long start);
        if (!head.IsContainer)
        {
            return value;
        }

        return Container(ref reader, options, head, start, typed, expando);
    }

    private static object? Container(ref MessagePackReader reader, MessagePackSerializerOptions options, Head head, long start, bool typed, bool expando)
    {
        FirstFrames first = default;
        using var frames = new GrowingStack<Frame>(first);
        IEqualityComparer<object>? comparer = expando ? null : options.Security.GetEqualityComparer<object>();
        int limit = options.MaximumDepth - reader.Depth;
        long pending = 0;
        while (true)
        {
            // Invariant: `head` is the header of a container that begins at `start`, and the reader is after it.
            // `pending` is the number of values that the open containers still expect. Each takes at least one
            // byte, so an impossible declared count fails before the container is allocated.
            if (frames.Count >= limit)
            {
                MessagePackReader.ThrowTooDeep(start, options.MaximumDepth);
            }

            pending += head.Values;
            if (pending > reader.Remaining)
            {
                MessagePackReader.ThrowTruncated(start);
            }

            // This call can be one of several for the input: it may read a typed value inside a container, or an
            // element of a typed list. `pending` counts the containers of one call, the reader those of all.
            reader.Declare(head.Values, start);
            frames.Push(Open(head, start, options, comparer));
            while (true)
            {
                // Decode the next value of the innermost container, or, if the container is complete, take
                // the container itself as the next value of the enclosing one.
                object? value = null;
                ref Frame top = ref frames.Top;
                if (top.Index < top.Count)
                {
                    top.Index++;
                    pending--;
                    if (typed && reader.IsNextExtension(TypedExtension.Code))
                    {
                        start = reader.Consumed;
                        reader.Depth += frames.Count;
                        value = TypelessFormatter.Read(ref reader, options);
                        reader.Depth -= frames.Count;
                        head = default;
                    }
                    else
                    {
                        value = Scalar(ref reader, options, out head, out start);
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

            // A .NET dictionary cannot have a null key.
            frame.KeyOffset = start;
            frame.Key = value ?? Nil.Default;
        }
    }

    /// <summary>Decodes a string with the resolver's formatter, for example one that shares equal strings.</summary>
    private static string? Text(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        options.Resolver.GetFormatter<string?>() is { } formatter ? formatter.Deserialize(ref reader, options) : reader.ReadString();

    /// <summary>Decodes a scalar, or only the header of a container: then <c>head.IsContainer</c> is true.</summary>
    private static object? Scalar(ref MessagePackReader reader, MessagePackSerializerOptions options, out Head head, out long start)
    {
        start = reader.Consumed;
        head = default;
        byte code = reader.NextCode;
        switch (code)
        {
            case <= MessagePackCode.MaxFixInt or >= MessagePackCode.MinNegativeFixInt:
                reader.Advance(1);
                return OneByteIntegers[code];
            case >= MessagePackCode.MinFixStr and <= MessagePackCode.MaxFixStr:
            case >= MessagePackCode.Str8 and <= MessagePackCode.Str32:
                return options.IsStandard || options.IsTypeless ? reader.ReadString() : Text(ref reader, options);
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

    /// <summary>Boxes the fixints once; the index is the format byte.</summary>
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
