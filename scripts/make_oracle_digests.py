#!/usr/bin/env python3
"""Reduces a report of the independent reference to the digests that tests/oracle.rs compares with.

    python3 scripts/make_oracle_digests.py --reference FOLDER [NAME ...]      # remakes tests/fixtures/oracle/
    python3 scripts/make_oracle_digests.py --reference FOLDER --section chunks NAME   # the lines behind a digest

FOLDER holds the reference, codeqa_oracle.py, and python314.mjs, which runs it on CPython 3.14 under
Node (`npm install` there first): the machine's own Python may be older than the archives' source.
A NAME is one of the source distributions of scripts/fetch_sdists.py; without names all ten are done, one
after the other, which takes about a quarter of an hour. `--reports CACHE` keeps the reference's whole
reports in a folder and takes them from there where they are present.

A section is a list of lines; its digest is the SHA-256 of the lines, each ended by a line feed.
`lines` below and `lines` in tests/oracle.rs must write the same. Parse errors are worded differently
by each parser, so only the paths of unparseable files count.

Files that the reference can't parse and the product can are listed by hand, each with the reason, in
tests/fixtures/oracle/parse_differences.json. Their lines are left out of all sections but `selected`, on
both sides; a listed file that the reference does parse is an error here, and one that the product
doesn't parse is one in the test.
"""
import argparse
import hashlib
import json
import subprocess
import sys
from pathlib import Path

from fetch_sdists import PINS, default_folder

NUMBERS = ("files", "py_files", "tier")
SECTIONS = ("doc_files_removed", "unparseable", "stripped_sha256", "chunks", "selected")
FIXTURES = Path(__file__).resolve().parent.parent / "tests" / "fixtures" / "oracle"


def lines(report: dict, section: str, left_out: dict) -> list[str]:
    value = report[section]
    if section == "doc_files_removed":
        return value
    if section == "unparseable":
        return sorted(path for path in value if path not in left_out)
    if section == "stripped_sha256":
        return [f"{path}\t{digest}" for path, digest in value.items() if path not in left_out]
    rows = []
    for chunk in value:
        row = [chunk["source"], chunk["path"], chunk["heading"], str(chunk["start_line"]), f"{chunk['score']:.1f}"]
        if section == "chunks":
            if chunk["path"] in left_out:
                continue
            row += [str(chunk["chars"]), chunk["sha256"], ",".join(chunk["signals"])]
        else:
            row += [chunk["category"], chunk["subtype"]]
        rows.append("\t".join(row))
    return rows


def digest(report: dict, left_out: dict) -> dict:
    result = {name: report[name] for name in NUMBERS}
    for section in SECTIONS:
        rows = lines(report, section, left_out)
        text = "".join(f"{row}\n" for row in rows)
        result[section] = {"count": len(rows), "sha256": hashlib.sha256(text.encode()).hexdigest()}
    return result


def reference_report(reference: Path, name: str, reports: Path | None) -> dict:
    file = PINS[name][0]
    kept = reports / f"{file.removesuffix('.tar.gz')}.json" if reports else None
    if kept and kept.is_file():
        return json.loads(kept.read_bytes())
    command = ["node", str(reference / "python314.mjs"), "codeqa_oracle.py", str(default_folder() / file)]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    report = json.loads(output)
    if kept:
        reports.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(output)
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reference", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--reports", type=Path, metavar="CACHE")
    parser.add_argument("--section", choices=SECTIONS)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PINS))
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(PINS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    if arguments.section and len(arguments.names) != 1:
        parser.error("--section needs one NAME")
    differences = json.loads((FIXTURES / "parse_differences.json").read_text())
    for name in arguments.names or PINS:
        left_out = differences.get(name, {})
        report = reference_report(arguments.reference, name, arguments.reports)
        if stale := sorted(set(left_out) - set(report["unparseable"])):
            raise SystemExit(f"{name}: listed as a difference, but the reference parses {', '.join(stale)}")
        if arguments.section:
            sys.stdout.writelines(f"{row}\n" for row in lines(report, arguments.section, left_out))
            continue
        (FIXTURES / f"{name}.json").write_text(json.dumps(digest(report, left_out), indent=1) + "\n")
        print(name)


if __name__ == "__main__":
    sys.exit(main())
