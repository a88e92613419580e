namespace Hayapack.Generator.Tests.Models;

[MessagePackObject]
public class IndexOld
{
    [Key(0)]
    public int A { get; set; }

    [Key(1)]
    public string? B { get; set; }
}

[MessagePackObject]
public class IndexAdded
{
    [Key(0)]
    public int A { get; set; }

    [Key(1)]
    public string? B { get; set; }

    [Key(2)]
    public int C { get; set; } = 9;
}

[MessagePackObject]
public class IndexRequired
{
    [Key(0)]
    public int A { get; set; }

    [Key(2)]
    public required string Z { get; set; }
}

[MessagePackObject]
public class IndexGap
{
    [Key(0)]
    public int A { get; set; }

    [Key(2)]
    public int C { get; set; }
}

[MessagePackObject]
public class IndexNotNullable
{
    [Key(1)]
    public int B { get; set; }
}

[MessagePackObject]
public class IndexNullable
{
    [Key(1)]
    public int? B { get; set; }
}

[MessagePackObject]
public class IndexReordered
{
    [Key(0)]
    public string? B { get; set; }

    [Key(1)]
    public int A { get; set; }
}

[MessagePackObject]
public class IndexRenamed
{
    [Key(0)]
    public int A { get; set; }

    [Key(1)]
    public string? Title { get; set; }
}

[MessagePackObject(true)]
public class NameOld
{
    public int A { get; set; }

    public string? B { get; set; }
}

[MessagePackObject(true)]
public class NameAdded
{
    public int A { get; set; }

    public string? B { get; set; }

    public int C { get; set; } = 9;
}

[MessagePackObject(true)]
public class NameRequired
{
    public int A { get; set; }

    public required string Z { get; set; }
}

[MessagePackObject(true)]
public record NameRecord(int A, string? B, int C, int D = 3);

[MessagePackObject(true)]
public class NameReordered
{
    public string? B { get; set; }

    public int A { get; set; }
}

[MessagePackObject(true)]
public class NameRenamed
{
    public int A { get; set; }

    public string? Title { get; set; }
}

[MessagePackObject]
public class NameRenamedWithKey
{
    [Key("A")]
    public int A { get; set; }

    [Key("B")]
    public string? Title { get; set; }
}

[Union(0, typeof(OldShape))]
public interface IOldShape;

[Union(0, typeof(OldShape))]
[Union(1, typeof(NewShape))]
public interface INewShape;

[MessagePackObject]
public class OldShape : IOldShape, INewShape
{
    [Key(0)]
    public int X { get; set; }
}

[MessagePackObject]
public class NewShape : INewShape
{
    [Key(0)]
    public int X { get; set; }
}

public enum OldKind
{
    A,
    B,
}

public enum NewKind
{
    A,
    B,
    C,
}
