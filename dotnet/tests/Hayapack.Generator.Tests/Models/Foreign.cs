using System.Runtime.Serialization;
using MP = MessagePack;

namespace Hayapack.Generator.Tests.Models;

[MP.MessagePackObject]
public class ForeignArray : MP.IMessagePackSerializationCallbackReceiver
{
    [MP.Key(0)]
    public int A { get; set; }

    [MP.Key(2)]
    public string? B { get; set; }

    [MP.IgnoreMember]
    public int Ignored { get; set; }

    [MP.IgnoreMember]
    public int Calls { get; set; }

    public void OnBeforeSerialize() => Calls++;

    public void OnAfterDeserialize() => Calls += 10;
}

[MP.MessagePackObject(true)]
public class ForeignMap
{
    public int A { get; set; }

    public ForeignArray? Inner { get; set; }
}

[MP.Union(1, typeof(ForeignCase))]
public abstract class ForeignUnion;

[MP.MessagePackObject]
public class ForeignCase : ForeignUnion
{
    [MP.Key(0)]
    public int Value { get; set; }
}

[DataContract]
public class Contract
{
    [DataMember(Name = "id")]
    public int Id { get; set; }

    [DataMember]
    public string? Name { get; set; }

    public int NotAMember { get; set; }
}

[DataContract]
public class OrderedContract
{
    [DataMember(Order = 1)]
    public int Second { get; set; }

    [DataMember(Order = 0)]
    public string? First { get; set; }
}
