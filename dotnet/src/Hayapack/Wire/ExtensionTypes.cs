using System.Buffers;
using System.Globalization;

namespace Hayapack;

/// <summary>The type and the payload length of a MessagePack extension.</summary>
/// <param name="TypeCode">The extension type, -128 to 127; MessagePack itself uses the negative ones.</param>
/// <param name="Length">The length of the payload in bytes.</param>
public readonly record struct ExtensionHeader(sbyte TypeCode, uint Length)
{
    /// <summary>Initializes a new instance of the <see cref="ExtensionHeader"/> struct.</summary>
    /// <param name="typeCode">The extension type, -128 to 127.</param>
    /// <param name="length">The length of the payload in bytes, not negative.</param>
    /// <exception cref="OverflowException">The length is negative.</exception>
    public ExtensionHeader(sbyte typeCode, int length)
        : this(typeCode, checked((uint)length))
    {
    }
}

/// <summary>A MessagePack extension: its type and payload.</summary>
/// <param name="typeCode">The extension type, -128 to 127.</param>
/// <param name="data">The payload. It is not copied.</param>
public readonly struct ExtensionResult(sbyte typeCode, ReadOnlySequence<byte> data)
{
    /// <summary>Initializes a new instance of the <see cref="ExtensionResult"/> struct.</summary>
    /// <param name="typeCode">The extension type, -128 to 127.</param>
    /// <param name="data">The payload. It is not copied.</param>
    public ExtensionResult(sbyte typeCode, Memory<byte> data)
        : this(typeCode, new ReadOnlySequence<byte>(data))
    {
    }

    /// <summary>Gets the extension type.</summary>
    public sbyte TypeCode { get; } = typeCode;

    /// <summary>Gets the payload.</summary>
    public ReadOnlySequence<byte> Data { get; } = data;

    /// <summary>Gets the type and the payload length in bytes.</summary>
    public ExtensionHeader Header => new(TypeCode, checked((uint)Data.Length));

    /// <summary>Returns the extension type and the payload length, for logs and debuggers.</summary>
    /// <returns>For example, <c>ext 5, 3 bytes</c>.</returns>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"ext {TypeCode}, {Data.Length} bytes");
}
