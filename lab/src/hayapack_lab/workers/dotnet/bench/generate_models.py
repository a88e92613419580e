"""Writes C# models with their cases, for the build of the worker:

    python3 generate_models.py FOLDER

Those of the answers, and those that are made by a rule, with values: each is a class of 3 to 20 members: numbers, bools,
texts, dates, enums, nullable ones, lists, dictionaries, and classes of 2 to 6 members and lists of them. The same seed
gives the same models. All are written twice, with their members' positions as keys (MemoryPack knows no other) and with
their names (System.Text.Json knows no other). Written once: a record, a struct, the class whose members have
default values, and the cases of values of other types.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import NamedTuple

SEED = 20261201
MODELS = 30
VALUES = 256  # of each model
#: A type of a member: its share, and an expression of a value.
SCALARS = {
    "int": (16, "RandomValues.Int(random)"),
    "long": (7, "RandomValues.Long(random)"),
    "double": (8, "random.NextDouble() * 1000"),
    "float": (3, "random.NextSingle()"),
    "byte": (2, "(byte)random.Next(256)"),
    "bool": (8, "random.Next(2) == 0"),
    "DateTime": (6, "RandomValues.Date(random)"),
    "string?": (22, "random.Next(8) == 0 ? null : RandomValues.Text(random)"),
    "int?": (5, "random.Next(3) == 0 ? null : RandomValues.Int(random)"),
    "double?": (3, "random.Next(3) == 0 ? null : random.NextDouble()"),
    "DateTime?": (3, "random.Next(3) == 0 ? null : RandomValues.Date(random)"),
    "Choice": (5, "(Choice)random.Next(4)"),
}
COLLECTIONS = {
    "List<int>": (3, "RandomValues.List(random, RandomValues.Int)"),
    "List<string>": (4, "RandomValues.List(random, RandomValues.Text)"),
    "double[]": (2, "RandomValues.List(random, each => each.NextDouble()).ToArray()"),
    "Dictionary<string, int>": (2, "RandomValues.Dictionary(random, RandomValues.Int)"),
    "Dictionary<string, string>": (2, "RandomValues.Dictionary(random, RandomValues.Text)"),
}
NAMES = (
    "Id Name Title Count Total Price Weight Rate Score Created Changed Expires State Owner Code Note Text Link City "
    "Street Country Phone Email Active Visible Locked Version Parent Group Order Index Width Height Depth Offset Limit Unit "
    "Tags Labels Items Parts Lines Values Levels Flags Rank Level Share Tax Discount Currency Language Zone Source Target"
).split()


#: What AnswerGenerator.cs makes: the members in the order of their keys. The first two are messages.
ANSWERS = {
    "Answer": "int? QuestionId, int? AnswerId, DateTime? LockedDate, DateTime? CreationDate, DateTime? LastEditDate, "
    "DateTime? LastActivityDate, int? Score, DateTime? CommunityOwnedDate, bool? IsAccepted, string? Body, User? Owner, "
    "string? Title, int? UpVoteCount, int? DownVoteCount, List<Comment>? Comments, string? Link, List<string>? Tags, "
    "bool? Upvoted, bool? Downvoted, bool? Accepted, User? LastEditor, int? CommentCount, string? BodyMarkdown, "
    "string? ShareLink",
    "Reading": "int Id, string? Name, double Value",
    "Comment": "int? CommentId, int? PostId, DateTime? CreationDate, PostKind? PostKind, int? Score, bool? Edited, "
    "string? Body, User? Owner, User? ReplyToUser, string? Link, string? BodyMarkdown, bool? Upvoted",
    "User": "int? UserId, string? DisplayName, int? Reputation, UserKind? UserKind, string? ProfileImage, string? Link, "
    "int? AcceptRate, Badges? BadgeCounts",
    "Badges": "int? Gold, int? Silver, int? Bronze",
}
#: The class whose members have default values half of the time, and a value of each type.
SPARSE = (
    "int Id, string? Name, double Price, bool IsOpen, long Volume, string? Note, int Count, DateTime Made, double Weight, "
    "int? Parent, string? Code, bool IsPaid, int Width, int Height, float Share, string? City, long Stamp, DateTime Sent, "
    "int Level, string? Owner, double Tax, bool IsOld, int Rank, string? Unit"
)
SPARSE_VALUES = {
    "int": "random.Next(1, 5000)",
    "string?": '"text" + random.Next(10_000)',
    "double": "random.NextDouble()",
    "bool": "true",
    "long": "random.NextInt64(1, 1L << 40)",
    "DateTime": "DateTime.UnixEpoch.AddSeconds(random.Next(1, 1 << 30))",
    "int?": "random.Next(1, 100)",
    "float": "random.NextSingle() + 1",
}
#: Scripts of texts, as in Plain.cs.
SCRIPTS = ("latin", "accents", "cyrillic", "japanese")


class Plain(NamedTuple):
    """A workload that needs no attributes of other libraries, compared with MessagePack-CSharp only."""

    name: str
    kind: str
    type: str
    seed: int
    values: str
    copy: str = ""  # the same objects as value, made without reading
    by_hand: bool = False
    way: str = "Codec"  # the method of Model: Codec, Writing into a buffer writer or Reading three segments


_NUMBERS, _TIMES, _COLLECTIONS, _OTHERS = "numbers", "times and identifiers", "collections", "other outputs and inputs"
_SPAN = "value.AsSpan().ToArray()"
_TEXTS = "Array.ConvertAll(value, text => new string(text.AsSpan()))"
_FLOATS = "Plain.Rows(() => (random.NextSingle() * 2000) - 1000)"
_BOOLS, _LONGS = "Plain.Rows(() => random.Next(2) == 0)", "Plain.Rows(() => Plain.Mixed(random))"
_RECORD, _RECORDS = "Plain.Array(1000, () => Values.Trade(random))", "Plain.Lists(random)"
_LARGE = "Plain.Rows(() => random.NextInt64(long.MinValue, long.MaxValue))"
_NAMED = 'Plain.Many(() => Plain.Keys.ToDictionary(name => name, _ => random.Next(100_000)))'
_NUMBERED = "Plain.Many(() => Enumerable.Range(0, 200).ToDictionary(i => i * 31, _ => Values.Trade(random)))"
PLAIN = (
    Plain("bool[1000]", _NUMBERS, "bool[]", 20261127, _BOOLS, _SPAN),
    Plain("float[1000]", _NUMBERS, "float[]", 20261127, _FLOATS, _SPAN),
    Plain("long[1000], small", _NUMBERS, "long[]", 20261127, "Plain.Rows(() => (long)random.Next(101))", _SPAN),
    Plain("long[1000], mixed", _NUMBERS, "long[]", 20261127, _LONGS, _SPAN),
    Plain("long[1000], large", _NUMBERS, "long[]", 20261127, _LARGE, _SPAN),
    Plain("DateTime[1000]", _TIMES, "DateTime[]", 20261128, "Plain.Rows(() => Plain.Time(random))", _SPAN),
    Plain("Guid[1000]", _TIMES, "Guid[]", 20261128, "Plain.Rows(() => Plain.Identifier(random))", _SPAN),
    *(
        Plain(
            f"string[200], {script}", "texts", "string[]", 20261129,
            f'Plain.Many(() => Plain.Texts(random, "{script}", 200))', _TEXTS, by_hand=script == "latin",
        )
        for script in SCRIPTS
    ),
    Plain("Dictionary<string, int> of 200", _COLLECTIONS, "Dictionary<string, int>", 20261130, _NAMED, by_hand=True),
    Plain("Dictionary<int, record> of 200", _COLLECTIONS, "Dictionary<int, Trade>", 20261130, _NUMBERED),
    Plain("List<record> of 200", _COLLECTIONS, "List<Trade>", 20261130, _RECORDS, by_hand=True),
    Plain("one record", "objects", "Trade", 20261130, _RECORD, by_hand=True),
    Plain("struct[1000]", _COLLECTIONS, "Point[]", 20261130, "Plain.Rows(() => Values.Point(random))"),
    Plain("double[1000] to IBufferWriter", _OTHERS, "double[]", 20261131, "Plain.Rows(random.NextDouble)", way="Writing"),
    Plain("bool[1000] to IBufferWriter", _OTHERS, "bool[]", 20261131, _BOOLS, way="Writing"),
    Plain("float[1000] to IBufferWriter", _OTHERS, "float[]", 20261131, "Plain.Rows(random.NextSingle)", way="Writing"),
    Plain("one record to IBufferWriter", _OTHERS, "Trade", 20261131, _RECORD, by_hand=True, way="Writing"),
    Plain("List<record> of 200 to IBufferWriter", _OTHERS, "List<Trade>", 20261131, _RECORDS, way="Writing"),
    Plain("List<record> of 200 in 3 segments", _OTHERS, "List<Trade>", 20261132, _RECORDS, way="Reading"),
    Plain("one record in 3 segments", _OTHERS, "Trade", 20261132, _RECORD, way="Reading"),
    Plain("long[1000], mixed, in 3 segments", _OTHERS, "long[]", 20261132, _LONGS, way="Reading"),
)  # fmt: skip


class Member(NamedTuple):
    name: str
    type: str
    value: str = ""


class Model(NamedTuple):
    name: str
    members: list[Member]


#: A record of members of all widths, and a small struct: types, names and values of the members.
TRADE = """
int Id = random.Next(1_000_000)
string? Symbol = "SYM" + random.Next(1000)
double Price = random.NextDouble() * 1000
long Volume = random.NextInt64() >> random.Next(63)
DateTime Time = Plain.Time(random)
bool IsBuy = random.Next(2) == 0
float Share = random.NextSingle()
byte Venue = (byte)random.Next(256)
short Lot = (short)random.Next(-1000, 1000)
"""
POINT = """
float X = random.NextSingle() * 100
float Y = random.NextSingle() * 100
ushort Depth = (ushort)random.Next(65536)
byte Kind = (byte)random.Next(5)
"""


class Codec(NamedTuple):
    """A codec's calls. {model} is the model's name, {types} that of System.Text.Json's code for it."""

    name: str
    symbol: str  # with which the worker is built with it; "": always
    library: str  # what has the two functions
    write: str = "Serialize(value)"
    read: str = "Deserialize<{model}>(message)"
    start: str = ""  # a statement before the case
    same: bool = False  # must write hayapack's bytes


RIVALS = (
    Codec("messagepack", "MESSAGEPACK", "V3", same=True),
    Codec("messagepack4", "MESSAGEPACK4", "V4.Default", same=True),
    Codec("nerdbank", "NERDBANK", "nerdbank", start="var nerdbank = new NerdbankSerializer();"),
)
BY_INDEX = (Codec("memorypack", "MEMORYPACK", "MemoryPackBytes"),)
BY_NAME = (
    Codec(
        "json", "", "SystemJson", "SerializeToUtf8Bytes(value, types)", "Deserialize(message, types)",
        "var types = {types}.Default.{model};",
    ),
    Codec("newtonsoft", "NEWTONSOFT", "NewtonsoftJson", "SerializeObject(value)", "DeserializeObject<{model}>(message)"),
    Codec("utf8json", "UTF8JSON", "Utf8"),
)  # fmt: skip
#: Of the models by a rule, which are many, these are not measured.
NOT_BY_RULE = ("messagepack4", "newtonsoft", "utf8json")


def _declared(name: str, members: str) -> Model:
    pairs = (member.split() for member in members.split(", "))
    return Model(name, [Member(field, kind) for kind, field in pairs])


def answers() -> tuple[list[Model], list[Model]]:
    """The models of AnswerGenerator.cs, and the classes that their members have."""
    made = [_declared(name, members) for name, members in ANSWERS.items()]
    return made[:2], made[2:]


def _valued(name: str, lines: str) -> Model:
    pairs = (line.split(" = ") for line in lines.strip().splitlines())
    members = ((*declared.split(), value) for declared, value in pairs)
    return Model(name, [Member(field, kind, value) for kind, field, value in members])


def sparse() -> Model:
    """Half of the members have the default value of their type."""
    members = _declared("Sparse", SPARSE).members
    values = {
        kind: f"random.Next(2) == 0 ? {'null' if kind.endswith('?') else 'default'} : {value}"
        for kind, value in SPARSE_VALUES.items()
    }
    return Model("Sparse", [Member(name, kind, values[kind]) for name, kind, _ in members])


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
            types[f"List<{part}>"] = (6, f"RandomValues.List(random, {part})")
        roots.append(_model(random, f"Model{number}", random.randint(3, 20), types))
    return roots, parts


def _under(symbol: str, *lines: str) -> list[str]:
    """The lines for a worker with the symbol."""
    return [f"#if {symbol}", *lines, "#endif"] if symbol else [*lines]


def _class(model: Model, by_name: bool, root: bool, rule: str = "", kind: str = "sealed partial class") -> str:
    """The class with the attributes of every library. rule: an attribute of each member; kind: what it is."""
    lines = [f"[MessagePackObject{'(true)' if by_name else ''}]"]
    if not by_name:
        lines += _under("MEMORYPACK", "[MemoryPack.MemoryPackable]")
    if root:
        lines += _under("NERDBANK", "[PolyType.GenerateShape]")
    lines += [f"public {kind} {model.name}", "{"]
    for key, member in enumerate(model.members):
        if rule:
            lines.append(f"    {rule}")
        if not by_name:
            lines += [f"    [Key({key})]", *_under("NERDBANK", f"    [Nerdbank.MessagePack.Key({key})]")]
        start = " = [];" if re.fullmatch(r"List<.*>|.*\[\]", member.type) else ""
        start = " = new();" if member.type.startswith("Dictionary") else start
        lines += [f"    public {member.type} {member.name} {{ get; set; }}{start}", ""]
    return "\n".join([*lines[:-1], "}"])


def _value(model: Model) -> str:
    """The function that makes a value."""
    lines = [f"        {member.name} = {member.value}," for member in model.members]
    head = f"    public static {model.name} {model.name}(Random random) => new()"
    return "\n".join([head, "    {", *lines, "    };"])


def _copies(roots: list[Model], parts: list[Model]) -> list[str]:
    """The functions that copy an object with all objects and texts that it has: the least that a reader must do."""
    known = {"string?", *(f"{part.name}?" for part in parts)}

    def copied(member: Member) -> str:
        if member.type.startswith("List"):
            return f"value.{member.name}?.ConvertAll(item => Of(item)!)"
        return f"Of(value.{member.name})" if member.type in known else f"value.{member.name}"

    found = ["    public static string? Of(string? text) => text is null ? null : new string(text.AsSpan());"]
    for model in (*roots, *parts):
        null = "?" if model in parts else ""
        head = f"    public static {model.name}{null} Of({model.name}{null} value) => "
        head += f"value is null ? null : new {model.name}" if null else "new()"
        lines = [f"        {member.name} = {copied(member)}," for member in model.members]
        found.append("\n".join([head, "    {", *lines, "    };"]))
    return found


def _case(kind: str, values: str, codecs: Iterable[Codec], copied: bool, types: str) -> str:
    """The cases of a model."""
    lines = [
        f"    private static IEnumerable<Case> {kind}()",
        "    {",
        f"        var model = new CaseBuilder<{kind}>({values}, value => Ours.Serialize(value));",
        f'        yield return model.Codec("hayapack", value => Ours.Serialize(value), message => Ours.Deserialize<{kind}>(message));',
    ]
    if copied:
        lines.append("        yield return model.Minimum(value => Ours.Serialize(value), Copies.Of);")
    for codec in codecs:
        calls = f"value => {codec.library}.{codec.write}, message => {codec.library}.{codec.read}"
        calls += ", isSame: true" * codec.same
        found = [codec.start, f'yield return model.Codec("{codec.name}", {calls});']
        lines += _under(codec.symbol, *(f"        {line.format(model=kind, types=types)}" for line in found if line))
    return "\n".join([*lines, "    }"])


def _head(namespace: str) -> list[str]:
    return [
        "#nullable enable",
        *_under("MESSAGEPACK", "using MessagePack;", "#else", "using Hayapack;"),
        "using System.Text.Json.Serialization;",
        "",
        f"namespace {namespace};",
        "",
    ]


def _members(name: str, members: list[str]) -> list[str]:
    """A static class."""
    return [f"internal static class {name}", "{", "\n\n".join(members), "}", ""]


def _all(rows: list[tuple[str, str, str]]) -> str:
    """The list of workloads: name, kind, and the function that makes the cases."""
    lines = [f'        new("{name}", "{kind}", {cases}),' for name, kind, cases in rows]
    return "\n".join(["    public static IEnumerable<Workload> All() =>", "    [", *lines, "    ];"])


def text(by_name: bool, by_rule: bool) -> str:
    """The file with the models of one form, those that are made by a rule or the others."""
    form = "as maps" if by_name else "as arrays"
    codecs = (*RIVALS, *(BY_NAME if by_name else BY_INDEX))
    roots, parts = models() if by_rule else answers()
    if by_rule:
        types, titles, kind = "ModelTypes", [f"model {number}" for number in range(1, MODELS + 1)], f"models, {form}"
        codecs = [codec for codec in codecs if codec.name not in NOT_BY_RULE]
        made = [f"RandomValues.Many({VALUES}, Values.{root.name})" for root in roots]
    else:
        types, titles, kind = "AnswerTypes", ["Answer", "{int, string, double}"], "objects"
        made = ["AnswerGenerator.Answers(512)", "AnswerGenerator.Readings(4096)"]
    rows = [(f"{title}, {form}", kind, root.name) for title, root in zip(titles, roots)]
    cases = [_case(root.name, values, codecs, not by_rule, types) for root, values in zip(roots, made)]
    written = [f"[JsonSerializable(typeof({root.name}))]" for root in roots] if by_name else []
    written += [f"internal sealed partial class {types} : JsonSerializerContext;", ""] if by_name else []
    blocks = [
        *_head(f"Bench.{'Models' if by_rule else ''}{'ByName' if by_name else 'ByIndex'}"),
        *(_class(model, by_name, root=False) + "\n" for model in parts),
        *(_class(model, by_name, root=True) + "\n" for model in roots),
        *written,
        *(
            _members("Values", list(map(_value, [*parts, *roots])))
            if by_rule
            else _members("Copies", _copies(roots, parts))
        ),
        *_members("Cases", [_all(rows), *cases]),
    ]
    return "\n".join(blocks)


def values_text() -> str:
    """The file with the models that are written once; hayapack leaves out the default values of one."""
    models = trade, point, halves = _valued("Trade", TRADE), _valued("Point", POINT), sparse()
    rule = "[Hayapack.MessagePackMember(OmitDefaults = Hayapack.OmitDefaults.Default)]"
    classes = (
        _class(trade, False, False),
        _class(point, False, False, kind="partial struct"),
        _class(halves, True, False, rule),
    )
    blocks = [*_head("Bench"), *(each + "\n" for each in classes), *_members("Values", list(map(_value, models)))]
    return "\n".join(blocks)


def _plain_case(name: str, plain: Plain) -> str:
    def case(codec: str, library: str, same: str = "") -> str:
        write, read = f"{library}.Serialize(value)", f"{library}.Deserialize<{plain.type}>(message)"
        calls = {
            "Codec": f"value => {write}, message => {read}{same}",
            "Writing": f"(buffer, value) => {library}.Serialize(buffer, value)",
            "Reading": f"message => {read}",
        }
        return f'        yield return model.{plain.way}("{codec}", {calls[plain.way]});'

    lines = [
        f"    private static IEnumerable<Case> {name}()",
        "    {",
        f"        var random = new Random({plain.seed});",
        f"        var model = new CaseBuilder<{plain.type}>({plain.values}, value => Ours.Serialize(value));",
        case("hayapack", "Ours"),
    ]
    if plain.copy:
        lines.append(f"        yield return model.Minimum(value => Ours.Serialize(value), value => {plain.copy});")
    if plain.by_hand:
        more = ", read: null, isSame: true" if plain.way == "Codec" else ""
        lines.append(f'        yield return model.{plain.way}("by hand", HandWritten.Write{more});')
    lines += _under("MESSAGEPACK", case("messagepack", "V3", ", isSame: true"))
    return "\n".join([*lines, "    }"])


def plain_text() -> str:
    """The file with the cases of PLAIN."""
    names = [f"Plain{number}" for number in range(1, len(PLAIN) + 1)]
    cases = [_plain_case(name, plain) for name, plain in zip(names, PLAIN)]
    rows = [(plain.name, plain.kind, name) for name, plain in zip(names, PLAIN)]
    return "\n".join([*_head("Bench"), *_members("PlainCases", [_all(rows), *cases])])


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    inputs = Path(__file__).with_name("AnswerGenerator.cs").read_text(encoding="utf-8")
    made = {"AnswerGenerator": inputs.replace("ByIndex", "ByName"), "Values": values_text(), "PlainCases": plain_text()}
    for by_name, form in ((False, "ByIndex"), (True, "ByName")):
        made.update({f"Answers{form}": text(by_name, False), f"Models{form}": text(by_name, True)})
    for name, code in made.items():
        (folder / f"{name}.cs").write_text(code, encoding="utf-8")
