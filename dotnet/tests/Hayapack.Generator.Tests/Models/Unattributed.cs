using Hayapack;
using Hayapack.Generator.Tests.Models;

[assembly: GenerateFormatter(typeof(Unattributed))]
[assembly: GenerateFormatter(typeof(Holder<int>))]
[assembly: GenerateFormatter(typeof(Box<long>))]
[assembly: GenerateFormatter(typeof(Dictionary<string, Unattributed>))]

namespace Hayapack.Generator.Tests.Models;

public class UnattributedBase
{
    public int InBase { get; set; }
}

public class Unattributed(int given) : UnattributedBase
{
    public int Given { get; } = given;

    public string? Set { get; set; }

    public int Computed => Given * 2;

    public int PublicField;
}

public class Holder<T>
{
    public T? Item { get; set; }
}
