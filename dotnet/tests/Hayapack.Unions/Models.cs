using Hayapack;
using Unions;

[assembly: GenerateFormatter(typeof(IntOrText))]
[assembly: GenerateFormatter(typeof(Either<double>))]

namespace Unions;

public union IntOrText(int, string);

public union Either<T>(T, List<T>, Point);

[MessagePackObject]
public union Deep(IntOrText[], bool, Dictionary<string, IntOrText>);

[Hayapack.Union(1, typeof(Meters)), Hayapack.Union(2, typeof(Feet))]
public union Length(Meters, Feet);

[MessagePackObject(true)]
public sealed record Point(int X, int Y);

[MessagePackObject]
public readonly record struct Meters([property: Key(0)] int Value);

[MessagePackObject]
public readonly record struct Feet([property: Key(0)] int Value);

[MessagePackObject]
public sealed class Row
{
    [Key(0)]
    public IntOrText First { get; set; }

    [Key(1)]
    public List<Length>? Lengths { get; set; }

    [Key(2)]
    public Deep? Last { get; set; }

    [Key(3)]
    public Shape? Shape { get; set; }
}

[Hayapack.Union(0, typeof(Circle)), Hayapack.Union(1, typeof(Square))]
public closed class Shape;

[MessagePackObject]
public sealed class Circle : Shape
{
    [Key(0)]
    public int Radius { get; set; }
}

[MessagePackObject]
public sealed class Square : Shape
{
    [Key(0)]
    public int Side { get; set; }
}
