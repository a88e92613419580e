namespace Hayapack;

/// <summary>
/// What is written for an object whose class a union does not list, and what is read for a tag that it does not have.
/// </summary>
public enum UnlistedUnionType
{
    /// <summary>
    /// Writing is the error <c>unsupported_type</c>, because the object would be lost. Reading is the error <c>unknown_tag</c>;
    /// but null, as in MessagePack-CSharp, where all tags are integers and not in a map.
    /// </summary>
    Error,

    /// <summary>Nil is written, as MessagePack-CSharp does, and null is read.</summary>
    Nil,

    /// <summary>Both are errors, also for integers: <c>unsupported_type</c> and <c>unknown_tag</c>.</summary>
    Strict,
}
