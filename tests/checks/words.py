#!/usr/bin/env python3
"""The product speaks of itself: no machine paths, no words about how it was made, no names that say nothing.
Files past 400 lines are listed as a warning.

usage: words.py ROOT
"""

import re
import sys
from pathlib import Path

from source_tree import CODE_SUFFIXES, Report, all_files, read

# Written so that this file does not find itself.
FORBIDDEN = [
    (r"(?<![\w.])/(?:wor[k]|far[m]|hom[e]/[a-z]\w*|roo[t])/", "a path of one machine",
     "use a path relative to the repository, or a setting"),
    (r"\.\./share[d]\b", "a path outside the repository", "say here what it says, or leave it out"),
    (r"(?i)\bsub-?agen[t]s?\b|\bthe CE[O]\b|\bDEVELOPERS\.m[d]\b|(?i:\bissue) #?[0-9]+\b",
     "a word about how the product was made", "describe the product itself"),
    (r"(?i)registry\.(?:npmj[s]\.org|yarnpk[g]\.com|npmmirro[r]\.com)|pyp[i]\.org|pythonhoste[d]\.org"
     r"|crate[s]\.io|de[b]\.debian\.org|artifactor[y]", "the host name of a package registry",
     "leave it to the machine's own configuration"),
]
EMPTY_NAMES = (r"\b(?:class|struct|enum class|union)\s+\w*(?:Manager|Helper|Utils?|Handler)\b",
               "a type name that says nothing (Manager, Helper, Util, Handler)", "name what it is or does")
# Names that were given up for those of the field, by folder.
RETIRED_IN = [
    ("src/cueing/", r"\b(?:Wish\w*|wish_?|Wanted|wanted_?|Worth|worth\w*|Price|price|(?<!inner )ear_?|pull_?|undo)\b",
     "a name nobody in the field would look for", "reference, demand, weights, otolith, rate_command, gravity_compensation"),
]
# Retired names, and the words of the field in their place (docs/glossary.md): of types, and of functions where they are
# declared.
RETIRED_NAMES = {
    "Wish": "reference", "Worth": "weights", "Price": "weights", "Shelf": "FileRepository", "FileShelf": "FileRepository",
    "ReportShelf": "ReportRepository", "MachineShelf": "MachineRepository", "Board": "CalibrationBoard",
    "Errands": "TaskQueue", "Desk": "OperatorInputs", "Departure": "Shutdown", "Habits": "IdleParameters",
    "Workshop": "PreparationQueue", "ConsoleRig": "ConsolePlatform", "Outlook": "PreviewContext",
    "Beside": "TelemetryContext", "Around": "Callbacks", "Switchboard": "SessionRouter",
    "Surroundings": "RequestContext", "at_ease": "acceleration_limited", "gentle": "leg_rates", "let_go": "release",
    "pursue": "select_motion",
}
RETIRED_TYPE = re.compile(r"^\s*(?:class|struct|enum class|union)\s+(%s)\b(?!;)" % "|".join(RETIRED_NAMES))
RETIRED_FUNCTION = re.compile(r"^[\w:<>,&* ]+[ &*](?:\w+::)*(%s)\(" % "|".join(w for w in RETIRED_NAMES if w[0].islower()))
RETIRED_NAMESPACE = re.compile(r"^namespace hexad::(runtime)\b")
LONG = 400


def main(root):
    root = Path(root).resolve()
    report = Report(root)
    forbidden = [(re.compile(p), rule, remedy) for p, rule, remedy in FORBIDDEN]
    retired = [(folder, re.compile(p), rule, remedy) for folder, p, rule, remedy in RETIRED_IN]
    empty = (re.compile(EMPTY_NAMES[0]), *EMPTY_NAMES[1:])
    checked, long_files = 0, []
    for path in all_files(root):
        if b"\0" in path.read_bytes()[:8192]:
            continue
        checked += 1
        is_code = path.suffix in CODE_SUFFIXES
        lines = read(path).splitlines()
        if is_code and len(lines) > LONG:
            long_files.append((len(lines), path.relative_to(root)))
        where = path.relative_to(root).as_posix()
        rules = forbidden + ([empty] if is_code else []) + [r[1:] for r in retired if where.startswith(r[0])]
        for number, line in enumerate(lines, 1):
            for pattern, rule, remedy in rules:
                match = pattern.search(line)
                if match:
                    report.add(path, number, f"{rule}: '{match.group(0).strip()}'", remedy)
            for pattern in (RETIRED_TYPE, RETIRED_FUNCTION, RETIRED_NAMESPACE) if is_code else ():
                match = pattern.match(line)
                if match:
                    word = match.group(1)
                    report.add(path, number, f"a retired name: '{word}'", f"call it {RETIRED_NAMES.get(word, 'as its folder')}")
    for length, path in sorted(long_files, reverse=True):
        print(f"{path}:1: warning: {length} lines, more than {LONG}: split it by topic, or be sure it is one thing")
    report.finish("words", checked)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
