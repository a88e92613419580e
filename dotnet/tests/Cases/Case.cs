namespace Cases;

/// <summary>A type, and how values of it are made.</summary>
public abstract class Case(string group, string name, Form form)
{
    /// <summary>Gets the group, which names the file of the golden rows.</summary>
    public string Group => group;

    /// <summary>Gets the type, as C# writes it.</summary>
    public string Name => name;

    /// <summary>Gets the options by which it is written and read.</summary>
    public Form Form => form;

    /// <summary>Calls the visitor with the type as a type parameter.</summary>
    public abstract void Visit(ICaseVisitor visitor);
}

/// <summary>The same with the type.</summary>
/// <typeparam name="T">The type.</typeparam>
public sealed class Case<T>(string group, string name, Form form, Func<Maker, T> make, params T[] edges) : Case(group, name, form)
{
    /// <summary>Gets the values that are always tried.</summary>
    public IReadOnlyList<T> Edges => edges;

    /// <summary>Makes a value.</summary>
    public T Make(Maker maker) => make(maker);

    /// <inheritdoc/>
    public override void Visit(ICaseVisitor visitor) => visitor.Visit(this);
}

/// <summary>What is done with each case.</summary>
public interface ICaseVisitor
{
    /// <summary>Does it.</summary>
    void Visit<T>(Case<T> item);
}
