namespace Bench;

/// <summary>All cases, in the order of the tables. Their values are made when they are enumerated.</summary>
internal static class Cases
{
    public static IEnumerable<Case> All() =>
        ByIndex.ObjectCases.Answers()
            .Concat(ByName.ObjectCases.Answers())
            .Concat(ByIndex.ObjectCases.Readings())
            .Concat(ByName.ObjectCases.Readings())
            .Concat(new[] { "small", "mixed", "large" }.SelectMany(ArrayCases.Integers))
            .Concat(ArrayCases.Doubles())
            .Concat(SparseCases.All())
            .Concat(PlainCases.All())
            .Concat(new[] { 1, 20, 320, 640, 1280 }.SelectMany(length => CompressedCases.Answers(length, isOneBlock: false)))
            .Concat(CompressedCases.Answers(1280, isOneBlock: true))
            .Concat(TypelessCases.Parcels())
            .Concat(JsonCases.Answers())
            .Concat(HubCases.All());
}
