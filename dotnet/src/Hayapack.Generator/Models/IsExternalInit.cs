namespace System.Runtime.CompilerServices;

/// <summary>Lets the compiler accept <c>init</c> and records on netstandard2.0.</summary>
internal static class IsExternalInit
{
}
