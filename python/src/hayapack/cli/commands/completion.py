"""`hayapack completion`: a script that completes the commands and options in a shell."""

from __future__ import annotations

import argparse
from typing import Any, NamedTuple

from .. import arguments
from ..common.exit_status import STATUS_GOOD

DESCRIPTION = """\
Prints a completion script for your shell."""

EXAMPLES = """
source <(hayapack completion bash)                 in ~/.bashrc
source <(hayapack completion zsh)                  in ~/.zshrc, after compinit
hayapack completion fish | source                  in ~/.config/fish/config.fish
"""


class Option(NamedTuple):
    """An option of a command: its spellings, its help, the values it can have."""

    names: list[str]
    help: str
    choices: list[str]
    takes_value: bool


class Command(NamedTuple):
    name: str
    help: str
    options: list[Option]
    words: list[str]  # the values of a positional argument that is not a file


def add_parser(subparsers: Any) -> None:
    parser = arguments.add_parser(
        subparsers, "completion", "print a completion script for bash, zsh or fish", DESCRIPTION, EXAMPLES
    )
    parser.add_argument("shell", choices=list(SHELLS))


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    found = commands_of(parser)
    found.append(Command("help", "the options of a command, and examples", [], [command.name for command in found]))
    arguments.write(SHELLS[args.shell](found).encode())
    return STATUS_GOOD


def commands_of(parser: argparse.ArgumentParser) -> list[Command]:
    """The commands of a parser with subparsers."""
    found = []
    for action in parser._actions:  # argparse has no public API for this
        if isinstance(action, argparse._SubParsersAction):
            helps = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, sub in action.choices.items():
                found.append(_command(name, helps.get(name, ""), sub))
    return found


def _command(name: str, help: str, parser: argparse.ArgumentParser) -> Command:
    options, words = [], []
    for action in parser._actions:
        choices = [str(choice) for choice in action.choices or ()]
        if action.option_strings:
            text = (action.help or "").split("(default")[0].strip()
            names = list(action.option_strings)
            options.append(Option(names, text, choices, action.nargs != 0))
        else:
            words += choices
    return Command(name, help, options, words)


def _bash(found: list[Command]) -> str:
    cases = []
    for command in found:
        lines = [f"    {command.name})"]
        values = [option for option in command.options if option.choices]
        for option in values:
            pattern = "|".join(option.names)
            words = " ".join(option.choices)
            lines.append(f'        case "$before" in {pattern}) words="{words}" ;; esac')
        names = " ".join([name for option in command.options for name in option.names])
        lines.append(f'        options="{names}"')
        if command.words:
            lines.append(f'        [ -n "$words" ] || words="{" ".join(command.words)}"')
        cases.append("\n".join([*lines, "        ;;"]))
    return BASH.format(names=" ".join([c.name for c in found]), cases="\n".join(cases))


BASH = """\
# hayapack: completion for bash
_hayapack() {{
    local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}"
    local options="" words=""
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=( $(compgen -W "{names} --help --version" -- "$word") )
        return
    fi
    case "${{COMP_WORDS[1]}}" in
{cases}
    esac
    if [ "${{word:0:1}}" = "-" ]; then
        COMPREPLY=( $(compgen -W "$options" -- "$word") )
    elif [ -n "$words" ]; then
        COMPREPLY=( $(compgen -W "$words" -- "$word") )
    fi
}}
complete -o default -F _hayapack hayapack
"""


def _zsh(found: list[Command]) -> str:
    lines = [f"        '{_quoted(f'{c.name}:{c.help}')}'" for c in found]
    cases = []
    for command in found:
        parts = []
        for option in command.options:
            for name in option.names:
                text = _quoted(option.help).replace("[", "\\[").replace("]", "\\]")
                value = f":value:({' '.join(option.choices)})" if option.choices else ":value: "
                parts.append(f"'*{name}[{text}]{value if option.takes_value else ''}'")
        rest = f"'*:word:({' '.join(command.words)})'" if command.words else "'*:file:_files'"
        joined = " \\\n            ".join([*parts, rest])
        cases.append(f"    {command.name})\n        _arguments \\\n            {joined}\n        ;;")
    return ZSH.format(commands="\n".join(lines), cases="\n".join(cases))


ZSH = """\
#compdef hayapack
# hayapack: completion for zsh
_hayapack() {{
    local -a known
    known=(
{commands}
    )
    if (( CURRENT == 2 )); then
        _describe command known
        return
    fi
    local chosen=$words[2]
    shift words
    (( CURRENT-- ))
    case $chosen in
{cases}
    esac
}}
if [ "$funcstack[1]" = "_hayapack" ]; then
    _hayapack "$@"
else
    compdef _hayapack hayapack
fi
"""


def _fish(found: list[Command]) -> str:
    names = " ".join([command.name for command in found])
    first = f"not __fish_seen_subcommand_from {names}"
    lines = ["# hayapack: completion for fish"]
    for command in found:
        lines.append(f"complete -c hayapack -f -n '{first}' -a {command.name} -d '{_escaped(command.help)}'")
    for command in found:
        where = f"complete -c hayapack -n '__fish_seen_subcommand_from {command.name}'"
        for option in command.options:
            parts = [_fish_name(name) for name in option.names]
            if option.choices:
                parts.append(f"-x -a '{' '.join(option.choices)}'")
            elif option.takes_value:
                parts.append("-r")
            lines.append(f"{where} {' '.join(parts)} -d '{_escaped(option.help)}'")
        if command.words:
            lines.append(f"{where} -f -a '{' '.join(command.words)}'")
    return "\n".join(lines) + "\n"


def _fish_name(name: str) -> str:
    return f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"


def _quoted(text: str) -> str:
    return text.replace("'", "'\\''")


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("'", "\\'")


SHELLS = {"bash": _bash, "zsh": _zsh, "fish": _fish}
