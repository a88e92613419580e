namespace Hayapack;

/// <summary>What is written for an object whose class a union does not list.</summary>
public enum UnlistedUnionType
{
    /// <summary>Nothing: the error <c>unsupported_type</c>, because the object would be lost.</summary>
    Error,

    /// <summary>Nil, as MessagePack-CSharp does.</summary>
    Nil,
}
