namespace Cases;

/// <summary>A type with a generator of its values.</summary>
public abstract class Case(string group, string name, Form form)
{
    /// <summary>Gets the group, the name of the file with the golden rows.</summary>
    public string Group => group;

    /// <summary>Gets the name of the type in C# syntax.</summary>
    public string Name => name;

    /// <summary>Gets the options for writing and reading.</summary>
    public Form Form => form;

    /// <summary>Calls the visitor with the type as a type parameter.</summary>
    public abstract void Visit(ICaseVisitor visitor);
}

/// <summary>A <see cref="Case"/> with its type.</summary>
/// <typeparam name="T">The type.</typeparam>
public sealed class Case<T>(string group, string name, Form form, Func<Maker, T> make, params T[] edges) : Case(group, name, form)
{
    /// <summary>Gets the values that are tested in every run.</summary>
    public IReadOnlyList<T> Edges => edges;

    /// <summary>Creates a random value.</summary>
    public T Make(Maker maker) => make(maker);

    /// <inheritdoc/>
    public override void Visit(ICaseVisitor visitor) => visitor.Visit(this);
}

/// <summary>An operation on cases.</summary>
public interface ICaseVisitor
{
    /// <summary>Applies the operation to a case.</summary>
    void Visit<T>(Case<T> item);
}
