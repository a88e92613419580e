namespace Cases.Contracts;

/// <summary>Every kind of member that is compared with MessagePack-CSharp.</summary>
public static class ContractCases
{
    /// <summary>Creates the list.</summary>
    public static IReadOnlyList<ContractCase> Make()
    {
        var list = new List<ContractCase>();
        Keyed(list);
        Plain(list);
        Hidden(list);
        return list;
    }

    private static void Keyed(List<ContractCase> list)
    {
        list.Add(ContractForm.Attributes, new IntAccessors { GetSet = 1, Field = 2, Init = 3, Virtual = 4 });
        list.Add(ContractForm.Attributes, IntPrivateSet.Of(7));
        list.Add(ContractForm.Attributes, new IntComputed { Value = 3 });
        list.Add(ContractForm.Attributes, new IntByConstructor(1, 2));
        list.Add(ContractForm.Attributes, IntReadOnlyFields.Of(7));
        list.Add(ContractForm.Attributes, new IntSetOnly { Value = 7, Other = 1 });
        list.Add(ContractForm.Attributes, new IntOverriding { GetSet = 1, Field = 2, Init = 3, Virtual = 4, Own = 5 });
        list.Add(ContractForm.Attributes, new IntStruct { Field = 1, Property = 2, Init = 3 });
        list.Add(ContractForm.Attributes, new IntReadOnlyStruct(1, 2));
        list.Add(ContractForm.Attributes, new IntRecord(1, "two") { Third = 3 });
        list.Add(ContractForm.Attributes, new IntRecordStruct(1, 2));
        list.Add(ContractForm.Attributes, new IntReadOnlyRecordStruct(1, 2));
        list.Add(ContractForm.Attributes, new TextKeys { GetSet = 1, Field = 2, Own = 3 });
        list.Add(ContractForm.Attributes, new TextSetOnly { Value = 7, Other = 1 });
        list.Add(ContractForm.Attributes, new NameAccessors { Field = 1, GetSet = 2, Init = 3, Virtual = 4 });
        list.Add(ContractForm.Attributes, NamePrivateSet.Of(7));
        list.Add(ContractForm.Attributes, new NameComputed { Value = 3 });
        list.Add(ContractForm.Attributes, NameGetOnly.Of(7));
        list.Add(ContractForm.Attributes, NameReadOnlyField.Of(7));
        list.Add(ContractForm.Attributes, new NameByConstructor(1, 2));
        list.Add(ContractForm.Attributes, new NameSetOnly { Value = 7, Other = 1 });
        list.Add(ContractForm.Attributes, new NameAndKey { Named = 1, Field = 2, Other = 3 });
        list.Add(ContractForm.Attributes, new NameAndSwappedKey { First = 1, Second = 2 });
        list.Add(ContractForm.Attributes, new NameOverriding { Field = 1, GetSet = 2, Init = 3, Virtual = 4, Own = 5 });
        list.Add(ContractForm.Attributes, NameShadowing.Of(1, 2));
        list.Add(ContractForm.Attributes, NameHidingField.Of(1, 2));
        list.Add(ContractForm.Attributes, new NameStruct { Field = 1, Property = 2, Init = 3 });
        list.Add(ContractForm.Attributes, new NameReadOnlyStruct(1, 2));
        list.Add(ContractForm.Attributes, new NameRecord(1, "two") { Third = 3 });
        list.Add(ContractForm.Attributes, new NameRecordStruct(1, 2));
        list.Add(ContractForm.Attributes, new NameReadOnlyRecordStruct(1, 2));
        list.Add(ContractForm.Attributes, new DataNames { Second = 1, First = 2, Init = 3, Absent = 4 });
        list.Add(ContractForm.Attributes, DataPrivateSet.Of(7));
        list.Add(ContractForm.Attributes, new DataOrders { Second = 1, First = 2 });
        list.Add(ContractForm.Attributes, new DataComputed { Value = 3 });
        list.Add(ContractForm.Attributes, new DataRecord(1, 2));
    }

    private static void Plain(List<ContractCase> list)
    {
        list.Add(ContractForm.Contractless, new PlainAccessors { Field = 1, GetSet = 2, Init = 3, Virtual = 4 });
        list.Add(ContractForm.Contractless, PlainPrivateSet.Of(7));
        list.Add(ContractForm.Contractless, new PlainComputed { Value = 3 });
        list.Add(ContractForm.Contractless, PlainReadOnlyField.Of(7));
        list.Add(ContractForm.Contractless, new PlainByConstructor(1, 2));
        list.Add(ContractForm.Contractless, new PlainWithKey { Value = 7 });
        list.Add(ContractForm.Contractless, new PlainSetOnly { Value = 7, Other = 1 });
        list.Add(ContractForm.Contractless, new PlainOverriding { Field = 1, GetSet = 2, Init = 3, Virtual = 4, Own = 5 });
        list.Add(ContractForm.Contractless, PlainShadowing.Of(1, 2));
        list.Add(ContractForm.Contractless, new PlainStruct { Field = 1, Property = 2, Init = 3 });
        list.Add(ContractForm.Contractless, new PlainReadOnlyStruct(1, 2));
        list.Add(ContractForm.Contractless, new PlainRecord(1, "two") { Third = 3 });
        list.Add(ContractForm.Contractless, new PlainRecordStruct(1, 2));
        list.Add(ContractForm.Contractless, new PlainReadOnlyRecordStruct(1, 2));
        list.Add(ContractForm.Contractless, new ClosedStruct(7, true));
        list.Add(ContractForm.Contractless, new HiddenStruct(7));
        list.Add(ContractForm.Contractless, new HiddenReadOnlyField(7));
        list.Add(ContractForm.Contractless, HiddenKinds.Of(1));
        list.Add(ContractForm.Contractless, ^3);
        list.Add(ContractForm.Contractless, 1..^2);
    }

    private static void Hidden(List<ContractCase> list)
    {
        list.Add(ContractForm.ContractlessAllowPrivate, new ClosedStruct(7, true));
        list.Add(ContractForm.ContractlessAllowPrivate, new HiddenStruct(7));
        list.Add(ContractForm.ContractlessAllowPrivate, new HiddenReadOnlyField(7));
        list.Add(ContractForm.ContractlessAllowPrivate, new HiddenReadOnlyStruct(7));
        list.Add(ContractForm.ContractlessAllowPrivate, HiddenKinds.Of(1));
        list.Add(ContractForm.ContractlessAllowPrivate, HiddenBase.Of(1, 2));
        list.Add(ContractForm.ContractlessAllowPrivate, new HiddenSetOnly(7));
        list.Add(ContractForm.ContractlessAllowPrivate, PlainPrivateSet.Of(7));
        list.Add(ContractForm.ContractlessAllowPrivate, PlainReadOnlyField.Of(7));
        list.Add(ContractForm.ContractlessAllowPrivate, new PlainReadOnlyStruct(1, 2));
        list.Add(ContractForm.ContractlessAllowPrivate, new PlainRecord(1, "two") { Third = 3 });
        list.Add(ContractForm.ContractlessAllowPrivate, ^3);
        list.Add(ContractForm.ContractlessAllowPrivate, 1..^2);
        list.Add(ContractForm.AllowPrivate, new AttributedHidden(7, 8) { Public = 9 });
        list.Add(ContractForm.AllowPrivate, new KeyedHidden(7, 8));
        list.Add(ContractForm.AllowPrivate, NameReadOnlyField.Of(7));
        list.Add(ContractForm.AllowPrivate, new NameSetOnly { Value = 7, Other = 1 });
        list.Add(ContractForm.AllowPrivate, new NameReadOnlyStruct(1, 2));
        list.Add(ContractForm.AllowPrivate, NamePrivateSet.Of(7));
#if !MESSAGEPACK2
        list.Add(ContractForm.AllowPrivate, AllowsPrivate.Of(7));
        list.Add(ContractForm.Attributes, AllowsPrivate.Of(7));
        list.Add(ContractForm.AllowPrivate, new KeyedPrivateStruct(7, true));
        list.Add(ContractForm.Attributes, new KeyedPrivateStruct(7, true));
#endif
    }

    private static void Add<T>(this List<ContractCase> list, ContractForm form, T value) => list.Add(new ContractCase<T>(form, value));
}
