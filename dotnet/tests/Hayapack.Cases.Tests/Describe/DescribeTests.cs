using System.Text.Json;
using System.Text.Json.Nodes;
using Cases.Schemas;
using Hayapack;
using Hayapack.Schema;
using Xunit;

namespace Cases;

/// <summary>Descriptions and JSON Schemas of the types of vectors/schemas.</summary>
public sealed class DescribeTests
{
    /// <summary>described.tsv has what Python's describe() says of the same types.</summary>
    [Fact]
    public void DescriptionsAreThoseOfPython()
    {
        var visitor = new DescriptionVisitor();
        Roots.Visit(visitor);
        Assert.True(visitor.Failures.Count == 0, string.Join('\n', visitor.Failures.Take(20)));
        Assert.Equal(158, visitor.Rows);
    }

    [Fact]
    public void ReflectionDescribesAsTheGenerator()
    {
        var visitor = new SourceVisitor();
        Roots.Visit(visitor);
        foreach (Type type in new[] { typeof(Member), typeof(Annotated), typeof(Tree<string>), typeof(List<Tree<Member?>>), typeof(IAnimal), typeof(Animal), typeof(Stored), typeof(Names), typeof(Vehicle) })
        {
            visitor.Compare(type);
        }

        Assert.True(visitor.Failures.Count == 0, string.Join('\n', visitor.Failures.Take(20)));
    }

    [Fact]
    public void EachValueIsValidInItsSchema()
    {
        var visitor = new JsonVisitor();
        Roots.Visit(visitor);
        Assert.True(visitor.Failures.Count == 0, string.Join('\n', visitor.Failures.Take(20)));
        Assert.True(visitor.Rows > 2500, "too few rows");
        Assert.True(visitor.Refused > 2000, $"only {visitor.Refused} of the changed values are refused");
    }

    [Fact]
    public void TypesThatContainThemselves()
    {
        JsonObject described = MessagePackSchema.Describe<Tree<string>>();
        Assert.Equal("Tree<string>", (string)described["name"]!);
        Assert.Null(described["fields"]![1]!["type"]!["items"]!["fields"]);
        Assert.Equal(
            """{"type":"object","properties":{"Value":{"type":"string"},"Children":{"type":["array","null"],"items":{"$ref":"#"}}}}""",
            MessagePackSchema.GetJsonSchemaAsNode<Tree<string>>().ToJsonString());
        JsonNode schema = MessagePackSchema.GetJsonSchemaAsNode<List<Tree<int?>>>();
        Assert.Equal("#/$defs/Tree%3Cint%3F%3E", (string)schema["items"]!["$ref"]!);
        Assert.Equal("""["integer","null"]""", schema["$defs"]!["Tree<int?>"]!["properties"]!["Value"]!["type"]!.ToJsonString());

        // Each member's type argument is larger than that of the class.
        JsonObject endless = MessagePackSchema.Describe<Endless<int>>();
        Assert.Equal("object", (string)endless["fields"]![0]!["type"]!["kind"]!);
        Validator.Check(JsonNode.Parse("{}"), MessagePackSchema.GetJsonSchemaAsNode<Endless<int>>());
        var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSchema.Describe<Explosive<int>>());
        Assert.Equal(MessagePackErrorNames.UnsupportedType, fault.ErrorName);

        // A collection that contains itself.
        JsonObject nodes = MessagePackSchema.Describe<HasNodes>();
        Assert.Equal("list custom", nodes["fields"]![0]!["type"]!["kind"] + " " + nodes["fields"]![0]!["type"]!["items"]!["kind"]);
        Assert.Equal("list", (string)MessagePackSchema.Describe<Nodes>()["kind"]!);
    }

    [Fact]
    public void NamesFormsAndNulls()
    {
        JsonObject described = MessagePackSchema.Describe<Annotated>();
        Assert.Equal(
            "Text:str Maybe:str? Numbers:list Keyed:dict? Own:list Inner:object Other:object? Custom:custom At:custom? Pair:fixed_tuple Required:int",
            string.Join(' ', described["fields"]!.AsArray().Select(field => field!["name"] + ":" + field["type"]!["kind"] + (field["type"]!["nullable"] is null ? "" : "?"))));
        Assert.True((bool)described["fields"]![10]!["required"]!);
        Assert.Equal("""["required","Required"]""", described["fields"]![10]!["keys"]!.ToJsonString());
        Assert.Equal("""["required"]""", MessagePackSchema.GetJsonSchemaAsNode<Annotated>()["required"]!.ToJsonString());
        JsonNode numbers = described["fields"]![2]!["type"]!;
        Assert.Equal("str?", numbers["items"]!["kind"] + (numbers["items"]!["nullable"] is null ? "" : "?"));
        Assert.Equal("Cases.DescribeTests.Member", (string)described["fields"]![5]!["type"]!["name"]!);
        Assert.Equal("Cases.DescribeTests.Space.Member?", (string)described["fields"]![6]!["type"]!["name"]!);

        JsonObject union = MessagePackSchema.Describe<IAnimal>();
        Assert.Equal(("union", "[0,1]"), ((string)union["kind"]!, union["tags"]!.ToJsonString()));
        Assert.Equal(["object", "object"], MessagePackSchema.Describe<Animal>()["types"]!.AsArray().Select(type => (string)type!["kind"]!));
        Assert.Equal("list", (string)MessagePackSchema.Describe<Stored>()["fields"]![0]!["type"]!["kind"]!);
        Assert.True((bool)MessagePackSchema.Describe<int?>()["nullable"]!);
    }

    [Fact]
    public void OptionsChangeForms()
    {
        MessagePackSerializerOptions names = MessagePackSerializerOptions.Standard.WithResolver(
            Hayapack.Resolvers.CompositeResolver.Create(Hayapack.Resolvers.DynamicEnumAsStringResolver.Instance, Hayapack.Resolvers.NativeGuidResolver.Instance, Hayapack.Resolvers.StandardResolver.Instance));
        Assert.Equal("""{"enum":["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"]}""", MessagePackSchema.GetJsonSchemaAsNode<DayOfWeek>(names).ToJsonString());
        Assert.Equal("""{"type":"integer"}""", MessagePackSchema.GetJsonSchemaAsNode<DayOfWeek>().ToJsonString());
        Assert.Equal("custom", (string)MessagePackSchema.Describe<Guid>(names)["kind"]!);
        Assert.Equal("uuid", (string)MessagePackSchema.Describe<Guid>()["kind"]!);
        Assert.Equal("object", (string)MessagePackSchema.Describe<Contractless>(Hayapack.Resolvers.ContractlessStandardResolver.Options)["kind"]!);
        Assert.Throws<FormatterNotRegisteredException>(() => MessagePackSchema.Describe<Contractless>());
        Assert.Equal("custom", (string)MessagePackSchema.Describe<Handled>()["kind"]!);
    }

    private static JsonNode Reduced(JsonNode node, JsonNode expected)
    {
        var same = new JsonObject();
        if ((string)expected["kind"]! == "custom")
        {
            // A hook of Python, for a type that .NET writes in its own way.
            same["kind"] = "custom";
            Copy("nullable");
            return same;
        }

        same["kind"] = (string)node["kind"]! is "set" ? "list" : (string)node["kind"]!; // the models of Python have lists
        foreach (string name in new[] { "nullable", "limits", "form", "unknown", "tags" })
        {
            Copy(name);
        }

        foreach (string name in new[] { "items", "keys", "values" })
        {
            if (node[name] is { } part && expected[name] is { } there)
            {
                same[name] = Reduced(part, there);
            }
        }

        if (node["types"] is JsonArray types)
        {
            same["types"] = new JsonArray([.. types.Select((type, i) => Reduced(type!, expected["types"]![i]!))]);
        }

        if (node["members"] is JsonArray members)
        {
            same["members"] = new JsonArray([.. members.OrderBy(member => decimal.Parse(member!.ToJsonString(), System.Globalization.CultureInfo.InvariantCulture)).Select(member => member!.DeepClone())]);
        }

        if (node["fields"] is JsonArray fields && expected["fields"] is JsonArray expectedFields && fields.Count == expectedFields.Count)
        {
            same["fields"] = new JsonArray([.. fields.Select((field, i) => new JsonObject
            {
                ["keys"] = field!["keys"]!.DeepClone(),
                ["index"] = field["index"]!.DeepClone(),
                ["type"] = Reduced(field["type"]!, expectedFields[i]!["type"]!),
            })]);
        }

        return same;

        void Copy(string name)
        {
            if (node[name] is { } value)
            {
                same[name] = value.DeepClone();
            }
        }
    }

    private sealed class DescriptionVisitor : ISchemaVisitor
    {
        private readonly Dictionary<(string, string), string> rows = File.ReadLines(Path.Combine(SchemaTable.Folder, "described.tsv"))
            .Where(line => line[0] != '#').Select(line => line.Split('\t')).ToDictionary(cells => (cells[0], cells[1]), cells => cells[2]);

        public List<string> Failures { get; } = [];

        public int Rows { get; private set; }

        public void Visit<T>(string schema, string form)
        {
            if (schema == "Page<Person?>")
            {
                return; // typeof(Page<Person>) does not tell
            }

            Rows++;
            JsonNode expected = JsonNode.Parse(rows[(schema, form)])!;
            JsonNode found = Reduced(MessagePackSchema.Describe<T>(), expected);
            if (!JsonNode.DeepEquals(expected, found))
            {
                Failures.Add($"{schema}, {form}: {found.ToJsonString()}, not {expected.ToJsonString()}");
            }
        }
    }

    private sealed class SourceVisitor : ISchemaVisitor
    {
        public List<string> Failures { get; } = [];

        public void Visit<T>(string schema, string form) => Compare(typeof(T));

        public void Compare(Type type)
        {
            string generated = new TypeDescriber(MessagePackSerializerOptions.Standard, ShapeSources.Generator).Describe(type).ToJsonString();
            string reflected = new TypeDescriber(MessagePackSerializerOptions.Standard, ShapeSources.Reflection).Describe(type).ToJsonString();
            if (generated != reflected)
            {
                Failures.Add($"{type}:\n  {generated}\n  {reflected}");
            }
        }
    }

    private sealed class JsonVisitor : ISchemaVisitor
    {
        private readonly ILookup<(string Schema, string Form), ValueRow> rows = SchemaTable.Values(Path.Combine(SchemaTable.Folder, "values.tsv"));

        public List<string> Failures { get; } = [];

        public int Rows { get; private set; }

        public int Refused { get; private set; }

        public void Visit<T>(string schema, string form)
        {
            if (schema == "Page<Person?>")
            {
                return; // typeof(Page<Person>) does not tell
            }

            JsonNode expected = MessagePackSchema.GetJsonSchemaAsNode<T>();
            foreach (ValueRow row in rows[(schema, form)])
            {
                JsonNode? value = JsonNode.Parse(MessagePackSerializer.ConvertToJson(SchemaTable.Bytes(row.Bytes)));
                Rows++;
                try
                {
                    Validator.Check(value, expected);
                }
                catch (InvalidDataException error) when (!row.Value.Contains("nan\"", StringComparison.Ordinal) && !row.Value.Contains("inf\"", StringComparison.Ordinal))
                {
                    Failures.Add($"{schema}, {form}: {row.Value}: {error.Message}: {expected.ToJsonString()}");
                }
                catch (InvalidDataException)
                {
                }

                // The first member has another type.
                JsonNode? first = value is JsonArray { Count: > 0 } array ? array[0] : value is JsonObject { Count: > 0 } map ? map.First().Value : null;
                if (first is not null)
                {
                    first.ReplaceWith(JsonNode.Parse("{\"\":[[]]}"));
                    try
                    {
                        Validator.Check(value, expected);
                    }
                    catch (InvalidDataException)
                    {
                        Refused++;
                    }
                }
            }
        }
    }

    /// <summary>As much of JSON Schema as these schemas have.</summary>
    private static class Validator
    {
        internal static void Check(JsonNode? value, JsonNode schema) => Check(value, schema, schema);

        private static void Check(JsonNode? value, JsonNode schema, JsonNode root)
        {
            foreach ((string word, JsonNode? rule) in schema.AsObject())
            {
                Check(value, word, rule!, root);
            }
        }

        private static void Check(JsonNode? value, string word, JsonNode rule, JsonNode root)
        {
            switch (word)
            {
                case "type":
                    IEnumerable<JsonNode?> types = rule is JsonArray several ? several : new[] { rule };
                    Must(types.Any(type => Is(value, (string)type!)), value, rule);
                    break;
                case "$ref":
                    string name = Uri.UnescapeDataString((string)rule!);
                    Check(value, name == "#" ? root : root["$defs"]![name["#/$defs/".Length..].Replace("~1", "/", StringComparison.Ordinal).Replace("~0", "~", StringComparison.Ordinal)]!, root);
                    break;
                case "properties" when value is JsonObject map:
                    foreach ((string key, JsonNode? part) in map.Where(pair => rule[pair.Key] is not null))
                    {
                        Check(part, rule[key]!, root);
                    }

                    break;
                case "additionalProperties" when value is JsonObject map:
                    map.ToList().ForEach(pair => Check(pair.Value, rule, root));
                    break;
                case "required" when value is JsonObject map:
                    Must(rule.AsArray().All(key => map.ContainsKey((string)key!)), value, rule);
                    break;
                case "items" when value is JsonArray list:
                    list.ToList().ForEach(item => Check(item, rule, root));
                    break;
                case "prefixItems" when value is JsonArray list:
                    list.Zip(rule.AsArray()).ToList().ForEach(pair => Check(pair.First, pair.Second!, root));
                    break;
                case "minItems" when value is JsonArray list:
                    Must(list.Count >= (int)rule, value, rule);
                    break;
                case "maxItems" when value is JsonArray list:
                    Must(list.Count <= (int)rule, value, rule);
                    break;
                case "const":
                    Must(JsonNode.DeepEquals(value, rule), value, rule);
                    break;
                case "enum":
                    Must(rule.AsArray().Any(one => JsonNode.DeepEquals(value, one)), value, rule);
                    break;
                case "minimum" or "maximum" when value is JsonValue number && number.GetValueKind() == JsonValueKind.Number:
                    int order = decimal.Parse(number.ToJsonString(), System.Globalization.CultureInfo.InvariantCulture)
                        .CompareTo(decimal.Parse(rule.ToJsonString(), System.Globalization.CultureInfo.InvariantCulture));
                    Must(word == "minimum" ? order >= 0 : order <= 0, value, rule);
                    break;
                case "anyOf":
                    Must(rule.AsArray().Any(one => Fits(value, one!, root)), value, rule);
                    break;
            }
        }

        private static bool Fits(JsonNode? value, JsonNode schema, JsonNode root)
        {
            try
            {
                Check(value, schema, root);
                return true;
            }
            catch (InvalidDataException)
            {
                return false;
            }
        }

        private static bool Is(JsonNode? value, string type) => (value?.GetValueKind() ?? JsonValueKind.Null) switch
        {
            JsonValueKind.Null => type == "null",
            JsonValueKind.True or JsonValueKind.False => type == "boolean",
            JsonValueKind.String => type == "string",
            JsonValueKind.Array => type == "array",
            JsonValueKind.Object => type == "object",
            _ => type == "number" || (type == "integer" && !value!.ToJsonString().Contains('.', StringComparison.Ordinal)),
        };

        private static void Must(bool holds, JsonNode? value, JsonNode rule)
        {
            if (!holds)
            {
                throw new InvalidDataException($"{value?.ToJsonString() ?? "null"} does not fit {rule.ToJsonString()}");
            }
        }
    }

    [MessagePackObject(true)]
    public sealed class Tree<T>
    {
        public T Value { get; set; } = default!;

        public List<Tree<T>>? Children { get; set; }
    }

    public sealed class Nodes : List<Nodes>;

    [MessagePackObject(true)]
    public sealed class HasNodes
    {
        public Nodes? Nodes { get; set; }
    }

    [MessagePackObject(true)]
    public sealed class Endless<T>
    {
        public Endless<List<T>>? Next { get; set; }
    }

    [MessagePackObject(true)]
    public sealed class Explosive<T>
    {
        public Explosive<List<T>>? A { get; set; }

        public Explosive<T[]>? B { get; set; }
    }

    [MessagePackObject]
    public sealed class Member
    {
        [Key(0)]
        public int Id { get; set; }

        [Key(3)]
        public Member? Parent { get; set; }
    }

    public static class Space
    {
        [MessagePackObject(true)]
        public sealed class Member
        {
            public bool Flag { get; set; }
        }
    }

    public sealed class Names : List<string>;

    [MessagePackObject(true)]
    public sealed class Annotated
    {
        public string Text { get; set; } = "";

        public string? Maybe { get; set; }

        public List<string?> Numbers { get; set; } = [];

        public Dictionary<string, int[]?>? Keyed { get; set; }

        public Names Own { get; set; } = [];

        public Member Inner { get; set; } = new();

        public Space.Member? Other { get; set; }

        public Handled Custom { get; set; }

        [MessagePackFormatter(typeof(Hayapack.Formatters.UnixMillisecondsFormatter))]
        public DateTime? At { get; set; }

        public (int, string?) Pair { get; set; }

        [Key("required")]
        public required int Required { get; set; }
    }

    [Union(0, typeof(Cat))]
    [Union(1, typeof(Dog))]
    public interface IAnimal;

    [MessagePackObject]
    public sealed class Cat : IAnimal
    {
        [Key(0)]
        public IAnimal? Friend { get; set; }
    }

    [MessagePackObject(true)]
    public sealed class Dog : IAnimal
    {
        public string Name { get; set; } = "";
    }

    [MessagePackObject(true)]
    [Union(0, typeof(Animal))]
    [Union(1, typeof(Horse))]
    public class Animal
    {
        public int Legs { get; set; }
    }

    [MessagePackObject(true)]
    public sealed class Horse : Animal;

    [UnionKey("kind")]
    [MessagePackObject(true)]
    [Union("vehicle", typeof(Vehicle))]
    [Union(2, typeof(Car))]
    public class Vehicle
    {
        public int Wheels { get; set; }
    }

    [MessagePackObject(true)]
    public sealed class Car : Vehicle;

    [MessagePackSurrogate(typeof(StoredForm))]
    public sealed class Stored;

    [MessagePackObject]
    public sealed class StoredForm : IMessagePackSurrogate<StoredForm, Stored>
    {
        [Key(0)]
        public List<Stored>? Items { get; set; }

        public static StoredForm FromValue(Stored value) => new();

        public Stored ToValue() => new();
    }

    public sealed class Contractless
    {
        public int Id { get; set; }
    }

    [MessagePackFormatter(typeof(HandledFormatter))]
    public struct Handled;

    public sealed class HandledFormatter : Hayapack.Formatters.IMessagePackFormatter<Handled>
    {
        public void Serialize(ref MessagePackWriter writer, Handled value, MessagePackSerializerOptions options) => writer.WriteNil();

        public Handled Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
        {
            reader.Skip();
            return default;
        }
    }
}
