using System;

namespace Hayapack.Generator.Models;

/// <summary>How generated code writes and reads a value of one type.</summary>
internal enum ValueKind
{
    /// <summary>Through the formatter that <c>options.Resolver</c> has for the type.</summary>
    Formatter,

    /// <summary>A type of at most nine bytes that <c>MessagePackPrimitives</c> writes without a formatter.</summary>
    Primitive,

    /// <summary><c>DateTime</c>: at most fifteen bytes, written in place under the standard options.</summary>
    DateTime,

    /// <summary><c>string</c>.</summary>
    String,

    /// <summary><c>byte[]</c>.</summary>
    Bytes,

    /// <summary>An enum, written as its underlying primitive under the standard options.</summary>
    Enum,

    /// <summary><c>Nullable&lt;T&gt;</c> of <see cref="ValueModel.Element"/>.</summary>
    Nullable,

    /// <summary>A type whose formatter is generated in the same assembly; called directly.</summary>
    Generated,

    /// <summary><c>T[]</c> of <see cref="ValueModel.Element"/>, written as a loop.</summary>
    Array,

    /// <summary><c>List&lt;T&gt;</c> of <see cref="ValueModel.Element"/>, written as a loop.</summary>
    List,
}

/// <summary>A type as a member, element or parameter uses it. Compares by value and holds no symbol.</summary>
internal sealed record ValueModel
{
    /// <summary>How the value is written and read.</summary>
    public ValueKind Kind { get; init; }

    /// <summary>The fully qualified name without nullable annotations of references, with <c>global::</c>.</summary>
    public string TypeName { get; init; } = "";

    /// <summary>Whether the type is <c>dynamic</c>: an <c>object</c> that must be cast to one, or calls are bound at run time.</summary>
    public bool IsDynamic { get; init; }

    /// <summary>For primitives and enums: the method suffix, as <c>Int32</c> in <c>WriteInt32</c>.</summary>
    public string Primitive { get; init; } = "";

    /// <summary>The element type of nullable, array and list.</summary>
    public ValueModel? Element { get; init; }

    /// <summary>For <see cref="ValueKind.Generated"/>: the fully qualified name of the formatter's class.</summary>
    public string? FormatterName { get; init; }

    /// <summary>The largest number of bytes that the value takes, or 0 where that is not bounded.</summary>
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
