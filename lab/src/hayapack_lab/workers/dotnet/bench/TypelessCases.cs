[assembly: Hayapack.GenerateFormatter(typeof(Bench.Parcel))]
[assembly: Hayapack.GenerateFormatter(typeof(Bench.Article))]
[assembly: Hayapack.GenerateFormatter(typeof(Bench.Place))]

namespace Bench;

/// <summary>A class without attributes, with members of type object: the use case of the typeless API.</summary>
public class Parcel
{
    public int Id { get; set; }

    public string? Name { get; set; }

    public DateTime Sent { get; set; }

    public decimal Price { get; set; }

    public object? Content { get; set; }

    public List<object?>? Parts { get; set; }
}

public class Article
{
    public Guid Number { get; set; }

    public string? Text { get; set; }

    public double Weight { get; set; }

    public object? Place { get; set; }
}

public class Place
{
    public int Row { get; set; }

    public string? City { get; set; }
}

/// <summary>Writing and reading typed values, each as one message.</summary>
internal static class TypelessCases
{
    private const int Count = 256;

    private static readonly Hayapack.MessagePackSerializerOptions Options = Ours.Typeless.DefaultOptions.WithTypeTable(
        new Hayapack.TypeTable().Add<Parcel>().Add<Article>().Add<Place>());

    public static IEnumerable<Workload> All() => [new("typeless objects", "typeless", Parcels)];

    private static IEnumerable<Case> Parcels()
    {
        var model = new CaseBuilder<Parcel>(Make(Count), value => Ours.Typeless.Serialize(value, Options));
        yield return model.Codec("hayapack", value => Ours.Typeless.Serialize(value, Options), message => Ours.Typeless.Deserialize(message, Options));
        yield return model.Minimum(value => Ours.Typeless.Serialize(value, Options), Copy);
#if MESSAGEPACK
        yield return model.Codec("messagepack", value => V3.Typeless.Serialize(value), message => V3.Typeless.Deserialize(message), isSame: true);
#endif
    }

    /// <summary>Generates parcels, all different.</summary>
    private static Parcel[] Make(int count)
    {
        var random = new Random(20261126);
        return [.. Enumerable.Range(0, count).Select(id => new Parcel
        {
            Id = id,
            Name = $"parcel {random.Next()}",
            Sent = new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddSeconds(random.Next()),
            Price = random.Next(100_000) / 100m,
            Content = MakeArticle(random),
            Parts = [MakeArticle(random), random.Next(), "a text", MakeArticle(random), null, 0.5],
        })];
    }

    /// <summary>Copies an object with all objects it refers to: the least that a reader must allocate and fill.</summary>
    private static object? Copy(object? value) => value switch
    {
        Parcel parcel => new Parcel
        {
            Id = parcel.Id,
            Name = (string?)Copy(parcel.Name),
            Sent = parcel.Sent,
            Price = parcel.Price,
            Content = Copy(parcel.Content),
            Parts = parcel.Parts is null ? null : [.. parcel.Parts.Select(Copy)],
        },
        Article article => new Article
        {
            Number = article.Number,
            Text = (string?)Copy(article.Text),
            Weight = article.Weight,
            Place = Copy(article.Place),
        },
        Place place => new Place { Row = place.Row, City = (string?)Copy(place.City) },
        string text => new string(text.AsSpan()),
        int number => number,
        double number => number,
        _ => value,
    };

    private static Article MakeArticle(Random random) => new()
    {
        Number = new Guid(random.Next(), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
        Text = $"article {random.Next()}",
        Weight = random.NextDouble() * 100,
        Place = new Place { Row = random.Next(1000), City = "Kyoto" },
    };
}
