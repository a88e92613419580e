using System.Buffers;

namespace Hayapack;

/// <summary>An extension's type and the length of its payload.</summary>
/// <param name="TypeCode">The type, -128 to 127.</param>
/// <param name="Length">The payload's length in bytes.</param>
public readonly record struct ExtensionHeader(sbyte TypeCode, uint Length)
{
    /// <summary>Initializes a new instance of the <see cref="ExtensionHeader"/> struct.</summary>
    /// <param name="typeCode">The type, -128 to 127.</param>
    /// <param name="length">The payload's length in bytes.</param>
    public ExtensionHeader(sbyte typeCode, int length)
        : this(typeCode, checked((uint)length))
    {
    }
}

/// <summary>An extension: its type and its payload.</summary>
/// <param name="typeCode">The type, -128 to 127.</param>
/// <param name="data">The payload.</param>
public readonly struct ExtensionResult(sbyte typeCode, ReadOnlySequence<byte> data)
{
    /// <summary>Initializes a new instance of the <see cref="ExtensionResult"/> struct.</summary>
    /// <param name="typeCode">The type, -128 to 127.</param>
    /// <param name="data">The payload.</param>
    public ExtensionResult(sbyte typeCode, Memory<byte> data)
        : this(typeCode, new ReadOnlySequence<byte>(data))
    {
    }

    /// <summary>Gets the type.</summary>
    public sbyte TypeCode { get; } = typeCode;

    /// <summary>Gets the payload.</summary>
    public ReadOnlySequence<byte> Data { get; } = data;

    /// <summary>Gets the type and the payload's length.</summary>
    public ExtensionHeader Header => new(TypeCode, checked((uint)Data.Length));
}
