"""Changes one line of product code at a time and runs the steps that test it: a change that no step
notices shows behaviour without a test.

    mutants.py [--count N] [--seed N] [--since REVISION] [PATH...]

The lines are those that differ from REVISION (the parent of the last commit), or all lines of the files PATH.
It works on a copy of this tree in build/mutants, with a .venv of its own. For each mutant it prints the line, and the
step that failed, or "survived". A survivor is a missing test, or a change that has no effect: read it. A step that
does not end is killed by its time limit, and named, as it would be in CI.

Exit status: 0; 1 if the unchanged tree fails, or no line can be changed.
"""

import argparse
import filecmp
import io
import os
import random
import re
import shutil
import subprocess
import sys
import tokenize
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TREE = ROOT / "build" / "mutants" / "tree"

#: Product code -> the steps that test it, the fastest first.
STEPS = {
    "core/src/": ["core/tests", "php/tests", "python/tests"],
    "core/include/": ["core/tests", "php/tests", "python/tests"],
    "python/src/hayapack/cli/": ["python/tool"],
    "python/": ["python/tests", "python/tool"],
    "php/src/": ["php/tests"],
    "dotnet/src/": ["dotnet/tests"],
    "lab/src/": ["lab/tests"],
}
LANGUAGES = {".py": "python", ".c": "c", ".h": "c", ".cs": "c"}

#: What a mutation replaces: (pattern, replacement), tried at each place of a line.
BOTH = [
    (r"(?<![<>=!-])<(?![<=])", "<="), (r"(?<![<>=-])>(?![>=])", ">="), (r"<=(?!>)", "<"), (r">=", ">"),
    (r"==", "!="), (r"!=", "=="), (r"(?<=[\w)\]] )\+(?= )", "-"), (r"(?<=[\w)\]] )-(?= )", "+"),
    (r"\b0\b(?![.x])", "1"), (r"\b1\b(?![.x])", "0"), (r"\b([2-9]|\d{2,})\b(?![.x])", r"(\1 + 1)"),
]  # fmt: skip
OWN = {
    "python": [
        (r"\bTrue\b", "False"), (r"\bFalse\b", "True"), (r"\band\b", "or"), (r"\bor\b", "and"),
        (r"\bis not\b", "is"), (r"\bis(?! not)\b", "is not"), (r"\bif (?!.*\belse\b)(.+):$", r"if not (\1):"),
        (r"^(\s+)(?:self\.\w+|\w+\[[^]]*\]) [-+|]?= .+$", r"\1pass"), (r"^(\s+)[\w.]+\([^()]*\)$", r"\1pass"),
    ],
    "c": [
        (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"&&", "||"), (r"\|\|", "&&"),
        (r"(?<![=!<>])!(?=[\w(])(?!=)", ""), (r"\bif \((?!.*\belse\b)(.+)\)( \{)?$", r"if (!(\1))\2"),
        (r"^(\s+)(?:[\w.\[\]]|->)+ [-+|&]?= [^;]+;$", r"\1;"), (r"^(\s+)[\w.]+\([^()]*\);$", r"\1;"),
    ],
}  # fmt: skip
#: No code, or code whose change says nothing: comments, declarations, assertions, hints.
SKIPPED = re.compile(
    r"^\s*(?:#|//|/?\*|@|\"|'|import |from |using |namespace |static_assert|_Static_assert|assert |\}|$)|^\S*\w+;$"
)


def masked(line):
    """The line with its strings and comments blanked, of the same length."""
    line = re.sub(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'", lambda found: '"' + " " * (len(found[0]) - 2) + '"', line)
    return re.sub(r"(?:/\*.*?\*/|//.*$|(?<=\s)# .*$)", lambda found: " " * len(found[0]), line)


def mutations(line, language):
    """The lines that one replacement makes of it."""
    if SKIPPED.match(line):
        return []
    code, found = masked(line), []
    for pattern, replacement in BOTH + OWN[language]:
        for place in re.finditer(pattern, code):
            # The groups come from the line itself: the masked one has lost the contents of its strings.
            groups = [
                line[slice(*place.span(n))] if place.span(n) != (-1, -1) else "" for n in range(len(place.groups()) + 1)
            ]
            changed = re.sub(r"\\(\d)", lambda group, groups=groups: groups[int(group[1])], replacement)
            found.append(line[: place.start()] + changed + line[place.end() :])
    return found


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def steps_of(path):
    return next((steps for prefix, steps in STEPS.items() if path.startswith(prefix)), [])


def generated(path):
    return re.search(
        r"made by tools/|generated", "".join((ROOT / path).read_text(encoding="utf-8").splitlines(True)[:6]), re.I
    )


def changed_lines(since):
    """{path: numbers of the lines that differ from the revision}."""
    found, path = {}, None
    for line in git("diff", "-U0", "--diff-filter=AM", since).splitlines():
        if line.startswith("+++ "):
            path = line[6:]
        hunk = re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line)
        if hunk:
            found.setdefault(path, []).extend(range(int(hunk[1]), int(hunk[1]) + int(hunk[2] or 1)))
    return found


def lines_of_texts(code):
    """The numbers of the lines in Python's strings of several lines."""
    tokens = tokenize.generate_tokens(io.StringIO(code).readline)
    return {n for one in tokens if one.type == tokenize.STRING for n in range(one.start[0] + 1, one.end[0] + 1)}


def mutants(lines, rng):
    """(path, number, line, mutated line) in random order, one for each line."""
    every = []
    for path, numbers in lines.items():
        language = LANGUAGES.get(Path(path).suffix)
        if language is None or not steps_of(path) or generated(path):
            continue
        text = (ROOT / path).read_text(encoding="utf-8")
        text, prose = text.splitlines(), lines_of_texts(text) if language == "python" else ()
        for number in numbers:
            made = mutations(text[number - 1], language) if number <= len(text) and number not in prose else []
            if made:
                every.append((path, number, text[number - 1], rng.choice(made)))
    rng.shuffle(every)
    return every


def copy_tree():
    """A copy of the files that git knows or would add, so that what is not committed is tested too."""
    TREE.mkdir(parents=True, exist_ok=True)
    names = {name for name in git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0") if name}
    for name in names | set(git("-C", str(TREE), "ls-files", "-z").split("\0") if (TREE / ".git").exists() else []):
        ours, copy = ROOT / name, TREE / name
        if not ours.is_file():
            copy.is_file() and copy.unlink()
        elif not copy.exists() or not filecmp.cmp(ours, copy, shallow=False):  # what is equal is not built again
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ours, copy)
    if not (TREE / ".git").exists():  # the tests ask git for the list of files
        subprocess.run(["git", "init", "--quiet"], cwd=TREE, check=True)
    subprocess.run(["git", "add", "--all"], cwd=TREE, check=True)
    if (ROOT / ".cache").is_dir() and not (TREE / ".cache").exists():
        (TREE / ".cache").symlink_to(ROOT / ".cache")


def run(step):
    """The first failed test of the step; None: it passed."""
    environment = {**os.environ, "PYTEST_ADDOPTS": "-x"}
    environment.pop("ALL", None)
    done = subprocess.run(
        ["tools/test.sh", step], cwd=TREE, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode == 0:
        return None
    failed = re.search(r"failed test: (.*)", done.stdout)
    return failed[1] if failed else done.stdout.strip().splitlines()[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=10, help="mutants to try (10)")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="of the choice of lines")
    parser.add_argument("--since", default="HEAD~1", metavar="REVISION", help="the lines that differ from it (HEAD~1)")
    parser.add_argument("paths", nargs="*", metavar="PATH", help="all lines of these files instead")
    given = parser.parse_args()
    if given.paths:
        lines = {
            path: range(1, len((ROOT / path).read_text(encoding="utf-8").splitlines()) + 1) for path in given.paths
        }
    else:
        lines = changed_lines(given.since)
    chosen = mutants(lines, random.Random(given.seed))[: given.count]
    if not chosen:
        sys.exit("no line of product code to change")
    copy_tree()
    for step in dict.fromkeys(step for path, *_ in chosen for step in steps_of(path)):
        failed = run(step)
        if failed:
            sys.exit(f"{step} fails without a mutation: {failed}")
    killed = 0
    for number, (path, line_number, line, mutated) in enumerate(chosen, 1):
        file = TREE / path
        text = file.read_text(encoding="utf-8")
        lines = text.splitlines(keepends=True)
        lines[line_number - 1] = mutated + "\n"
        file.write_text("".join(lines), encoding="utf-8")
        print(f"[{number}/{len(chosen)}] {path}:{line_number}\n  - {line.strip()}\n  + {mutated.strip()}", flush=True)
        try:
            by = next((f"{step}: {failed}" for step in steps_of(path) if (failed := run(step))), None)
        finally:
            file.write_text(text, encoding="utf-8")
        killed += by is not None
        print(f"    killed by {by}" if by else "    SURVIVED", flush=True)
    print(f"{killed} of {len(chosen)} killed (--seed {given.seed}); a survivor is a missing test, or has no effect")


if __name__ == "__main__":
    main()
