using Hayapack.Formatters;

namespace Hayapack;

// The types of typed values; the settings themselves are in Contracts.
public partial class MessagePackSerializerOptions
{
    /// <summary>Gets the table that maps the names in typed values (ext 100) to types.</summary>
    public TypeTable TypeTable { get; private set; } = TypeTable.Framework;

    /// <summary>Gets a value indicating whether <see cref="object"/> is read and written as typed values (ext 100).</summary>
    internal bool UsesTypedValues =>
        IsTypeless || (!IsStandard && Resolver.GetFormatter<object?>() is TypelessFormatter);

    /// <summary>Returns a copy with another table of types.</summary>
    /// <param name="typeTable">The table. It cannot be changed after its first use.</param>
    /// <returns>The copy.</returns>
    public MessagePackSerializerOptions WithTypeTable(TypeTable typeTable)
    {
        ArgumentNullException.ThrowIfNull(typeTable);
        return With(copy => copy.TypeTable = typeTable);
    }

    /// <summary>
    /// Returns the type of a name in a message that <see cref="TypeTable"/> does not have. This one returns null, so a name
    /// loads no type; an override decides which types a message may name.
    /// </summary>
    /// <param name="typeName">The name as in the message, from any source.</param>
    /// <returns>The type, or null if it is unknown.</returns>
    public virtual Type? LoadType(string typeName) => null;

    /// <summary>
    /// Throws for a type named in a message that may not be deserialized: calls
    /// <see cref="ThrowIfDeserializingTypeIsDisallowedCore"/> for the type, its element type and its type arguments.
    /// </summary>
    /// <param name="type">The type.</param>
    public virtual void ThrowIfDeserializingTypeIsDisallowed(Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        ThrowIfDeserializingTypeIsDisallowedCore(type);
        if (type.GetElementType() is { } element)
        {
            ThrowIfDeserializingTypeIsDisallowed(element);
        }

        foreach (Type argument in type.GenericTypeArguments)
        {
            ThrowIfDeserializingTypeIsDisallowed(argument);
        }
    }

    /// <summary>Throws for a type that may not be deserialized. This one never throws; the types come from <see cref="TypeTable"/>.</summary>
    /// <param name="type">The type.</param>
    protected virtual void ThrowIfDeserializingTypeIsDisallowedCore(Type type)
    {
    }
}
