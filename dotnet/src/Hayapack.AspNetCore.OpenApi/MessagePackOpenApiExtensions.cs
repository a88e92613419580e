using Hayapack.AspNetCore.OpenApi;
using Microsoft.AspNetCore.OpenApi;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Adds the schemas of MessagePack bodies to OpenAPI documents.</summary>
public static class MessagePackOpenApiExtensions
{
    /// <summary>
    /// Gives the media types of MessagePack the schema of what hayapack writes, in its plain JSON form: that of
    /// <see cref="Hayapack.MessagePackSchema.GetJsonSchemaAsNode(Type, Hayapack.MessagePackSerializerOptions?)"/>, with the options of
    /// <see cref="Hayapack.AspNetCore.MessagePackHttpOptions"/>. Classes are components whose names begin with <c>MessagePack.</c>.
    /// </summary>
    /// <remarks>
    /// Types without a formatter, such as problem details, keep JSON's schema. Documents of OpenAPI 3.0, which lacks the words for
    /// arrays of members, have schemas of any value.
    /// </remarks>
    /// <param name="options">The options.</param>
    /// <returns>The options.</returns>
    public static OpenApiOptions AddMessagePack(this OpenApiOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return options.AddOperationTransformer(new MessagePackOperationTransformer());
    }
}
