"""What the agent sees of a repository: files below one folder, read only, every reply bounded.

Run as a program it searches: `python repository.py ROOT PATTERN PATH`. In a process of its own, a pattern that
backtracks without end can be stopped.
"""

import difflib
import os
import re
import sys
from pathlib import Path

MAX_READ_LINES = 800
MAX_REPLY_BYTES = 30_000
MAX_LISTED = 400
MAX_MATCHES = 100
MAX_READ_LINE_CHARS = 2_000
MAX_MATCH_LINE_CHARS = 300


class Refused(Exception):
    """A call that can't be carried out, in words for the model."""


def paths(root: Path) -> list[str]:
    """All files below the folder, as paths with `/`, in order."""
    found = []
    for folder, _, names in os.walk(root):
        found += [(Path(folder) / name).relative_to(root).as_posix() for name in names]
    return sorted(found)


def confined(root: Path, path: str) -> str:
    """The path without `./` and a leading `/`; it never leads out of the folder."""
    parts = [part for part in re.split(r"[/\\]", path.strip()) if part not in ("", ".")]
    inside = ".." not in parts and (root / "/".join(parts)).resolve().is_relative_to(root.resolve())
    if not inside:
        advice = "give a path relative to the top of the repository, without '..'."
        raise Refused(f"The path {path} is not allowed: {advice}")
    return "/".join(parts)


def missing(root: Path, path: str) -> Refused:
    """No such path, with those that may have been meant."""
    name = path.rpartition("/")[2].lower()
    by_name: dict[str, list[str]] = {}
    for each in paths(root):
        by_name.setdefault(each.rpartition("/")[2].lower(), []).append(each)
    close = difflib.get_close_matches(name, by_name, n=5)
    similar = [each for match in close for each in by_name[match]][:5]
    hint = f"Did you mean {', '.join(similar)}?" if similar else "Use list_directory to see what is there."
    return Refused(f"There is no {path} in this repository. {hint}")


def shortened(line: str, chars: int) -> str:
    """The line, cut at a number of characters with a mark."""
    return line if len(line) <= chars else f"{line[:chars]}… [line cut]"


def text_of(file: Path) -> str | None:
    """The file's text; none where it is binary."""
    try:
        text = file.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text


def lines_of(text: str) -> list[str]:
    """The lines without their ends, which are those of Unix, Windows and old Macs only."""
    lines = re.split(r"\r\n|\r|\n", text)
    return lines[:-1] if lines[-1] == "" else lines


def read_file(root: Path, path: str, start_line: int | None = None, end_line: int | None = None) -> str:
    """Lines of a file, each as its number, a tab and the line."""
    path = confined(root, path)
    file = root / path
    if not path or not file.is_file():
        raise missing(root, path)
    text = text_of(file)
    if text is None:
        raise Refused(f"{path} is a binary file or not UTF-8 text, so it can't be shown.")
    lines = lines_of(text)
    first = max(start_line or 1, 1)
    last = min(len(lines) if end_line is None else end_line, len(lines))
    if not lines:
        return f"{path} is empty."
    if first > len(lines):
        raise Refused(f"{path} has only {len(lines)} lines: give a start_line from 1 to {len(lines)}.")
    if last < first:
        raise Refused(f"The end_line {end_line} is before the start_line {first}.")
    out, size, shown = [], 0, first - 1
    for line in lines[first - 1 : min(last, first - 1 + MAX_READ_LINES)]:
        entry = f"{shown + 1}\t{shortened(line, MAX_READ_LINE_CHARS)}\n"
        size += len(entry.encode())
        if out and size > MAX_REPLY_BYTES:
            break
        out.append(entry)
        shown += 1
    if shown < last:
        rest = f"call read_file with start_line {shown + 1} for the rest"
        out.append(f"[cut: lines {first} to {shown} of {len(lines)}; {rest}]\n")
    return "".join(out)


def list_directory(root: Path, path: str = "") -> str:
    """The names in a folder, one a line; folders end with `/`. The empty path is the top."""
    path = confined(root, path)
    folder = root / path
    if folder.is_file():
        raise Refused(f"{path} is a file: read it with read_file.")
    if not folder.is_dir():
        raise missing(root, path)
    names = sorted(each.name + "/" * each.is_dir() for each in folder.iterdir())
    if not names:
        raise Refused("No files can be seen here.")
    out = "".join(f"{name}\n" for name in names[:MAX_LISTED])
    if len(names) > MAX_LISTED:
        rest = "use search_code with a path to find files below here"
        out += f"[cut: {MAX_LISTED} of {len(names)} entries; {rest}]\n"
    return out


def search_code(root: Path, pattern: str, path: str = "") -> str:
    """Lines of `.py` files that match a regular expression, as `path:line: text`."""
    try:
        wanted = re.compile(pattern)
    except re.error as error:
        how = "Use Python's syntax, and escape special characters to find them literally."
        raise Refused(f"The pattern is not a valid regular expression ({error}). {how}") from error
    top = confined(root, path)
    below = [each for each in paths(root) if not top or each == top or each.startswith(f"{top}/")]
    if not below and top:
        raise missing(root, top)
    out, size, matches = [], 0, 0
    files = [each for each in below if each.endswith(".py")]
    for file in files:
        for number, line in enumerate(lines_of(text_of(root / file) or ""), 1):
            if not wanted.search(line):
                continue
            entry = f"{file}:{number}: {shortened(line, MAX_MATCH_LINE_CHARS)}\n"
            size += len(entry.encode())
            if matches == MAX_MATCHES or size > MAX_REPLY_BYTES:
                rest = "give a path or a narrower pattern for the rest"
                return "".join(out) + f"[cut: the first {matches} matching lines; {rest}]\n"
            out.append(entry)
            matches += 1
    return "".join(out) or f"No line matches in {len(files)} .py files.\n"


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    try:
        sys.stdout.write(search_code(Path(sys.argv[1]), sys.argv[2], sys.argv[3]))
    except Refused as refused:
        sys.stdout.write(str(refused))
        sys.exit(3)
