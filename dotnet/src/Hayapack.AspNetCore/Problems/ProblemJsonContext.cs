using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;

namespace Hayapack.AspNetCore;

/// <summary>The types of problem details of bodies, for native programs, which serialize JSON without reflection.</summary>
[JsonSerializable(typeof(ProblemDetails))]
[JsonSerializable(typeof(HttpValidationProblemDetails))]
[JsonSerializable(typeof(string))]
[JsonSerializable(typeof(long))]
[JsonSerializable(typeof(Dictionary<string, string[]>))]
internal sealed partial class ProblemJsonContext : JsonSerializerContext;
