using System.Diagnostics.CodeAnalysis;
using System.Text;
using Hayapack.Formatters;

namespace Hayapack.Reflection;

/// <summary>Reads and writes an object by the accessors of its members.</summary>
[RequiresDynamicCode("Compiles accessors at run time.")]
[RequiresUnreferencedCode("Compiles accessors at run time.")]
internal abstract class ObjectFormatter<T>(ObjectContract contract) : IMessagePackPopulatingFormatter<T?>, IErrorSource
{
    private protected ObjectAccessor<T> Accessor { get; } = new(contract);

    public abstract void Serialize(ref MessagePackWriter writer, T? value, MessagePackSerializerOptions options);

    public T? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        T? value = default;
        ReadOrNil(ref reader, ref value, exists: false, options);
        return value;
    }

    public void Populate(ref MessagePackReader reader, ref T? value, MessagePackSerializerOptions options) =>
        ReadOrNil(ref reader, ref value, exists: value is not null, options);

    public void FindErrors(ref MessagePackReader reader, MessagePackSerializerOptions options, ErrorCollector errors) =>
        errors.ReadObject(ref reader, options, Accessor.Fields);

    /// <summary>Reads an object that is not nil, into an existing one if there is one.</summary>
    private protected abstract void Read(ref MessagePackReader reader, ref T? value, bool exists, MessagePackSerializerOptions options);

    private void ReadOrNil(ref MessagePackReader reader, ref T? value, bool exists, MessagePackSerializerOptions options)
    {
        if (ObjectReading.IsNil<T>(ref reader))
        {
            value = default;
            return;
        }

        Read(ref reader, ref value, exists, options);
    }
}

/// <summary>Serializes an object with integer keys as an array. Unused indexes are nil.</summary>
[RequiresDynamicCode("Compiles accessors at run time.")]
[RequiresUnreferencedCode("Compiles accessors at run time.")]
internal sealed class ArrayObjectFormatter<T> : ObjectFormatter<T>
{
    /// <summary>For each array index, the index of the member, or -1.</summary>
    private readonly int[] members;

    public ArrayObjectFormatter(ObjectContract contract)
        : base(contract)
    {
        members = new int[contract.Members.Length == 0 ? 0 : contract.Members[^1].Index + 1];
        Array.Fill(members, -1);
        for (int i = 0; i < contract.Members.Length; i++)
        {
            members[contract.Members[i].Index] = i;
        }
    }

    public override void Serialize(ref MessagePackWriter writer, T? value, MessagePackSerializerOptions options)
    {
        if (writer.TryWriteNil(value))
        {
            return;
        }

        Accessor.BeforeWriting(ref value);
        writer.EnterDepth(options);
        var extra = (UnknownMembers?)Accessor.GetExtra(ref value);
        int extras = UnknownMembers.CountOf(extra, isMap: false);
        int length = extras > 0 ? members.Length : Written(ref value, options);
        writer.WriteArrayHeader(length + extras);
        foreach (int member in members.AsSpan(0, length))
        {
            if (member < 0)
            {
                writer.WriteNil();
            }
            else
            {
                Accessor.Members[member].Write(ref writer, ref value!, options);
            }
        }

        UnknownMembers.Write(extra, ref writer);
        writer.LeaveDepth();
    }

    private protected override void Read(ref MessagePackReader reader, ref T? value, bool exists, MessagePackSerializerOptions options)
    {
        long start = reader.Consumed;
        reader.EnterDepth(options);
        int count = reader.ReadArrayHeader();
        var reading = new ObjectReading<T>(Accessor, value, exists);
        for (int i = 0; i < count; i++)
        {
            int member = i < members.Length ? members[i] : -1;
            if (i >= members.Length && Accessor.Extra is not null)
            {
                reading.Keep(ref reader);
            }
            else if (i >= members.Length && Accessor.DisallowsUnknown(options))
            {
                MessagePackReader.ThrowUnknownField(reader.Consumed, typeof(T).Name);
            }
            else
            {
                reading.Member(ref reader, member, options);
            }
        }

        reader.LeaveDepth();
        value = reading.Finish(start, options);
    }

    /// <summary>Returns the number of elements without those that are left out at the end.</summary>
    private int Written(ref T value, MessagePackSerializerOptions options)
    {
        int length = members.Length;
        while (Accessor.MayOmit(options) && length > 0 && members[length - 1] is var member
            && (member < 0 || !Accessor.Members[member].IsReadable || Accessor.IsOmitted(member, ref value, options)))
        {
            length--;
        }

        return length;
    }
}

/// <summary>Serializes an object with string keys as a map.</summary>
[RequiresDynamicCode("Compiles accessors at run time.")]
[RequiresUnreferencedCode("Compiles accessors at run time.")]
internal sealed class MapObjectFormatter<T> : ObjectFormatter<T>
{
    private readonly byte[][] keys;
    private readonly int[] written;
    private readonly MemberKeys members;

    public MapObjectFormatter(ObjectContract contract)
        : base(contract)
    {
        keys = [.. contract.Members.Select(member => Encoding.UTF8.GetBytes(member.Key))];
        members = new MemberKeys(contract.Members.Select(member => (member.Key, member.Alias)));

        // A member without a getter is not written.
        written = [.. Enumerable.Range(0, keys.Length).Where(i => Accessor.Members[i].IsReadable)];
    }

    public override void Serialize(ref MessagePackWriter writer, T? value, MessagePackSerializerOptions options)
    {
        if (writer.TryWriteNil(value))
        {
            return;
        }

        Accessor.BeforeWriting(ref value);
        writer.EnterDepth(options);
        object? extra = Accessor.GetExtra(ref value);
        var entries = extra as IDictionary<string, object?>;
        var bytes = extra as UnknownMembers;
        bool mayOmit = Accessor.MayOmit(options);
        int count = written.Length + UnknownMembers.CountOf(bytes, isMap: true) + UnknownMembers.CountOf(entries);
        bool[]? omitted = null;
        if (mayOmit)
        {
            omitted = new bool[keys.Length];
            foreach (int i in written)
            {
                omitted[i] = Accessor.IsOmitted(i, ref value, options);
                count -= omitted[i] ? 1 : 0;
            }
        }

        writer.WriteMapHeader(count);
        foreach (int i in written)
        {
            if (omitted?[i] == true)
            {
                continue;
            }

            writer.WriteString(keys[i]);
            Accessor.Members[i].Write(ref writer, ref value!, options);
        }

        UnknownMembers.Write(bytes, ref writer);
        UnknownMembers.Write(entries, ref writer, options);
        writer.LeaveDepth();
    }

    private protected override void Read(ref MessagePackReader reader, ref T? value, bool exists, MessagePackSerializerOptions options)
    {
        long start = reader.Consumed;
        reader.EnterDepth(options);
        int count = reader.ReadMapHeader();
        var reading = new ObjectReading<T>(Accessor, value, exists);
        for (int i = 0; i < count; i++)
        {
            long keyStart = reader.Consumed;
            ReadOnlySpan<byte> key = reader.ReadKeySpan();
            int member = members.Find(key);
            if (reading.IsSeen(member))
            {
                MessagePackReader.ThrowDuplicateKey(keyStart);
            }

            if (member < 0 && reader.IsUnionKey(keyStart))
            {
                reader.Skip();
            }
            else if (member < 0 && Accessor.Extra is not null)
            {
                reading.Keep(key, keyStart, ref reader, options);
            }
            else if (member < 0 && Accessor.DisallowsUnknown(options))
            {
                MessagePackReader.ThrowUnknownField(keyStart, typeof(T).Name);
            }
            else
            {
                reading.Member(ref reader, member, options);
            }
        }

        reader.LeaveDepth();
        value = reading.Finish(start, options);
    }
}

/// <summary>The state of reading one object.</summary>
internal ref struct ObjectReading<T>
{
    private readonly ObjectAccessor<T> accessor;
    private readonly object?[]? values;
    private readonly bool[] seen;
    private readonly bool exists;
    private T made;

    /// <summary>The members that are not known, if they are kept, as they are or as values.</summary>
    private UnknownMembers? bytes;
    private IDictionary<string, object?>? entries;

    internal ObjectReading(ObjectAccessor<T> accessor, T? existing, bool exists)
    {
        this.accessor = accessor;
        this.exists = exists;
        seen = new bool[accessor.Members.Length];
        if (accessor.IsConstructedLast)
        {
            values = new object?[seen.Length];
            made = existing!;
        }
        else if (exists)
        {
            made = existing!;
        }
        else
        {
            made = accessor.Make([]);
        }
    }

    internal readonly bool IsSeen(int member) => member >= 0 && seen[member];

    /// <summary>Reads the value of a member, or skips it if the key belongs to no member.</summary>
    internal void Member(ref MessagePackReader reader, int member, MessagePackSerializerOptions options)
    {
        if (member < 0)
        {
            reader.Skip();
            return;
        }

        seen[member] = true;
        if (values is null && accessor.Populates(member, options))
        {
            accessor.Members[member].Populate(ref reader, ref made, options);
        }
        else if (values is null)
        {
            accessor.Members[member].Read(ref reader, ref made, options);
        }
        else if (accessor.Populates(member, options) || accessor.Members[member].IsWritable || accessor.Contract.Members[member].IsInConstructor)
        {
            values[member] = accessor.Members[member].Read(ref reader, options);
        }
        else
        {
            reader.Skip();
        }
    }

    /// <summary>Keeps the next element of an array.</summary>
    internal void Keep(ref MessagePackReader reader) => UnknownMembers.AddElement(ref bytes, ref reader);

    /// <summary>Keeps the next entry of a map, whose key was read.</summary>
    internal void Keep(ReadOnlySpan<byte> key, long offset, ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (accessor.Contract.Extra!.Type == typeof(UnknownMembers))
        {
            UnknownMembers.AddEntry(ref bytes, key, ref reader);
        }
        else
        {
            UnknownMembers.AddEntry(ref entries, key, offset, ref reader, options);
        }
    }

    internal T Finish(long start, MessagePackSerializerOptions options)
    {
        if (!exists)
        {
            accessor.CheckRequired(seen, start);
        }

        object? kept = (object?)bytes ?? entries ?? (exists ? accessor.GetExtra(ref made) : null);
        if (values is not null)
        {
            made = accessor.Make(values, seen, ref made, exists, options);
        }

        if (kept is not null)
        {
            accessor.Extra!.Set(ref made, kept);
        }

        accessor.AfterReading(ref made);
        return made;
    }
}

/// <summary>Reads nil in place of an object.</summary>
internal static class ObjectReading
{
    /// <summary>
    /// Reads nil if the next value is nil and T is a class; throws <c>unexpected_type</c> for nil and a struct.
    /// </summary>
    internal static bool IsNil<T>(ref MessagePackReader reader)
    {
        if (!reader.IsNil)
        {
            return false;
        }

        if (default(T) is not null)
        {
            reader.ThrowUnexpected(typeof(T).Name);
        }

        reader.ReadNil();
        return true;
    }
}
