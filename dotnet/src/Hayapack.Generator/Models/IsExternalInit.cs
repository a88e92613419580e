namespace System.Runtime.CompilerServices;

/// <summary>Required by the compiler for <c>init</c> and records; netstandard2.0 does not have it.</summary>
internal static class IsExternalInit
{
}
