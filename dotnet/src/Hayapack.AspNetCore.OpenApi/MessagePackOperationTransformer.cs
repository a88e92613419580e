using System.Globalization;
using Microsoft.AspNetCore.Mvc.ApiExplorer;
using Microsoft.AspNetCore.Mvc.ModelBinding;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Microsoft.OpenApi;

namespace Hayapack.AspNetCore.OpenApi;

/// <summary>Replaces the schemas of an operation's MessagePack bodies. Thread-safe.</summary>
internal sealed class MessagePackOperationTransformer : IOpenApiOperationTransformer
{
    public Task TransformAsync(OpenApiOperation operation, OpenApiOperationTransformerContext context, CancellationToken cancellationToken)
    {
        MessagePackSerializerOptions options =
            (context.ApplicationServices.GetService<IOptions<MessagePackHttpOptions>>()?.Value ?? new MessagePackHttpOptions()).SerializerOptions;
        ApiParameterDescription? body = context.Description.ParameterDescriptions.FirstOrDefault(parameter => parameter.Source == BindingSource.Body);
        Replace(operation.RequestBody?.Content, body?.Type);
        foreach (ApiResponseType response in context.Description.SupportedResponseTypes)
        {
            string status = response.IsDefaultResponse ? "default" : response.StatusCode.ToString(CultureInfo.InvariantCulture);
            Replace(operation.Responses?.GetValueOrDefault(status)?.Content, response.Type);
        }

        return Task.CompletedTask;

        void Replace(IDictionary<string, OpenApiMediaType>? content, Type? type)
        {
            OpenApiMediaType[] bodies = [.. (content ?? new Dictionary<string, OpenApiMediaType>())
                .Where(media => MessagePackMediaTypes.IsMessagePack(media.Key)).Select(media => media.Value)];
            if (bodies.Length > 0 && type is not null && options.Resolver.CanSerialize(type))
            {
                IOpenApiSchema schema = new SchemaComponents(context.Document!).Add(type, options);
                Array.ForEach(bodies, media => media.Schema = schema);
            }
        }
    }
}
