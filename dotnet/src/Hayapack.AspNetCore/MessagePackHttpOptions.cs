namespace Hayapack.AspNetCore;

/// <summary>How request and response bodies are read and written.</summary>
public class MessagePackHttpOptions
{
    /// <summary>
    /// Gets or sets the serializer's options. The default has the limits of <see cref="MessagePackSecurity.UntrustedData"/>.
    /// With compression on, compressed request bodies are read, too.
    /// </summary>
    public MessagePackSerializerOptions SerializerOptions { get; set; } = MessagePackSerializerOptions.Standard;

    /// <summary>
    /// Gets or sets what is allowed in a request body. The server's own limit for the size of a request
    /// (<c>MaxRequestBodySize</c>, 30 MB in Kestrel) applies first.
    /// </summary>
    public MessagePackLimits Limits { get; set; } = MessagePackLimits.Stream;
}
