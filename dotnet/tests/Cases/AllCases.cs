namespace Cases;

/// <summary>Every type that is compared with MessagePack-CSharp.</summary>
public static partial class AllCases
{
    /// <summary>Creates the list.</summary>
    public static IReadOnlyList<Case> Make()
    {
        var list = new List<Case>();
        Scalars(list);
        Buffers(list);
        Collections(list);
        Tables(list);
        Objects(list);
        FormsOfValues(list);
        return list;
    }

    private static void Add<T>(this List<Case> list, string group, string name, Func<Maker, T> make, params T[] edges) =>
        list.Add(group, name, name.StartsWith("Dictionary<(", StringComparison.Ordinal) ? Form.Trusted : Form.Standard, make, edges);

    private static void Add<T>(this List<Case> list, string group, string name, Form form, Func<Maker, T> make, params T[] edges) =>
        list.Add(new Case<T>(group, name, form, make, edges));

    /// <summary>Adds a value type, its nullable type, and arrays, lists and tuples of it.</summary>
    private static void AddScalar<T>(this List<Case> list, string name, Func<Maker, T> make, params T[] edges)
        where T : struct
    {
        list.Add("scalars", name, make, edges);
        list.Add<T?>("scalars", name + "?", maker => maker.Maybe(make), default(T?));
        list.Add<T[]?>("scalars", name + "[]", maker => maker.Many(make), null, [], edges);
        list.Add<List<T>?>("scalars", $"List<{name}>", maker => [.. maker.Many(make)], null, []);
        list.Add<List<T?>>("scalars", $"List<{name}?>", maker => [.. maker.Many(other => other.Maybe(make))]);
        list.Add("scalars", $"({name}, string)", maker => (make(maker), maker.Text()));
    }

    private static void AddObject<T>(this List<Case> list, string name, Func<Maker, T> make, params T?[] edges)
        where T : class
    {
        list.Add("scalars", name, make!, edges);
        list.Add<T?[]>("scalars", name + "[]", maker => maker.Many(other => other.MaybeObject(make)));
        list.Add<List<T?>>("scalars", $"List<{name}>", maker => [.. maker.Many(other => other.MaybeObject(make))]);
    }
}
