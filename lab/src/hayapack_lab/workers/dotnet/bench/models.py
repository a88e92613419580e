"""Writes C# models that are made by a rule, with values and cases, for the build of the worker:

    python3 models.py FOLDER

Each model is a class of 3 to 20 members: numbers, bools, texts, dates, enums, nullable ones, lists, dictionaries, and
classes of 2 to 6 members and lists of them. The same seed gives the same models. They are written twice, with their
members' positions as keys (MemoryPack knows no other) and with their names (System.Text.Json knows no other).
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import NamedTuple

SEED = 20261201
MODELS = 30
VALUES = 256  # of each model
#: A type of a member: its share, and an expression of a value.
SCALARS = {
    "int": (16, "ModelValues.Int(random)"),
    "long": (7, "ModelValues.Long(random)"),
    "double": (8, "random.NextDouble() * 1000"),
    "float": (3, "random.NextSingle()"),
    "byte": (2, "(byte)random.Next(256)"),
    "bool": (8, "random.Next(2) == 0"),
    "DateTime": (6, "ModelValues.Date(random)"),
    "string?": (22, "random.Next(8) == 0 ? null : ModelValues.Text(random)"),
    "int?": (5, "random.Next(3) == 0 ? null : ModelValues.Int(random)"),
    "double?": (3, "random.Next(3) == 0 ? null : random.NextDouble()"),
    "DateTime?": (3, "random.Next(3) == 0 ? null : ModelValues.Date(random)"),
    "Choice": (5, "(Choice)random.Next(4)"),
}
COLLECTIONS = {
    "List<int>": (3, "ModelValues.List(random, ModelValues.Int)"),
    "List<string>": (4, "ModelValues.List(random, ModelValues.Text)"),
    "double[]": (2, "ModelValues.List(random, each => each.NextDouble()).ToArray()"),
    "Dictionary<string, int>": (2, "ModelValues.Dictionary(random, ModelValues.Int)"),
    "Dictionary<string, string>": (2, "ModelValues.Dictionary(random, ModelValues.Text)"),
}
NAMES = (
    "Id Name Title Count Total Price Weight Rate Score Created Changed Expires State Owner Code Note Text Link City "
    "Street Country Phone Email Active Visible Locked Version Parent Group Order Index Width Height Depth Offset Limit Unit "
    "Tags Labels Items Parts Lines Values Levels Flags Rank Level Share Tax Discount Currency Language Zone Source Target"
).split()


class Member(NamedTuple):
    name: str
    type: str
    value: str


class Model(NamedTuple):
    name: str
    members: list[Member]


def _member(random: Random, names: list[str], types: dict[str, tuple[int, str]]) -> Member:
    [kind] = random.choices(list(types), [share for share, _ in types.values()])
    return Member(names.pop(), kind, types[kind][1])


def _model(random: Random, name: str, count: int, types: dict[str, tuple[int, str]]) -> Model:
    names = random.sample(NAMES, len(NAMES))
    return Model(name, [_member(random, names, types) for _ in range(count)])


def models() -> tuple[list[Model], list[Model]]:
    """The models, and the classes that their members have."""
    random = Random(SEED)
    roots, parts = [], []
    for number in range(1, MODELS + 1):
        types = {**SCALARS, **COLLECTIONS}
        for place in range(random.randint(0, 2)):
            part = f"Part{number}{'AB'[place]}"
            parts.append(_model(random, part, random.randint(2, 6), SCALARS))
            types[f"{part}?"] = (6, f"random.Next(6) == 0 ? null : {part}(random)")
            types[f"List<{part}>"] = (6, f"ModelValues.List(random, {part})")
        roots.append(_model(random, f"Model{number}", random.randint(3, 20), types))
    return roots, parts


def _class(model: Model, by_name: bool, root: bool) -> str:
    """The class with the attributes of every library."""
    attributes = [f"[MessagePackObject{'(true)' if by_name else ''}]"]
    if not by_name:
        attributes += ["#if MEMORYPACK", "[MemoryPack.MemoryPackable]", "#endif"]
    if root:
        attributes += ["#if NERDBANK", "[PolyType.GenerateShape]", "#endif"]
    lines = [*attributes, f"public sealed partial class {model.name}", "{"]
    for key, member in enumerate(model.members):
        if not by_name:
            lines += [f"    [Key({key})]", "#if NERDBANK", f"    [Nerdbank.MessagePack.Key({key})]", "#endif"]
        start = "" if member.type.endswith("?") or member.type in SCALARS else " = [];"
        start = " = new();" if member.type.startswith("Dictionary") else start
        lines += [f"    public {member.type} {member.name} {{ get; set; }}{start}", ""]
    return "\n".join([*lines[:-1], "}"])


def _value(model: Model) -> str:
    """The function that makes a value."""
    lines = [f"        {member.name} = {member.value}," for member in model.members]
    head = f"    public static {model.name} {model.name}(Random random) => new()"
    return "\n".join([head, "    {", *lines, "    };"])


def _case(model: Model, by_name: bool) -> str:
    kind = model.name

    def codec(name: str, write: str, read: str, same: str = "") -> str:
        return f'        yield return model.Codec("{name}", value => {write}, message => {read}{same});'

    lines = [
        f"    private static IEnumerable<Case> {kind}()",
        "    {",
        f"        var model = new Model<{kind}>(ModelValues.Many({VALUES}, Values.{kind}), value => Ours.Serialize(value));",
        codec("hayapack", "Ours.Serialize(value)", f"Ours.Deserialize<{kind}>(message)"),
        "#if MESSAGEPACK",
        codec("messagepack", "V3.Serialize(value)", f"V3.Deserialize<{kind}>(message)", ", isSame: true"),
        "#endif",
        "#if NERDBANK",
        "        var nerdbank = new NerdbankSerializer();",
        codec("nerdbank", "nerdbank.Serialize(value)", f"nerdbank.Deserialize<{kind}>(message)"),
        "#endif",
    ]
    if by_name:
        lines += [
            f"        var types = ModelTypes.Default.{kind};",
            codec("json", "SystemJson.SerializeToUtf8Bytes(value, types)", "SystemJson.Deserialize(message, types)"),
        ]
    else:
        bytes_of = "MemoryPackBytes.Serialize(value)"
        lines += [
            "#if MEMORYPACK",
            codec("memorypack", bytes_of, f"MemoryPackBytes.Deserialize<{kind}>(message)"),
            "#endif",
        ]
    return "\n".join([*lines, "    }"])


def text(by_name: bool) -> str:
    """The file with the models of one form."""
    roots, parts = models()
    form = "as maps" if by_name else "as arrays"
    rows = [
        f'        new("model {number}, {form}", "models, {form}", {root.name}),' for number, root in enumerate(roots, 1)
    ]
    types = [f"[JsonSerializable(typeof({root.name}))]" for root in roots] if by_name else []
    types += ["internal sealed partial class ModelTypes : JsonSerializerContext;", ""] if by_name else []
    blocks = [
        "#nullable enable",
        "#if MESSAGEPACK",
        "using MessagePack;",
        "#else",
        "using Hayapack;",
        "#endif",
        "using System.Text.Json.Serialization;",
        "",
        f"namespace Bench.Models{'ByName' if by_name else 'ByIndex'};",
        "",
        *(_class(model, by_name, root=False) + "\n" for model in parts),
        *(_class(model, by_name, root=True) + "\n" for model in roots),
        *types,
        "internal static class Values",
        "{",
        "\n\n".join(map(_value, [*parts, *roots])),
        "}",
        "",
        "internal static class Cases",
        "{",
        "    public static IEnumerable<Workload> All() =>",
        "    [",
        *rows,
        "    ];",
        "",
        "\n\n".join(_case(root, by_name) for root in roots),
        "}",
        "",
    ]
    return "\n".join(blocks)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for by_name in (False, True):
        (folder / f"Models{'ByName' if by_name else 'ByIndex'}.cs").write_text(text(by_name), encoding="utf-8")
