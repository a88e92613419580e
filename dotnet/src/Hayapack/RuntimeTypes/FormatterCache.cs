using Hayapack.Formatters;

namespace Hayapack.Registry;

/// <summary>The formatters that StandardResolver has found for a type.</summary>
internal static class FormatterCache<T>
{
    /// <summary>The formatter, or null before the first successful lookup.</summary>
    internal static IMessagePackFormatter<T>? Formatter;

    /// <summary>The formatter registered by generated code, or null.</summary>
    internal static IMessagePackFormatter<T>? Generated;
}

/// <summary>The formatter that TypelessContractlessStandardResolver has found for a type.</summary>
internal static class TypelessCache<T>
{
    /// <summary>The formatter, or null before the first successful lookup.</summary>
    internal static IMessagePackFormatter<T>? Formatter;
}
