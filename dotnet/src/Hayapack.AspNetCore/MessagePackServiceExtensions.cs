using Hayapack;
using Hayapack.AspNetCore;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Infrastructure;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Registers MessagePack in the service collection.</summary>
public static class MessagePackServiceExtensions
{
    /// <summary>
    /// Registers the options of MessagePack bodies, for minimal APIs. Problem details of <c>AddProblemDetails()</c> are then
    /// written as MessagePack for clients that prefer it.
    /// </summary>
    /// <param name="services">The service collection.</param>
    /// <param name="configure">Configures the options; null for the defaults.</param>
    /// <returns>The service collection.</returns>
    public static IServiceCollection AddMessagePack(this IServiceCollection services, Action<MessagePackHttpOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(services);
        services.AddOptions<MessagePackHttpOptions>();
        services.TryAddEnumerable(ServiceDescriptor.Singleton<MatcherPolicy, UnsupportedMediaTypePolicy>());
        if (!services.Any(service => service.ImplementationType == typeof(MessagePackProblemDetailsWriter)))
        {
            services.PostConfigure<Microsoft.AspNetCore.Http.Json.JsonOptions>(json => json.SerializerOptions.TypeInfoResolverChain.Add(ProblemJsonContext.Default));

            // Before AddProblemDetails()'s, wherever that is called: the first that can write does.
            services.Insert(0, ServiceDescriptor.Singleton<IProblemDetailsWriter, MessagePackProblemDetailsWriter>());
        }

        if (configure is not null)
        {
            services.Configure(configure);
        }

        return services;
    }

    /// <summary>
    /// Adds the input and output formatters to MVC. For a body that is not valid, controllers with
    /// <see cref="ApiControllerAttribute"/> respond with problem details.
    /// </summary>
    /// <param name="builder">The builder of MVC.</param>
    /// <param name="configure">Configures the options; null for the defaults.</param>
    /// <returns>The builder.</returns>
    public static IMvcBuilder AddMessagePack(this IMvcBuilder builder, Action<MessagePackHttpOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        AddFormatters(builder.Services.AddMessagePack(configure));
        return builder;
    }

    /// <inheritdoc cref="AddMessagePack(IMvcBuilder, Action{MessagePackHttpOptions}?)"/>
    public static IMvcCoreBuilder AddMessagePack(this IMvcCoreBuilder builder, Action<MessagePackHttpOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        AddFormatters(builder.Services.AddMessagePack(configure));
        return builder;
    }

    private static void AddFormatters(IServiceCollection services)
    {
        services.AddOptions<MvcOptions>().Configure<IOptions<MessagePackHttpOptions>>((mvc, options) =>
        {
            mvc.InputFormatters.Add(new MessagePackInputFormatter(options.Value));
            var output = new MessagePackOutputFormatter(options.Value);
            mvc.OutputFormatters.Add(output);
            mvc.Filters.Add(new MessagePackResultFilter(mvc, output));
        });
        services.PostConfigure<ApiBehaviorOptions>(behavior =>
        {
            Func<ActionContext, IActionResult> before = behavior.InvalidModelStateResponseFactory;
            behavior.InvalidModelStateResponseFactory = context =>
                MessagePackInputFormatter.FaultOf(context.HttpContext) is { } fault ? Problem(context.HttpContext, fault) : before(context);
        });
    }

    private static ObjectResult Problem(HttpContext context, MessagePackSerializationException fault)
    {
        ProblemDetails details = context.RequestServices.GetRequiredService<ProblemDetailsFactory>()
            .CreateProblemDetails(context, BodyFault.Status(fault), BodyFault.Title(fault));
        var result = new ObjectResult(BodyFault.Describe(details, fault)) { StatusCode = details.Status };
        result.ContentTypes.Add("application/problem+json");
        return result;
    }
}
