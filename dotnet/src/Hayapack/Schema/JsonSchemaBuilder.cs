using System.Text.Json.Nodes;

namespace Hayapack.Schema;

/// <summary>Makes a JSON Schema of a description. Not thread-safe.</summary>
internal sealed class JsonSchemaBuilder(JsonObject root)
{
    private readonly JsonObject definitions = [];
    private readonly HashSet<string> referenced = new(StringComparer.Ordinal);

    internal JsonNode Build()
    {
        JsonObject schema = Of(root, isRoot: true);
        foreach (string name in referenced.Where(name => !definitions.ContainsKey(name)))
        {
            definitions[name] = new JsonObject(); // too deep to be described: any value
        }

        if (definitions.Count > 0)
        {
            schema["$defs"] = definitions;
        }

        return schema;
    }

    private JsonObject Of(JsonNode node, bool isRoot = false)
    {
        var of = (JsonObject)node;
        JsonObject schema = Plain(of, isRoot);
        return of.ContainsKey("nullable") ? OrNull(schema) : schema;
    }

    private JsonObject Plain(JsonObject of, bool isRoot) => (string)of["kind"]! switch
    {
        "bool" => new() { ["type"] = "boolean" },
        "none" => new() { ["type"] = "null" },
        "int" => Integer(of),
        "float" => new() { ["type"] = "number" },
        "str" or "decimal" => new() { ["type"] = "string" },
        "uuid" => new() { ["type"] = "string", ["format"] = "uuid" },
        "bytes" => new() { ["type"] = "string", ["contentEncoding"] = "base64" },
        "datetime" => new() { ["type"] = "string", ["format"] = "date-time" },
        "list" or "set" or "frozenset" => new() { ["type"] = "array", ["items"] = Of(of["items"]!) },
        "dict" => new() { ["type"] = "object", ["additionalProperties"] = Of(of["values"]!) },
        "fixed_tuple" => Tuple([.. of["types"]!.AsArray().Select(type => Of(type!))]),
        "enum" => of["members"]!.AsArray() is [JsonValue first, ..] members && first.GetValueKind() == System.Text.Json.JsonValueKind.String
            ? new() { ["enum"] = members.DeepClone() }
            : new() { ["type"] = "integer" }, // numbers without a name are read, too
        "object" or "union" => Defined(of, isRoot),
        _ => [],
    };

    private static JsonObject Integer(JsonObject of)
    {
        var schema = new JsonObject { ["type"] = "integer" };
        if (of["limits"] is JsonObject limits)
        {
            schema["minimum"] = limits["ge"]!.DeepClone();
            schema["maximum"] = limits["le"]!.DeepClone();
        }

        return schema;
    }

    private static JsonObject Tuple(JsonNode[] items) => new()
    {
        ["type"] = "array",
        ["prefixItems"] = new JsonArray(items),
        ["minItems"] = items.Length,
        ["maxItems"] = items.Length,
    };

    /// <summary>A class or union: the root, or a reference to the root or a definition.</summary>
    private JsonObject Defined(JsonObject of, bool isRoot)
    {
        string name = NameOf(of);
        if (isRoot)
        {
            return Body(of);
        }

        if (name == NameOf(root) && (string)of["kind"]! == (string)root["kind"]!)
        {
            return new JsonObject { ["$ref"] = "#" };
        }

        if ((of.ContainsKey("fields") || of.ContainsKey("types")) && !definitions.ContainsKey(name))
        {
            definitions[name] = null; // keeps the order, and ends a recursion
            definitions[name] = Body(of);
        }

        referenced.Add(name);
        return new JsonObject { ["$ref"] = "#/$defs/" + Escaped(name) };
    }

    private static string NameOf(JsonObject of) => ((string)of["name"]!).TrimEnd('?');

    private JsonObject Body(JsonObject of) =>
        (string)of["kind"]! == "union" ? Union(of) : (string)of["form"]! == "map" ? Map(of) : Array(of);

    private JsonObject Union(JsonObject of)
    {
        JsonArray types = of["types"]!.AsArray();
        JsonArray tags = of["tags"]!.AsArray();
        bool isInside = of.ContainsKey("tag");
        return new JsonObject
        {
            ["anyOf"] = new JsonArray([.. types.Select((type, i) => isInside
                ? (JsonNode)Of(type!)
                : Tuple([new JsonObject { ["const"] = tags[i]!.DeepClone() }, Of(type!)]))]),
        };
    }

    private JsonObject Map(JsonObject of)
    {
        var properties = new JsonObject();
        var required = new JsonArray();
        if (of["tag"] is JsonArray tag)
        {
            properties[(string)tag[0]!] = new JsonObject { ["const"] = tag[1]!.DeepClone() };
            required.Add(tag[0]!.DeepClone());
        }

        foreach (JsonNode? field in of["fields"]!.AsArray())
        {
            string key = (string)field!["keys"]![0]!;
            properties[key] = Of(field["type"]!);
            if ((bool)field["required"]!)
            {
                required.Add((JsonNode)key);
            }
        }

        var schema = new JsonObject { ["type"] = "object", ["properties"] = properties };
        if (required.Count > 0)
        {
            schema["required"] = required;
        }

        if ((string)of["unknown"]! == "error")
        {
            schema["additionalProperties"] = false;
        }

        return schema;
    }

    private JsonObject Array(JsonObject of)
    {
        var items = new JsonArray();
        int least = 0;
        foreach (JsonNode? field in of["fields"]!.AsArray())
        {
            while (items.Count < (int)field!["index"]!)
            {
                items.Add((JsonNode)new JsonObject()); // an index without a member: written as nil; any value is accepted
            }

            items.Add((JsonNode)Of(field["type"]!));
            least = (bool)field["required"]! ? items.Count : least;
        }

        var schema = new JsonObject { ["type"] = "array", ["prefixItems"] = items };
        if (least > 0)
        {
            schema["minItems"] = least;
        }

        if ((string)of["unknown"]! == "error")
        {
            schema["maxItems"] = items.Count;
        }

        return schema;
    }

    private static JsonObject OrNull(JsonObject schema)
    {
        if (schema.Count == 0)
        {
            return schema;
        }

        if (schema["type"] is JsonValue type)
        {
            schema["type"] = new JsonArray(type.DeepClone(), "null");
            return schema;
        }

        return new JsonObject { ["anyOf"] = new JsonArray(schema, new JsonObject { ["type"] = "null" }) };
    }

    /// <summary>Returns a name as a part of a JSON Pointer in a URI.</summary>
    private static string Escaped(string name) =>
        Uri.EscapeDataString(name.Replace("~", "~0", StringComparison.Ordinal).Replace("/", "~1", StringComparison.Ordinal));
}
