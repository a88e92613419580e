using System.Buffers;

namespace Hayapack.Formatters;

/// <summary>
/// The objects of a message that is written. It is written twice: first to count the objects, since only those that occur again
/// have an id.
/// </summary>
internal sealed class WrittenReferences : MessageReferences
{
    private const int NotWritten = -1;

    private readonly Dictionary<object, int> repeated = new(ReferenceEqualityComparer.Instance);
    private HashSet<object>? seen = new(ReferenceEqualityComparer.Instance);
    private int next;

    // The object whose formatter was called last, if its class is not the declared type: a union's formatter calls that of the class
    // for the same object.
    private object? entered;
    private Type? enteredAs;

    /// <summary>What to write of an object.</summary>
    internal enum Form
    {
        /// <summary>The object.</summary>
        Plain,

        /// <summary>Its id and the object.</summary>
        Definition,

        /// <summary>Its id.</summary>
        Reference,
    }

    /// <summary>Ends the count.</summary>
    internal void StopCounting()
    {
        seen = null;
        entered = null;
    }

    /// <summary>Enters an object; <see cref="Leave"/> it after it is written.</summary>
    /// <param name="value">The object.</param>
    /// <param name="declared">The type as which it is written.</param>
    /// <param name="id">Its id, unless the form is plain.</param>
    /// <returns>What to write.</returns>
    /// <exception cref="MessagePackSerializationException"><c>size_limit</c>.</exception>
    internal Form Enter(object value, Type declared, out int id)
    {
        id = 0;
        bool isSame = ReferenceEquals(entered, value) && enteredAs != declared;
        entered = null;
        if (isSame)
        {
            return Form.Plain;
        }

        Form form = seen is not null ? Count(value) : Find(value, out id);
        if (form != Form.Reference && value.GetType() != declared)
        {
            entered = value;
            enteredAs = declared;
        }

        return form;
    }

    internal void Leave() => entered = null;

    private Form Count(object value)
    {
        if (seen!.Add(value))
        {
            return Form.Plain;
        }

        repeated.TryAdd(value, NotWritten);
        return Form.Reference;
    }

    private Form Find(object value, out int id)
    {
        if (!repeated.TryGetValue(value, out id))
        {
            return Form.Plain;
        }

        if (id != NotWritten)
        {
            return Form.Reference;
        }

        if (next == Most)
        {
            throw new MessagePackSerializationException(MessagePackErrorNames.SizeLimit, -1, $"More than {Most} objects occur several times.");
        }

        repeated[value] = id = next++;
        return Form.Definition;
    }
}

/// <summary>Takes bytes and keeps none.</summary>
internal sealed class DiscardingOutput : IBufferWriter<byte>
{
    private byte[] space = new byte[4096];

    public void Advance(int count)
    {
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        if (sizeHint > space.Length)
        {
            space = new byte[sizeHint];
        }

        return space;
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
}
