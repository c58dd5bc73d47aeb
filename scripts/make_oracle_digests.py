#!/usr/bin/env python3
"""Reduces a report of the independent reference to the digests that tests/oracle.rs compares with.

    python3 scripts/make_oracle_digests.py --reference FOLDER ARCHIVE > tests/fixtures/oracle/NAME.json
    python3 scripts/make_oracle_digests.py < report.json > tests/fixtures/oracle/NAME.json
    python3 scripts/make_oracle_digests.py --section chunks < report.json     # the lines behind a digest

FOLDER holds the reference, codeqa_oracle.py, and python314.mjs, which runs it on CPython 3.14 under
Node (`npm install` there first): the machine's own Python may be older than the archives' source.

A section is a list of lines; its digest is the SHA-256 of the lines, each ended by a line feed.
`lines` below and `lines` in tests/oracle.rs must write the same. Parse errors are worded differently
by each parser, so only the paths of unparseable files count.
"""
import argparse
import hashlib
import json
import subprocess
import sys

NUMBERS = ("files", "py_files", "tier")
SECTIONS = ("doc_files_removed", "unparseable", "stripped_sha256", "chunks", "selected")


def lines(report: dict, section: str) -> list[str]:
    value = report[section]
    if section == "doc_files_removed":
        return value
    if section == "unparseable":
        return sorted(value)
    if section == "stripped_sha256":
        return [f"{path}\t{digest}" for path, digest in value.items()]
    rows = []
    for chunk in value:
        row = [chunk["source"], chunk["path"], chunk["heading"], str(chunk["start_line"]), f"{chunk['score']:.1f}"]
        if section == "chunks":
            row += [str(chunk["chars"]), chunk["sha256"], ",".join(chunk["signals"])]
        else:
            row += [chunk["category"], chunk["subtype"]]
        rows.append("\t".join(row))
    return rows


def digest(report: dict) -> dict:
    result = {name: report[name] for name in NUMBERS}
    for section in SECTIONS:
        rows = lines(report, section)
        text = "".join(f"{row}\n" for row in rows)
        result[section] = {"count": len(rows), "sha256": hashlib.sha256(text.encode()).hexdigest()}
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reference", metavar="FOLDER")
    parser.add_argument("--section", choices=SECTIONS)
    parser.add_argument("archive", nargs="?", metavar="ARCHIVE")
    arguments = parser.parse_args()
    if bool(arguments.reference) != bool(arguments.archive):
        parser.error("--reference and ARCHIVE go together")
    if arguments.archive:
        command = ["node", f"{arguments.reference}/python314.mjs", "codeqa_oracle.py", arguments.archive]
        report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    else:
        report = json.load(sys.stdin)
    if arguments.section:
        sys.stdout.writelines(f"{row}\n" for row in lines(report, arguments.section))
    else:
        print(json.dumps(digest(report), indent=1))


if __name__ == "__main__":
    sys.exit(main())
