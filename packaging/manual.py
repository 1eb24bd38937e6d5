#!/usr/bin/env python3
"""Man pages and shell completion of a program, from what it says of itself: `hexad --help`, `hexad run --help` …, whose
lines come from the tables the command line is read with.

usage: manual.py VERSION FOLDER PROGRAM…     writes FOLDER/man1/*.1 and FOLDER/completion.{bash,zsh,fish}; PROGRAM may be
                                             an emulator with its arguments
"""

import re
import subprocess
import sys
from pathlib import Path

OPTION = re.compile(r"^  (\S.*?)(?:\s{2,}(.*))?$")  # a long one has its words on the next line
HEADING = re.compile(r"^([A-Z][\w ]*):$")


def help_of(program, words):
    shown = subprocess.run([*program, *words, "--help"], capture_output=True, text=True, check=True,
                           env={"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"}).stdout
    return shown.replace(program[-1], "hexad").splitlines()


def sections_of(lines):
    """What it is, how it is called, and lines by heading; what follows the last heading stands under ''."""
    about, usage, sections, now = lines[0], "", {}, None
    for line in lines[1:]:
        match = HEADING.match(line)
        if line.startswith("Usage:"):
            usage = line[len("Usage:"):].strip()
        elif match:
            now = sections.setdefault(match[1], [])
        elif now is not None:
            now.append(line)
    return about, usage, sections


def entries(lines):
    found = []
    for line in lines:
        match = OPTION.match(line)
        if match:
            found.append([match[1], (match[2] or "").strip()])
        elif line.strip() and found and line.startswith("    "):
            found[-1][1] = (found[-1][1] + " " + line.strip()).strip()
    return found


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def page(name, version, lines, children):
    about, usage, sections = sections_of(lines)
    about = about.removeprefix("hexad: ")
    out = [f'.TH {name.upper()} 1 "" "hexad {version}" "User Commands"', ".SH NAME", f"{escaped(name)} \\- {escaped(about)}",
           ".SH SYNOPSIS", f".B {escaped(usage)}"]
    for heading, rows in sections.items():
        out.append(f".SH {heading.upper()}")
        if heading in ("Example", "Examples"):
            out += [".nf", *(escaped(row.strip()) for row in rows if row.strip()), ".fi"]
            continue
        listed = entries(rows)
        for term, text in listed:
            out += [".TP", f".B {escaped(term)}", escaped(text)]
        if not listed:
            out += [escaped(row) for row in rows if row.strip()]
    if children:
        out.append(".SH SEE ALSO")
        out += [f".BR {name}\\-{child} (1)" + ("," if child != children[-1] else "") for child in children]
    return "\n".join(out) + "\n"


def walk(program, words=()):
    """(words, its lines, its subcommands) of the program and every subcommand, however deep."""
    lines = help_of(program, words)
    _, _, sections = sections_of(lines)
    children = [term.split()[0] for term, _ in entries(sections.get("Subcommands", []))]
    yield words, lines, children
    for child in children:
        yield from walk(program, (*words, child))


def choices_of(lines):
    """(word, what it is) of the subcommands and options of a place."""
    _, _, sections = sections_of(lines)
    told = {}
    for heading in ("Subcommands", "Options"):
        for term, text in entries(sections.get(heading, [])):
            first = term.split()[0]
            words = [first] if heading == "Subcommands" else re.findall(r"(?<![\w-])-{1,2}[\w-]+", first)
            told.update((word, text) for word in words)
    return list(told.items())


def bash_completion(tree):
    cases = [f'    "{" ".join(words)}") choices="{" ".join(word for word, _ in choices_of(lines))}" ;;'
             for words, lines, _ in tree]
    return "\n".join([
        "# bash completion of hexad, printed from its own --help",
        "_hexad() {", "  local current=${COMP_WORDS[COMP_CWORD]} place= word choices=",
        "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do",
        "    [[ $word == -* ]] && break", "    place+=${place:+ }$word", "  done",
        "  case $place in", *cases, "  esac",
        "  COMPREPLY=($(compgen -W \"$choices\" -- \"$current\"))",
        "  [[ ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- \"$current\"))",
        "}", "complete -F _hexad hexad", ""])


def zsh_completion(tree):
    def quoted(word, text):
        return "'" + f"{word}:{text}".replace("'", "'\\''") + "'"

    cases = []
    for words, lines, _ in tree:
        told = " ".join(quoted(word, text) for word, text in choices_of(lines))
        cases.append(f'    "{" ".join(words)}") choices=({told}) ;;')
    return "\n".join([
        "#compdef hexad", "# zsh completion of hexad, printed from its own --help",
        "local place= word", "local -a choices",
        "for word in ${words[2,CURRENT-1]}; do", "  [[ $word == -* ]] && break", "  place+=${place:+ }$word", "done",
        "case $place in", *cases, "esac",
        "_describe hexad choices || _files", ""])


def fish_completion(tree):
    def quoted(text):
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    out = ["# fish completion of hexad, printed from its own --help", "function __hexad_place",
           "  set -l place", "  for word in (commandline -opc)[2..]", "    string match -q -- '-*' $word; and break",
           "    set -a place $word", "  end", "  test \"$place\" = \"$argv\"", "end"]
    for words, lines, _ in tree:
        place = quoted(" ".join(("__hexad_place", *words)))
        for word, text in choices_of(lines):
            kind = f"-l {word[2:]}" if word.startswith("--") else f"-s {word[1:]}" if word.startswith("-") else f"-f -a {word}"
            out.append(f"complete -c hexad -n {place} {kind} -d {quoted(text)}")
    return "\n".join(out) + "\n"


def main(version, folder, *program):
    folder = Path(folder)
    (folder / "man1").mkdir(parents=True, exist_ok=True)
    tree = list(walk(program))
    if len(tree) < 15:
        sys.exit(f"{program[-1]} --help names only {len(tree)} commands")
    for words, lines, children in tree:
        name = "-".join(("hexad", *words))
        (folder / "man1" / f"{name}.1").write_text(page(name, version, lines, children), encoding="utf-8")
    for shell, printed in (("bash", bash_completion), ("zsh", zsh_completion), ("fish", fish_completion)):
        (folder / f"completion.{shell}").write_text(printed(tree), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
