using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Primitives;
using Microsoft.Net.Http.Headers;

namespace Hayapack.AspNetCore;

/// <summary>
/// Chooses the media type of a response by the request's Accept header (RFC 9110, section 12.5.1). The most specific range
/// that covers a type gives its quality; quality 0 excludes it. Between types of equal quality the more specific range
/// decides, then the order in the header, then JSON. Parts that are not valid are skipped. A header of more than
/// <see cref="MaximumLength"/> characters is not read, as if there were none.
/// </summary>
internal static class AcceptHeader
{
    /// <summary>A limit of the time for a header, which costs milliseconds at this length. Those of browsers have about 150 characters.</summary>
    private const int MaximumLength = 4096;

    private static readonly Offer[] Bodies =
    [
        // With its charset, which a range may name.
        new(MessagePackMediaTypes.Json, "application/json; charset=utf-8", "json", IsAlias: false),
        new(MessagePackMediaTypes.MessagePack, MessagePackMediaTypes.MessagePack, MessagePackMediaTypes.Suffix, IsAlias: false),
        new(MessagePackMediaTypes.XMessagePack, MessagePackMediaTypes.XMessagePack, null, IsAlias: true),
        new(MessagePackMediaTypes.VndMessagePack, MessagePackMediaTypes.VndMessagePack, null, IsAlias: true),
    ];

    private static readonly Offer[] Problems =
    [
        new(MessagePackMediaTypes.ProblemJson, "application/problem+json; charset=utf-8", "json", IsAlias: false),
        new(MessagePackMediaTypes.ProblemMessagePack, MessagePackMediaTypes.ProblemMessagePack, MessagePackMediaTypes.Suffix, IsAlias: false),
        new(MessagePackMediaTypes.ProblemMessagePack, MessagePackMediaTypes.XMessagePack, null, IsAlias: true),
        new(MessagePackMediaTypes.ProblemMessagePack, MessagePackMediaTypes.VndMessagePack, null, IsAlias: true),
    ];

    /// <summary>Returns JSON's or one of MessagePack's media types; null if the client accepts none. JSON without the header.</summary>
    internal static string? ChooseBody(HttpRequest request) => Choose(request.Headers.Accept, Bodies);

    /// <summary>Returns one of MessagePack's media types, the usual one if the client accepts none.</summary>
    internal static string ChooseMessagePack(HttpRequest request) =>
        Choose(request.Headers.Accept, Bodies.AsSpan(1)) ?? MessagePackMediaTypes.MessagePack;

    /// <summary>Returns the media type of problem details. JSON if the client accepts none: an error is answered in any case.</summary>
    internal static string ChooseProblem(HttpRequest request) =>
        Choose(request.Headers.Accept, Problems) ?? MessagePackMediaTypes.ProblemJson;

    /// <summary>Returns whether a range is of MessagePack bodies by its suffix, as in <c>application/vnd.shop+msgpack</c>. Problem details are no bodies of values.</summary>
    internal static bool HasMessagePackSuffix(MediaTypeHeaderValue range) => HasSuffix(range, MessagePackMediaTypes.Suffix) && !IsProblem(range);

    /// <summary>Tells caches that the response depends on the header.</summary>
    internal static void Vary(HttpResponse response)
    {
        StringValues vary = response.Headers.Vary;
        if (!vary.Any(value => value is not null && value.Split(',').Any(name => name.Trim() is "*" || name.Trim().Equals(HeaderNames.Accept, StringComparison.OrdinalIgnoreCase))))
        {
            response.Headers.Append(HeaderNames.Vary, HeaderNames.Accept);
        }
    }

    private static string? Choose(StringValues header, ReadOnlySpan<Offer> offers)
    {
        if (header.Sum(value => value?.Length ?? 0) > MaximumLength ||
            !MediaTypeHeaderValue.TryParseList(header, out IList<MediaTypeHeaderValue>? ranges) || ranges.Count == 0)
        {
            return offers[0].Type;
        }

        string? chosen = null;
        (double Quality, int Specificity, int Earliness) best = default;
        foreach (Offer offer in offers)
        {
            (double Quality, int Specificity, int Earliness) rank = offer.RankIn(ranges);
            if (rank.Quality > 0 && rank.CompareTo(best) > 0)
            {
                (chosen, best) = (offer.Type, rank);
            }
        }

        return chosen;
    }

    private static bool HasSuffix(MediaTypeHeaderValue range, string suffix) => range.Suffix.Equals(suffix, StringComparison.OrdinalIgnoreCase);

    private static bool IsProblem(MediaTypeHeaderValue range) => range.SubTypeWithoutSuffix.Equals("problem", StringComparison.OrdinalIgnoreCase);

    /// <summary>A media type that can be written.</summary>
    /// <param name="Type">The type that is written.</param>
    /// <param name="Name">The type that ranges are compared with.</param>
    /// <param name="Suffix">Ranges with this suffix, such as <c>application/vnd.shop+msgpack</c>, cover the type too; null for none.</param>
    /// <param name="IsAlias">Only ranges that name the type cover it: another offer stands for the format.</param>
    private sealed record Offer(string Type, string Name, string? Suffix, bool IsAlias)
    {
        private readonly MediaTypeHeaderValue parsed = MediaTypeHeaderValue.Parse(Name);
        private readonly StringSegment writtenSubType = MediaTypeHeaderValue.Parse(Type).SubType;

        /// <summary>Returns the quality, specificity and negative position of the most specific range; the first of several.</summary>
        internal (double Quality, int Specificity, int Earliness) RankIn(IList<MediaTypeHeaderValue> ranges)
        {
            (double Quality, int Specificity, int Earliness) rank = (0, -1, 0);
            for (int i = 0; i < ranges.Count; i++)
            {
                int specificity = SpecificityOf(ranges[i]);
                if (specificity > rank.Specificity)
                {
                    rank = (ranges[i].Quality ?? 1, specificity, -i);
                }
            }

            return rank;
        }

        /// <summary>Returns how specific a range is that covers the type; -1 if it does not.</summary>
        private int SpecificityOf(MediaTypeHeaderValue range)
        {
            if (parsed.IsSubsetOf(range))
            {
                return range.MatchesAllTypes ? (IsAlias ? -1 : 0)
                    : range.MatchesAllSubTypes ? (IsAlias ? -1 : 1)
                    : writtenSubType.Equals(range.SubType, StringComparison.OrdinalIgnoreCase) ? 4 : 3;
            }

            // A problem range says nothing about other bodies; a body's range covers problem details of its format.
            return Suffix is not null && HasSuffix(range, Suffix) && (IsProblem(parsed) || !IsProblem(range)) ? 2 : -1;
        }
    }
}
