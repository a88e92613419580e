namespace Cases;

public static partial class AllCases
{
    private static void Objects(List<Case> list)
    {
        list.Add<IndexedObject?>("objects", "IndexedObject", Indexed, default(IndexedObject));
        list.Add<List<IndexedObject?>>("objects", "List<IndexedObject>", maker => [.. maker.Many(other => other.MaybeObject(Indexed))]);
        list.Add<IndexedObject?[]>("objects", "IndexedObject[]", maker => maker.Many(other => other.MaybeObject(Indexed)));
        list.Add("objects", "Dictionary<string, IndexedObject>", maker => Map(maker, other => other.MaybeObject(Indexed)));
        list.Add("objects", "HoledObject", maker => new HoledObject { First = maker.Int(), Second = maker.Text(), Third = maker.Bool() });
        list.Add("objects", "EmptyObject", _ => new EmptyObject());
        list.Add<NamedObject?>("objects", "NamedObject", maker => Names(maker, 3), default(NamedObject));
        list.Add("objects", "PropertyNames", Properties);
        list.Add("objects", "EmptyNames", _ => new EmptyNames());
        list.Add("objects", "PlainStruct", Plain);
        list.Add<PlainStruct?>("objects", "PlainStruct?", maker => maker.Maybe(Plain));
        list.Add("objects", "PlainStruct[]", maker => maker.Many(Plain));
        list.Add("objects", "ReadOnlyPoint", maker => new ReadOnlyPoint(maker.Int(), maker.Int()));
        list.Add("objects", "NamedPoint", maker => new NamedPoint(maker.Int(), maker.Double(), maker.Text()));
        list.Add("objects", "PositionalRecord", maker => new PositionalRecord(maker.Int(), maker.Text(), maker.Many(other => other.Int())));
        list.Add("objects", "InitRecord", maker => new InitRecord { Id = maker.Int(), Name = maker.Text(), Next = maker.MaybeObject(other => new InitRecord { Id = other.Int() }) });
        list.Add("objects", "ByConstructor", maker => new ByConstructor(maker.Text(), maker.Int()));
        list.Add("objects", "ByMatchedConstructor", maker => new ByMatchedConstructor(maker.Int(), maker.Text()) { Other = maker.Bool() });
        list.Add("objects", "BaseObject", maker => new BaseObject { Id = maker.Int(), Name = maker.Text() });
        list.Add("objects", "DerivedObject", maker => new DerivedObject { Id = maker.Int(), Name = maker.Text(), Extra = maker.Bool() });
        list.Add("objects", "NamedDerived", maker => new NamedDerived { Id = maker.Int(), Text = maker.Text() });
        list.Add<IShape?>("objects", "IShape", maker => Shape(maker, 3), default(IShape));
        list.Add<IShape?[]>("objects", "IShape[]", maker => maker.Many(other => other.MaybeObject(third => Shape(third, 2))));
        list.Add<Animal>("objects", "Animal", maker => maker.Bool() ? new Dog { Name = maker.Text(), Barks = maker.Int() } : new Cat { Name = maker.Text(), Indoor = maker.Bool() });
        list.Add("objects", "GenericHolder", maker => new GenericHolder
        {
            Ints = maker.MaybeObject(other => new GenericObject<int> { Value = other.Int(), List = [.. other.Many(third => third.Int())] }),
            Texts = maker.MaybeObject(other => new GenericObject<string> { Value = other.Text(), List = [.. other.Many(third => third.Text())] }),
            Structs = maker.MaybeObject(other => new GenericObject<PlainStruct> { Value = Plain(other), List = [.. other.Many(Plain)] }),
        });
        list.Add("objects", "WithCallbacks", maker => new WithCallbacks { Value = maker.Int() });
        list.Add("objects", "ContractObject", maker => new ContractObject { Number = maker.Int(), Text = maker.Text() });
        list.Add("objects", "NamedContractObject", maker => new NamedContractObject { Number = maker.Int(), Text = maker.Text() });
        list.Add("objects", "Everything", All);
    }

    private static PlainStruct Plain(Maker maker) => new() { X = maker.Int(), Y = maker.Int() };

    private static IndexedObject Indexed(Maker maker) => new()
    {
        Number = maker.Int(),
        Text = maker.MaybeObject(other => other.Text()),
        Maybe = maker.Maybe(other => other.Double()),
        Numbers = maker.MaybeObject(other => other.Many(third => third.Int())),
        Inner = maker.Chance(20) ? Indexed(maker) : null,
        Map = maker.MaybeObject(other => Map(other, third => third.Int())),
        Small = (SmallEnum)maker.Below(256),
        Id = new Guid(maker.Bytes(16)),
        Time = maker.Time(DateTimeKind.Utc),
    };

    private static NamedObject Names(Maker maker, int depth) => new()
    {
        Number = maker.Int(),
        Text = maker.MaybeObject(other => other.Text()),
        Value = maker.Double(),
        Flag = maker.Bool(),
        Inner = depth > 0 && maker.Chance(50) ? Names(maker, depth - 1) : null,
        List = depth > 0 && maker.Chance(30) ? [Names(maker, depth - 1), Names(maker, depth - 1)] : null,
    };

    private static IShape Shape(Maker maker, int depth) => maker.Below(depth > 0 ? 3 : 2) switch
    {
        0 => new Circle { Radius = maker.Double() },
        1 => new Rectangle { Width = maker.Double(), Height = maker.Double() },
        _ => new Named { Name = maker.Text(), Shape = maker.Chance(70) ? Shape(maker, depth - 1) : null },
    };

    private static Everything All(Maker maker) => new()
    {
        Bytes = maker.MaybeObject(other => other.Bytes()),
        Table = maker.MaybeObject(other => new Dictionary<int, List<string>> { [other.Int()] = [.. other.Many(third => third.Text())] }),
        Pair = maker.Maybe(other => (other.Int(), other.Text())),
        Any = Boxed(maker),
        Shape = maker.MaybeObject(other => Shape(other, 2)),
        Objects = maker.MaybeObject(other => new List<IndexedObject?>(other.Many(third => third.MaybeObject(Indexed)))),
        Struct = maker.Maybe(Plain),
        Offset = DateTimeOffset.UnixEpoch.AddSeconds(maker.Int()).ToOffset(TimeSpan.FromMinutes(maker.Below(600))),
        Set = maker.MaybeObject(other => new HashSet<string>(other.Many(third => third.Text()))),
        Letter = (char)maker.Below(50_000),
        Single = F(maker),
        Large = maker.ULong(),
        Link = maker.MaybeObject(other => new Uri("https://example.com/" + other.Below(1000))),
        ByName = maker.MaybeObject(other => Map(other, third => third.MaybeObject(fourth => Names(fourth, 1)))),
        Wide = maker.Maybe(_ => WideEnum.Large),
        Grid = maker.MaybeObject(other => Fill(new int[2, other.Below(4)], other)),
    };
}
