using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Microsoft.OpenApi;

namespace Hayapack.AspNetCore.OpenApi;

/// <summary>Adds JSON Schemas to the components of an OpenAPI document. Not thread-safe.</summary>
internal sealed partial class SchemaComponents(OpenApiDocument document)
{
    private const string Definition = "#/$defs/";
    private const string Component = "#/components/schemas/";

    /// <summary>Adds the classes of a type's schema, if the document does not have them.</summary>
    /// <returns>The schema of the type, which refers to them.</returns>
    internal IOpenApiSchema Add(Type type, MessagePackSerializerOptions options)
    {
        JsonObject schema = MessagePackSchema.GetJsonSchemaAsNode(type, options).AsObject();
        var classes = schema["$defs"]?.AsObject().ToDictionary(pair => pair.Key, pair => pair.Value!) ?? [];
        schema.Remove("$defs");
        JsonObject described = MessagePackSchema.Describe(type, options);
        string? root = (string)described["kind"]! is "object" or "union" ? (string)described["name"]! : null;
        if (root is not null)
        {
            root = classes.ContainsKey(root) ? root + "Union" : root; // a class that lists itself is in its union
            classes[root] = schema;
        }

        // Other classes of the same names have another end, all classes of a type the same one: references stay among them.
        for (int number = 1; ; number++)
        {
            Dictionary<string, string> names = Names(classes.Keys, number == 1 ? "" : $"_{number}");
            var components = classes.ToDictionary(pair => names[pair.Key], pair => Referring(pair.Value, root, names));
            if (components.All(component => Find(component.Key) is not { } found || found is NodeSchema { Node: { } node } && JsonNode.DeepEquals(node, component.Value)))
            {
                foreach ((string name, JsonNode component) in components.Where(component => Find(component.Key) is null))
                {
                    document.AddComponent(name, new NodeSchema(component));
                }

                return root is null ? new NodeSchema(Referring(schema, root, names)) : new OpenApiSchemaReference(names[root], document);
            }
        }
    }

    private IOpenApiSchema? Find(string name) => document.Components?.Schemas?.TryGetValue(name, out IOpenApiSchema? found) == true ? found : null;

    /// <summary>Returns a copy of a schema whose references are to components.</summary>
    private static JsonNode Referring(JsonNode schema, string? root, Dictionary<string, string> names)
    {
        JsonNode copy = JsonNode.Parse(schema.ToJsonString())!; // OpenAPI's writer leaves out numbers that were not parsed
        var later = new Stack<JsonNode>([copy]);
        while (later.TryPop(out JsonNode? node))
        {
            if (node is JsonObject reference && reference["$ref"] is JsonValue value)
            {
                string to = (string)value!;
                string name = to == "#" ? root! : Uri.UnescapeDataString(to[Definition.Length..]).Replace("~1", "/", StringComparison.Ordinal).Replace("~0", "~", StringComparison.Ordinal);
                reference["$ref"] = Component + names[name];
                continue;
            }

            IEnumerable<JsonNode?> parts = node is JsonArray items ? items : (node as JsonObject)?.Select(pair => pair.Value) ?? [];
            foreach (JsonNode part in parts.OfType<JsonNode>())
            {
                later.Push(part);
            }
        }

        return copy;
    }

    /// <summary>Returns the components' names of classes: of letters of ASCII, digits and "._-", each once.</summary>
    private static Dictionary<string, string> Names(IEnumerable<string> classes, string end)
    {
        var names = new Dictionary<string, string>();
        var used = new HashSet<string>();
        foreach (string name in classes)
        {
            string made = "MessagePack." + NotAllowed().Replace(
                name.Replace("<", "Of", StringComparison.Ordinal).Replace(", ", "And", StringComparison.Ordinal).Replace(">", "", StringComparison.Ordinal), "_");
            while (!used.Add(made + end))
            {
                made += "_";
            }

            names[name] = made + end;
        }

        return names;
    }

    [GeneratedRegex("[^A-Za-z0-9._-]")]
    private static partial Regex NotAllowed();

    /// <summary>A schema that is written as it is; in documents before OpenAPI 3.1 as any value.</summary>
    private sealed class NodeSchema(JsonNode node) : OpenApiSchema
    {
        internal JsonNode Node => node;

        public override void SerializeAsV31(IOpenApiWriter writer) => writer.WriteAny(node);
    }
}
