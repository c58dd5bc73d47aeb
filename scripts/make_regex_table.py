#!/usr/bin/env python3
"""Remakes tests/fixtures/regex/table.jsonl: what CPython's `re` finds for each pattern in Django's source.

    python3 scripts/make_regex_table.py              # remakes the expected results in place
    python3 scripts/make_regex_table.py --time FILE  # prints seconds per pattern of a JSON list, for make bench

A line of the table is an object with a `pattern`; to add one, add `{"pattern": "…"}` and run this. The rest
is made here: `lines` (how many lines match) and `sha256` (of `path:line`, each ended by a line feed), or
`error` where `re` refuses the pattern. The corpus is all `.py` files of the source distribution of
scripts/fetch_sdists.py, decoded by byte order mark or cookie, searched line by line with `re.search`, each
line without its end (`\\n`, `\\r\\n` or `\\r`). A row with a `path` is for the files below that folder only: for patterns
that match much of everything.

Needs CPython 3.11 or newer: 3.11 is the first with atomic groups and possessive quantifiers, and 3.11.7 made
the table. `re` changed later in two places that no pattern here touches: `\\z` is new and `\\B` matches an
empty text since 3.14; the product follows the newer.
"""
import argparse
import hashlib
import io
import json
import re
import sys
import tarfile
import time
import tokenize
import warnings
from pathlib import Path

from fetch_sdists import PINS, default_folder

TABLE = Path(__file__).resolve().parent.parent / "tests" / "fixtures" / "regex" / "table.jsonl"


def texts(name: str) -> list[tuple[str, str]]:
    """Decoded `.py` files by path without the archive's own top folder, in order."""
    found = []
    with tarfile.open(default_folder() / PINS[name][0]) as archive:
        for member in archive:
            if member.isfile() and member.name.endswith(".py"):
                raw = archive.extractfile(member).read()
                encoding, _ = tokenize.detect_encoding(io.BytesIO(re.sub(rb"\r\n|\r", b"\n", raw)).readline)
                text = raw.decode(encoding).removeprefix("\ufeff")
                found.append((member.name.split("/", 1)[1], re.sub(r"\r\n|\r", "\n", text)))
    return sorted(found)


def lines_of(text: str) -> list[str]:
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def expected(pattern: str, files: list[tuple[str, list[str]]]) -> dict:
    try:
        search = re.compile(pattern).search
    except (re.error, OverflowError, RecursionError) as error:
        return {"error": str(error)}
    count, digest = 0, hashlib.sha256()
    for path, lines in files:
        for number, line in enumerate(lines, 1):
            if search(line):
                count += 1
                digest.update(f"{path}:{number}\n".encode())
    return {"lines": count, "sha256": digest.hexdigest()}


def seconds(pattern: str, files: list[tuple[str, str]], lines: list[list[str]]) -> dict:
    """The faster of two ways, best of three: each line by itself, all split beforehand; or each file at
    once, where that finds as many lines, which needs the pattern to stay within a line."""
    started = time.perf_counter()
    search = re.compile(pattern).search
    compiling = time.perf_counter() - started

    def by_line() -> int:
        return sum(1 for file in lines for line in file if search(line))

    def by_file() -> int:
        find, count = re.compile(pattern, re.M).search, 0
        for _, text in files:
            at = 0
            while match := find(text, at):
                if match.start() == len(text) and (not text or text[-1] == "\n"):
                    break
                count += 1
                at = text.find("\n", match.start()) + 1
                if not at:
                    break
        return count

    def best(way) -> tuple[float, int]:
        times = []
        for _ in range(3):
            started = time.perf_counter()
            count = way()
            times.append(time.perf_counter() - started)
            if times[0] > 1.0:
                break
        return min(times), count

    line_time, count = best(by_line)
    file_time, other = best(by_file)
    fastest = min(line_time, file_time) if other == count else line_time
    return {"seconds": fastest + compiling, "lines": count}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--time", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    files = texts("django")
    if arguments.time:
        lines = [lines_of(text) for _, text in files]
        patterns = json.loads(arguments.time.read_text())
        print(json.dumps([seconds(pattern, files, lines) for pattern in patterns]))
        return
    split = [(path, lines_of(text)) for path, text in files]
    rows = []
    for row in TABLE.read_text().splitlines():
        question = {key: value for key, value in json.loads(row).items() if key in ("pattern", "path")}
        top = f"{question['path']}/" if "path" in question else ""
        below = [(path, lines) for path, lines in split if path.startswith(top)]
        rows.append(json.dumps(question | expected(question["pattern"], below), ensure_ascii=False) + "\n")
    TABLE.write_text("".join(rows))


if __name__ == "__main__":
    sys.exit(main())
