namespace Hayapack.Formatters;

/// <summary>The objects of a message that is read, by their ids.</summary>
internal sealed class ReadReferences : MessageReferences
{
    private readonly Dictionary<uint, object?> objects = [];
    private readonly HashSet<uint> used = [];
    private uint? pending;

    /// <summary>Reserves the id of an object that is being read; false if it has one already.</summary>
    internal bool TryDefine(uint id, long offset)
    {
        if (objects.ContainsKey(id))
        {
            return false;
        }

        if (objects.Count == Most)
        {
            throw MessagePackReader.Fault(MessagePackErrorNames.SizeLimit, offset, $"The message has more than {Most} objects with ids.");
        }

        objects.Add(id, null);
        return true;
    }

    /// <summary>Sets the object of an id before its members are read.</summary>
    internal void Set(uint id, object value) => objects[id] = value;

    /// <summary>Sets the object of an id, which may have replaced the one that was set before its members were read.</summary>
    internal void Complete(uint id, object value, long offset)
    {
        object? before = objects[id];
        if (before is not null && !ReferenceEquals(before, value) && used.Contains(id))
        {
            throw Itself(id, offset);
        }

        objects[id] = value;
    }

    /// <summary>Lets the next formatter, that of the object's class, set the object of an id before it reads the members.</summary>
    internal void Expect(uint id) => pending = id;

    /// <summary>Returns the id that the object being read has, if its formatter is the first one after <see cref="Expect"/>.</summary>
    internal uint? TakeExpected()
    {
        uint? id = pending;
        pending = null;
        return id;
    }

    internal T Get<T>(uint id, long offset)
    {
        if (!objects.TryGetValue(id, out object? found))
        {
            MessagePackReader.ThrowInvalidValue(offset, $"No object before this has the id {id}.");
        }

        if (found is null)
        {
            throw Itself(id, offset);
        }

        used.Add(id);
        return found is T value ? value : throw MessagePackReader.Fault(
            MessagePackErrorNames.UnexpectedType, offset, $"Expected {typeof(T)}, found the object with the id {id}, which is {found.GetType()}.");
    }

    private static MessagePackSerializationException Itself(uint id, long offset) => MessagePackReader.Fault(
        MessagePackErrorNames.UnsupportedType,
        offset,
        $"The object with the id {id} contains itself: its type needs a public constructor without parameters, and members that can be set after it.");
}
