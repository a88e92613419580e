namespace Hayapack.Generator.Models;

/// <summary>How generated code writes and reads a value of one type.</summary>
internal enum ValueKind
{
    /// <summary>With the formatter that <c>options.Resolver</c> returns for the type.</summary>
    Formatter,

    /// <summary>A type of at most 9 bytes, which <c>MessagePackPrimitives</c> writes without a formatter.</summary>
    Primitive,

    /// <summary><c>DateTime</c>, at most 15 bytes; with the standard options written without a formatter.</summary>
    DateTime,

    /// <summary><c>string</c>.</summary>
    String,

    /// <summary><c>byte[]</c>.</summary>
    Bytes,

    /// <summary>An enum; with the standard options written as its underlying integer.</summary>
    Enum,

    /// <summary><c>T?</c> for a struct; the struct is <see cref="ValueModel.Element"/>.</summary>
    Nullable,

    /// <summary>A type whose formatter is generated in the same assembly; the formatter is called directly.</summary>
    Generated,

    /// <summary><c>T[]</c>, written in a loop; the element type is <see cref="ValueModel.Element"/>.</summary>
    Array,

    /// <summary>
    /// <c>List&lt;T&gt;</c>, written in a loop; the element type is <see cref="ValueModel.Element"/>.
    /// </summary>
    List,

    /// <summary>
    /// <c>Dictionary&lt;string, T&gt;</c>, written in a loop; T is <see cref="ValueModel.Element"/>.
    /// </summary>
    Map,
}

/// <summary>A type of a member, element or parameter. Compares by value; contains no symbols.</summary>
internal sealed record ValueModel
{
    /// <summary>How the value is written and read.</summary>
    public ValueKind Kind { get; init; }

    /// <summary>
    /// The fully qualified name with <c>global::</c>, without nullable annotations of reference types.
    /// </summary>
    public string TypeName { get; init; } = "";

    /// <summary>
    /// Whether the type is <c>dynamic</c>. Values are cast to <c>object</c>; otherwise calls would be bound at run
    /// time.
    /// </summary>
    public bool IsDynamic { get; init; }

    /// <summary>
    /// For primitives and enums, the suffix of the method, for example <c>Int32</c> in <c>WriteInt32</c>.
    /// </summary>
    public string Primitive { get; init; } = "";

    /// <summary>The element type of a nullable type, array or list, the value type of a map; otherwise null.</summary>
    public ValueModel? Element { get; init; }

    /// <summary>For a class of a union, whether it is a union itself.</summary>
    public bool IsUnion { get; init; }

    /// <summary>
    /// For a class of a union, whether it is the class that has the attributes. Then <see cref="FormatterName"/> is the formatter
    /// of the object; that of the type is the union's.
    /// </summary>
    public bool IsUnionItself { get; init; }

    /// <summary>For <see cref="ValueKind.Generated"/>, the fully qualified name of the formatter's class.</summary>
    public string? FormatterName { get; init; }

    /// <summary>The most bytes that a value takes, or 0 if its size is not bounded.</summary>
    public int MaxBytes => this.Kind switch
    {
        ValueKind.Primitive or ValueKind.Enum => MaxBytesOf(this.Primitive),
        ValueKind.DateTime => 15,
        ValueKind.Nullable => this.Element!.MaxBytes,
        _ => 0,
    };

    private static int MaxBytesOf(string primitive) => primitive switch
    {
        "Boolean" => 1,
        "Byte" or "SByte" => 2,
        "Int16" or "UInt16" or "Char" => 3,
        "Int32" or "UInt32" or "Single" => 5,
        "Int64" or "UInt64" or "Double" => 9,
        _ => throw new ArgumentOutOfRangeException(nameof(primitive), primitive, "not a primitive"),
    };
}
