using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Hayapack;
using Xunit;

namespace Cases.Members;

/// <summary>
/// On random values, generated code and reflection populate, omit and refuse the same, and what System.Text.Json does with the
/// same JSON.
/// </summary>
public sealed class MemberPropertyTests
{
    private const int Count = 300;
    private static readonly Hidden[] Both = [.. Members.Both.Resolvers().Select(row => (Hidden)row[0])];

    [Theory]
    [InlineData(ObjectCreationHandling.Replace)]
    [InlineData(ObjectCreationHandling.Populate)]
    public void PopulatesAsSystemTextJson(ObjectCreationHandling handling)
    {
        var json = new JsonSerializerOptions
        {
            PreferredObjectCreationHandling = handling == ObjectCreationHandling.Populate ? JsonObjectCreationHandling.Populate : JsonObjectCreationHandling.Replace,
        };
        var maker = new Maker(7);
        for (int i = 0; i < Count; i++)
        {
            int seed = maker.Int();
            JsonObject message = Message(maker, 3);
            Holder.Make = () => Tree(new Maker(seed), 3);
            string expected = JsonSerializer.Serialize(JsonSerializer.Deserialize<Holder>($$"""{"Root":{{message.ToJsonString()}}}""", json)!.Root);
            foreach (Hidden resolver in Both)
            {
                MessagePackSerializerOptions options = Members.Both.Options(resolver).WithObjectCreationHandling(handling);
                Tree target = Holder.Make();
                MessagePackSerializer.Populate(MessagePackSerializer.ConvertFromJson(message.ToJsonString()), target, options);
                Assert.True(expected == JsonSerializer.Serialize(target), $"{resolver}, {message.ToJsonString()} into {JsonSerializer.Serialize(Holder.Make())}: {JsonSerializer.Serialize(target)}, not {expected}");
            }
        }
    }

    [Theory]
    [InlineData(OmitDefaults.None, JsonIgnoreCondition.Never)]
    [InlineData(OmitDefaults.Null, JsonIgnoreCondition.WhenWritingNull)]
    [InlineData(OmitDefaults.Default, JsonIgnoreCondition.WhenWritingDefault)]
    public void OmitsAsSystemTextJson(OmitDefaults omit, JsonIgnoreCondition condition)
    {
        var json = new JsonSerializerOptions { DefaultIgnoreCondition = condition };
        var maker = new Maker(8);
        for (int i = 0; i < Count; i++)
        {
            Plain value = Sparse(maker, 2);
            string[] expected = Keys(JsonSerializer.SerializeToNode(value, json)!);
            byte[][] written = [.. Both.Select(resolver => MessagePackSerializer.Serialize(value, Members.Both.Options(resolver).WithOmitDefaults(omit)))];
            Assert.All(written, bytes => Assert.Equal(expected, Keys(JsonNode.Parse(MessagePackSerializer.ConvertToJson(bytes))!)));

            // The initial values of these members are not the defaults of their types.
            foreach ((Hidden resolver, byte[] bytes) in Both.Zip(written))
            {
                Plain read = MessagePackSerializer.Deserialize<Plain>(bytes, Members.Both.Options(resolver));
                Assert.Equal((value.Number, value.Real, value.Single, value.Flag, value.Time, value.Maybe, value.Id, value.Money, value.Letter),
                    (read.Number, read.Real, read.Single, read.Flag, read.Time, read.Maybe, read.Id, read.Money, read.Letter));
            }
        }
    }

    [Fact]
    public void RefusesAsSystemTextJson()
    {
        var json = new JsonSerializerOptions { UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow };
        var maker = new Maker(9);
        int refused = 0;
        for (int i = 0; i < Count; i++)
        {
            JsonObject message = Message(maker, 2);
            if (maker.Bool())
            {
                AddUnknown(message, maker);
            }

            bool isRefused = false;
            try
            {
                JsonSerializer.Deserialize<Tree>(message.ToJsonString(), json);
            }
            catch (JsonException)
            {
                isRefused = true;
                refused++;
            }

            (string, long, string?)[] errors = [.. Both.Select(resolver => Outcome(message, Members.Both.Options(resolver).WithUnmappedMemberHandling(UnmappedMemberHandling.Disallow)))];
            Assert.Equal(errors[0], errors[1]);
            Assert.True(isRefused == (errors[0].Item1 == MessagePackErrorNames.UnknownField), message.ToJsonString());
        }

        Assert.InRange(refused, Count / 4, Count * 3 / 4);
    }

    [Fact]
    public void KeepsAsSystemTextJson()
    {
        var maker = new Maker(10);
        for (int i = 0; i < Count; i++)
        {
            JsonObject message = Message(maker, 2);
            if (maker.Bool())
            {
                message["Known"] = maker.Int();
            }

            string expected = JsonSerializer.Serialize(JsonSerializer.Deserialize<KeepingValues>(message.ToJsonString()));
            byte[] bytes = MessagePackSerializer.ConvertFromJson(message.ToJsonString());
            foreach (Hidden resolver in Both)
            {
                MessagePackSerializerOptions options = Members.Both.Options(resolver);
                KeepingValues read = MessagePackSerializer.Deserialize<KeepingValues>(bytes, options);
                string written = MessagePackSerializer.SerializeToJson(read, options);
                Assert.True(JsonNode.DeepEquals(JsonNode.Parse(expected), JsonNode.Parse(written)), $"{resolver}: {written}, not {expected}");
                Assert.Equal(
                    JsonNode.Parse(MessagePackSerializer.SerializeToJson(MessagePackSerializer.Deserialize<Keeping>(bytes, options), options))!.ToJsonString(),
                    JsonNode.Parse(written)!.ToJsonString());
            }
        }
    }

    private static (string Name, long Offset, string? Path) Outcome(JsonObject message, MessagePackSerializerOptions options)
    {
        try
        {
            MessagePackSerializer.Deserialize<Tree>(MessagePackSerializer.ConvertFromJson(message.ToJsonString()), options);
            return ("", 0, null);
        }
        catch (MessagePackSerializationException error)
        {
            return (error.ErrorName, error.Offset, error.Path);
        }
    }

    private static void AddUnknown(JsonObject message, Maker maker)
    {
        if (message["Left"] is JsonObject inner && maker.Bool())
        {
            AddUnknown(inner, maker);
        }
        else
        {
            message["unknown"] = 1;
        }
    }

    private static string[] Keys(JsonNode node) => [.. node.AsObject().SelectMany(entry =>
        entry is { Key: "Next", Value: JsonObject next } ? Keys(next).Select(key => "Next." + key) : [entry.Key]).Order(StringComparer.Ordinal)];

    private static JsonObject Message(Maker maker, int depth)
    {
        var message = new JsonObject();
        if (maker.Bool())
        {
            message["Number"] = maker.Int();
        }

        if (maker.Bool())
        {
            message["Text"] = maker.Bool() ? null : "text " + maker.Below(100);
        }

        foreach (string name in (string[])["Left", "Right"])
        {
            if (maker.Bool())
            {
                message[name] = depth == 0 || maker.Chance(20) ? null : Message(maker, depth - 1);
            }
        }

        if (maker.Bool())
        {
            message["Place"] = maker.Bool() ? new JsonObject { ["X"] = maker.Below(9) } : new JsonObject { ["Y"] = maker.Below(9), ["X"] = 1 };
        }

        if (maker.Bool())
        {
            message["List"] = new JsonArray(1, maker.Below(5));
        }

        if (maker.Bool())
        {
            message["Map"] = new JsonObject { ["k"] = maker.Below(5) };
        }

        return message;
    }

    // Collections are empty: System.Text.Json adds to what they have.
    private static Tree Tree(Maker maker, int depth) => new()
    {
        Number = maker.Below(100),
        Text = maker.Bool() ? null : "old",
        Left = depth > 0 && maker.Bool() ? Tree(maker, depth - 1) : null,
        Right = depth > 0 && maker.Bool() ? Tree(maker, depth - 1) : null,
        Place = new Place { X = maker.Below(9), Y = maker.Below(9) },
    };

    private static Plain Sparse(Maker maker, int depth) => new()
    {
        Number = maker.Bool() ? 0 : maker.Int(),
        Text = maker.Bool() ? null : "",
        Next = depth > 0 && maker.Bool() ? Sparse(maker, depth - 1) : null,
        List = maker.Bool() ? null : [],
        Map = maker.Bool() ? null! : [],
        Real = maker.Bool() ? 0 : 1.5,
        Single = maker.Bool() ? 0 : 2.5f,
        Flag = maker.Bool(),
        Time = maker.Bool() ? default : maker.Time(DateTimeKind.Utc),
        Maybe = maker.Maybe(other => other.Bool() ? 0 : 1),
        Id = maker.Bool() ? default : new Guid(maker.Bytes(16)),
        Day = (DayOfWeek)maker.Below(2),
        Money = maker.Bool() ? 0 : 2.5m,
        Letter = maker.Bool() ? '\0' : 'x',
    };
}

/// <summary>The object that System.Text.Json populates: it has no method for a root.</summary>
public sealed class Holder
{
    internal static Func<Tree> Make { get; set; } = () => new Tree();

    [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
    public Tree Root { get; set; } = Make();
}

[MessagePackObject(true)]
public sealed class Tree
{
    public int Number { get; set; }

    public string? Text { get; set; }

    public Tree? Left { get; set; }

    public Tree? Right { get; set; }

    public Place Place { get; set; }

    public List<int> List { get; set; } = [];

    public Dictionary<string, int> Map { get; set; } = [];
}

[MessagePackObject(true)]
public struct Place
{
    public int X { get; set; }

    public int Y { get; set; }
}
