namespace Hayapack.AspNetCore;

/// <summary>Options for MessagePack request and response bodies. Set them during start-up; then they are thread-safe.</summary>
public class MessagePackHttpOptions
{
    /// <summary>
    /// Gets or sets the serializer's options. The default is <see cref="MessagePackSerializerOptions.Standard"/>, with the
    /// limits of <see cref="MessagePackSecurity.UntrustedData"/>. If they enable compression, request bodies can be compressed.
    /// </summary>
    public MessagePackSerializerOptions SerializerOptions { get; set; } = MessagePackSerializerOptions.Standard;

    /// <summary>
    /// Gets or sets the limits of each message in a request body. The default is <see cref="MessagePackLimits.Stream"/>: 100
    /// MiB. The server's limit for the size of a request (<c>MaxRequestBodySize</c>, 30 MB in Kestrel) applies first.
    /// </summary>
    public MessagePackLimits Limits { get; set; } = MessagePackLimits.Stream;

    /// <summary>
    /// Gets or sets a value indicating whether negotiated results of minimal APIs have status 406 if the client accepts neither
    /// JSON nor MessagePack. The default is false: they are JSON, as in MVC, which has an option of this name for itself.
    /// </summary>
    public bool ReturnHttpNotAcceptable { get; set; }
}
