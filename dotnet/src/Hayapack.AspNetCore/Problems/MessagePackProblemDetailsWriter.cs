using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Options;

namespace Hayapack.AspNetCore;

/// <summary>
/// Writes the problem details of <c>AddProblemDetails()</c>, from exception handlers, status code pages and results, for
/// clients that prefer MessagePack. It comes before the writers of ASP.NET Core, which write JSON.
/// </summary>
internal sealed class MessagePackProblemDetailsWriter(IOptions<ProblemDetailsOptions> options) : IProblemDetailsWriter
{
    /// <inheritdoc/>
    public bool CanWrite(ProblemDetailsContext context) =>
        AcceptHeader.ChooseProblem(context.HttpContext.Request) == MessagePackMediaTypes.ProblemMessagePack;

    /// <inheritdoc/>
    public async ValueTask WriteAsync(ProblemDetailsContext context)
    {
        ProblemBody.Complete(context.HttpContext, context.ProblemDetails);
        options.Value.CustomizeProblemDetails?.Invoke(context);
        await ProblemBody.WriteAsync(context.HttpContext, context.ProblemDetails).ConfigureAwait(false);
    }
}
