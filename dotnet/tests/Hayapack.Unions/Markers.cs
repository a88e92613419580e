namespace System.Runtime.CompilerServices;

/// <summary>Marks union types, as in .NET 11.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct)]
internal sealed class UnionAttribute : Attribute;

/// <summary>Marks closed classes, as in .NET 11.</summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class IsClosedTypeAttribute : Attribute;

/// <summary>The value of a union type, as in .NET 11.</summary>
internal interface IUnion
{
    object? Value { get; }
}
