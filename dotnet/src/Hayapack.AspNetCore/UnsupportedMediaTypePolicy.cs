using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.Routing.Matching;
using Microsoft.Net.Http.Headers;

namespace Hayapack.AspNetCore;

/// <summary>
/// Names the accepted media types in the header Accept of a response with status 415 (RFC 9110, section 12.5.1), which routing
/// itself makes for a request whose Content-Type no endpoint of the path accepts. It selects nothing.
/// </summary>
internal sealed class UnsupportedMediaTypePolicy : MatcherPolicy, INodeBuilderPolicy
{
    /// <summary>Gets the order, before the policy of ASP.NET Core that selects endpoints by Content-Type (-100).</summary>
    public override int Order => -200;

    public bool AppliesToEndpoints(IReadOnlyList<Endpoint> endpoints) =>
        !ContainsDynamicEndpoints(endpoints) &&
        endpoints.All(endpoint => AcceptedBy(endpoint).Count > 0) &&
        endpoints.Any(endpoint => AcceptedBy(endpoint).Contains(MessagePackMediaTypes.MessagePack));

    public IReadOnlyList<PolicyNodeEdge> GetEdges(IReadOnlyList<Endpoint> endpoints) =>
        [new PolicyNodeEdge(endpoints.SelectMany(AcceptedBy).Distinct().ToArray(), endpoints)];

    public PolicyJumpTable BuildJumpTable(int exitDestination, IReadOnlyList<PolicyJumpTableEdge> edges) =>
        new Table(edges[0].Destination, (string[])edges[0].State);

    private static IReadOnlyList<string> AcceptedBy(Endpoint endpoint) => endpoint.Metadata.GetMetadata<IAcceptsMetadata>()?.ContentTypes ?? [];

    private sealed class Table(int destination, string[] accepted) : PolicyJumpTable
    {
        private readonly MediaTypeHeaderValue[] parsed = [.. accepted.Select(type => MediaTypeHeaderValue.Parse(type))];
        private readonly string header = string.Join(", ", accepted);

        public override int GetDestination(HttpContext httpContext)
        {
            string? contentType = httpContext.Request.ContentType;
            if (!string.IsNullOrEmpty(contentType) && !accepted.Contains(contentType) &&
                !(MediaTypeHeaderValue.TryParse(contentType, out MediaTypeHeaderValue? type) && parsed.Any(type.IsSubsetOf)))
            {
                httpContext.Response.Headers.Accept = header;
            }

            return destination;
        }
    }
}
