using System.Text.Json;
using Xunit;

namespace Hayapack.AspNetCore.Tests;

/// <summary>Reads problem details.</summary>
internal static class Problem
{
    /// <summary>Reads problem details of either media type as JSON.</summary>
    internal static async Task<JsonElement> Read(HttpResponseMessage response, bool isMessagePack)
    {
        byte[] body = await response.Content.ReadAsByteArrayAsync();
        Assert.Equal(isMessagePack ? "application/problem+msgpack" : "application/problem+json", response.Content.Headers.ContentType!.MediaType);
        using JsonDocument document = JsonDocument.Parse(isMessagePack ? MessagePackSerializer.ConvertToJson(body) : System.Text.Encoding.UTF8.GetString(body));
        return document.RootElement.Clone();
    }

    /// <summary>Returns the members' names, and the values that do not depend on the request.</summary>
    internal static string Members(JsonElement details) => string.Join(
        "; ",
        details.EnumerateObject().OrderBy(member => member.Name, StringComparer.Ordinal)
            .Select(member => member.Name + (member.Name == "traceId" ? "" : "=" + member.Value.GetRawText())));
}
