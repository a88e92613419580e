using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection;

namespace Hayapack.AspNetCore;

/// <summary>A response with problem details, as JSON or MessagePack by the request's Accept header.</summary>
internal sealed class ProblemResult(ProblemDetails details) : IResult
{
    public async Task ExecuteAsync(HttpContext httpContext)
    {
        httpContext.Response.StatusCode = details.Status ?? StatusCodes.Status500InternalServerError;
        IProblemDetailsService? service = httpContext.RequestServices.GetService<IProblemDetailsService>();
        if (service is not null &&
            await service.TryWriteAsync(new ProblemDetailsContext { HttpContext = httpContext, ProblemDetails = details }).ConfigureAwait(false))
        {
            return;
        }

        ProblemBody.Complete(httpContext, details);
        await (AcceptHeader.ChooseProblem(httpContext.Request) == MessagePackMediaTypes.ProblemMessagePack
            ? ProblemBody.WriteAsync(httpContext, details)
            : TypedResults.Problem(details).ExecuteAsync(httpContext)).ConfigureAwait(false);
    }
}
