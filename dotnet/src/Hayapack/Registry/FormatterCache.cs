using Hayapack.Formatters;

namespace Hayapack.Registry;

/// <summary>What StandardResolver knows about one type.</summary>
internal static class FormatterCache<T>
{
    /// <summary>The formatter; null until it is first looked up.</summary>
    internal static IMessagePackFormatter<T>? Formatter;

    /// <summary>The formatter that generated code registered.</summary>
    internal static IMessagePackFormatter<T>? Generated;
}

/// <summary>What TypelessContractlessStandardResolver knows about one type.</summary>
internal static class TypelessCache<T>
{
    /// <summary>The formatter; null until it is first looked up.</summary>
    internal static IMessagePackFormatter<T>? Formatter;
}
