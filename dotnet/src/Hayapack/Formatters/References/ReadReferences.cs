namespace Hayapack.Formatters;

/// <summary>The objects of a message that is read, by their ids.</summary>
internal sealed class ReadReferences : MessageReferences
{
    private readonly Dictionary<uint, object?> objects = [];
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

    internal void Set(uint id, object value) => objects[id] = value;

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
            throw MessagePackReader.Fault(
                MessagePackErrorNames.UnsupportedType,
                offset,
                $"The object with the id {id} contains itself: its type needs a public constructor without parameters, and members that can be set after it.");
        }

        return found is T value ? value : throw MessagePackReader.Fault(
            MessagePackErrorNames.UnexpectedType, offset, $"Expected {typeof(T)}, found the object with the id {id}, which is {found.GetType()}.");
    }
}
