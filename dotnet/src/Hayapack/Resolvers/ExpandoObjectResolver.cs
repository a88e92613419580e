using Hayapack.Formatters;

namespace Hayapack.Resolvers;

/// <summary>
/// Reads maps under <see cref="object"/> and <c>dynamic</c> as <see cref="System.Dynamic.ExpandoObject"/>, so that
/// <c>dynamic value = Deserialize&lt;dynamic&gt;(bytes, ExpandoObjectResolver.Options)</c> has its members. Keys are text.
/// Other types are those of <see cref="BuiltinResolver"/>.
/// </summary>
public static class ExpandoObjectResolver
{
    /// <summary>The one instance.</summary>
    public static readonly IFormatterResolver Instance = CompositeResolver.Create(
        [new ExpandoObjectFormatter(), new ExpandoMapFormatter()], [BuiltinResolver.Instance]);

    /// <summary>Options with this resolver and the limits for untrusted data.</summary>
    public static readonly MessagePackSerializerOptions Options = MessagePackSerializerOptions.Standard
        .WithSecurity(MessagePackSecurity.UntrustedData)
        .WithResolver(Instance);
}
