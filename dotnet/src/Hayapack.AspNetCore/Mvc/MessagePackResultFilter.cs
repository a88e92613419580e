using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Filters;
using Microsoft.AspNetCore.Mvc.Formatters;
using Microsoft.AspNetCore.Mvc.Infrastructure;

namespace Hayapack.AspNetCore;

/// <summary>
/// Lets MVC write problem details as MessagePack for clients that prefer it, and names the accepted media types in responses
/// with status 415, as minimal APIs do.
/// </summary>
internal sealed class MessagePackResultFilter(MvcOptions options, MessagePackOutputFormatter formatter) : IAlwaysRunResultFilter, IOrderedFilter
{
    /// <summary>Gets the order, after MVC's filter that turns status codes into problem details (-2000).</summary>
    public int Order => -1000;

    public void OnResultExecuting(ResultExecutingContext context)
    {
        HttpContext http = context.HttpContext;
        if (context.Result is IStatusCodeActionResult { StatusCode: StatusCodes.Status415UnsupportedMediaType })
        {
            http.Response.Headers.Accept = string.Join(
                ", ", options.InputFormatters.OfType<InputFormatter>().SelectMany(formatter => formatter.SupportedMediaTypes).Distinct());
        }

        if (context.Result is ObjectResult { Value: ProblemDetails } result && result.ContentTypes.All(IsProblem) &&
            AcceptHeader.ChooseProblem(http.Request) == MessagePackMediaTypes.ProblemMessagePack)
        {
            result.ContentTypes.Clear();
            result.ContentTypes.Add(MessagePackMediaTypes.ProblemMessagePack);

            // MVC adds JSON to the types, whose formatter comes first in its list.
            result.Formatters.Clear();
            result.Formatters.Add(formatter);
        }
    }

    public void OnResultExecuted(ResultExecutedContext context)
    {
    }

    /// <summary>Returns whether a media type is MVC's own choice for problem details. Others are the program's.</summary>
    private static bool IsProblem(string contentType) => contentType.StartsWith("application/problem+", StringComparison.OrdinalIgnoreCase);
}
