namespace Hayapack.Fuzz;

/// <summary>
/// Messages that fit the types of <see cref="Typed"/>: changes to the shared vectors alone almost never give, for example,
/// two entries with Uri keys.
/// </summary>
internal static class Samples
{
    internal static readonly byte[][] All = [.. Values().Select(value => MessagePackSerializer.Serialize(value))];

    private static IEnumerable<object> Values()
    {
        var uris = new[] { "http://h/?0", "http://h/?1", "b", "" };
        yield return new[] { 1, 2, 3, 300, 70_000, -1, int.MinValue };
        yield return new[] { 1.5, double.NaN, -0.0 };
        yield return uris;
        yield return new object[] { 1, "a" };
        yield return new object?[] { 2, null, "a", 1.5, uris };
        yield return Enumerable.Range(0, 40).ToArray();
        yield return Enumerable.Range(0, 20).ToDictionary(key => key, key => key * 1000);
        yield return new Dictionary<long, int> { [1L << 32] = 1, [-1] = 2, [1] = 3 };
        yield return new Dictionary<int, string> { [2] = "b", [1] = "a" };
        yield return new Dictionary<int, double[]> { [2] = [1.5], [1] = [] };
        yield return uris.ToDictionary(key => key, key => key.Length);
        yield return uris.ToDictionary(key => key, key => new object[] { key });
        yield return uris.ToDictionary(key => key, key => new[] { key.Length });
        yield return new Dictionary<Guid, int> { [new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)] = 1, [Guid.Empty] = 2 };
        yield return new Dictionary<Version, object> { [new(1, 2)] = 1, [new(1, 2, 3)] = "a" };
        yield return new Dictionary<DateTime, int> { [DateTime.UnixEpoch] = 1, [DateTime.UnixEpoch.AddTicks(1)] = 2 };
        yield return new Dictionary<(int, int), int> { [(1, 2)] = 3, [(2, 1)] = 4 };
        yield return new Dictionary<Own.Point, int> { [new(1, 2)] = 3 };
        yield return new HashSet<Own.Point> { new(1, 2), new(2, 1) };
        yield return new[] { 1.5m, 79228162514264337593543950335m };
        yield return new[] { new byte[] { 1, 2 }, [] };
        yield return new System.Numerics.BigInteger[] { 1, System.Numerics.BigInteger.Pow(-10, 40) };
        yield return Guid.Empty;
        yield return 1.5m;
        yield return Int128.MinValue;
        yield return "http://h/?0";
        yield return DateTimeOffset.UnixEpoch;
        yield return new int[2, 2] { { 1, 2 }, { 3, 4 } };
        yield return new object[1, 2, 1];
        yield return new System.Numerics.Vector3(1, 2, 3);
        yield return new Node { Id = 1, Children = [new() { Id = 2, Name = "b" }, new()], Name = "a" };
        yield return new Record(1) { Inner = new() { ["a"] = new(null, 3) } };
        yield return new List<Choice> { new(1), new("a"), new([new(2), default]), new(new Record(1)) };
        yield return new Tagged(new[] { new Tagged(1), new Tagged(2L), default });
        yield return new List<Animal> { new() { Legs = 4 }, new Cat { Legs = 4, Name = "a", Others = [null, new Cat()] } };
        yield return "10.0.0.1";
        yield return "[::1]:80";
        yield return "utf-8";
        yield return new object[] { 1, new Square { Inner = new Circle { Radius = 1.5 } } };
        yield return new Own.Holder
        {
            Map = new() { [1] = 2 },
            Numbers = new([1, 2]),
            Inner = new(new Own.Holder { Numbers = new([]) }),
        };
    }
}
