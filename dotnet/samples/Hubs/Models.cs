using Hayapack;

namespace Hubs;

public enum Color
{
    Red,
    Green,
}

[Union(0, typeof(Circle))]
[Union(1, typeof(Square))]
public interface IShape
{
    int Id { get; }
}

[MessagePackObject]
public sealed class Circle : IShape
{
    [Key(0)]
    public int Id { get; set; }

    [Key(1)]
    public double Radius { get; set; }
}

[MessagePackObject]
public sealed class Square : IShape
{
    [Key(0)]
    public int Id { get; set; }

    [Key(1)]
    public double Side { get; set; }
}
