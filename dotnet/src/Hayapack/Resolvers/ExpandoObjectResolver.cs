using Hayapack.Formatters;

namespace Hayapack.Resolvers;

/// <summary>
/// Reads maps as <see cref="System.Dynamic.ExpandoObject"/> if the requested type is <see cref="object"/> or
/// <c>dynamic</c>, so that <c>dynamic value = Deserialize&lt;dynamic&gt;(bytes, ExpandoObjectResolver.Options)</c> has
/// the keys as members. Keys must be strings. Other types are resolved by <see cref="BuiltinResolver"/>.
/// </summary>
public static class ExpandoObjectResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly IFormatterResolver Instance = CompositeResolver.Create(
        [new ExpandoObjectFormatter(), new ExpandoMapFormatter()], [BuiltinResolver.Instance]);

    /// <summary>Options with this resolver and the limits for untrusted data.</summary>
    public static readonly MessagePackSerializerOptions Options = MessagePackSerializerOptions.Standard
        .WithSecurity(MessagePackSecurity.UntrustedData)
        .WithResolver(Instance);
}
