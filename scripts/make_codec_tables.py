#!/usr/bin/env python3
"""Makes the tables of source encodings from the reference interpreter's own codecs.

    cargo test --test encodings units -- --ignored --nocapture | python3 scripts/make_codec_tables.py

Standard input: what the crate encoding_rs makes of each unit of the multi-byte encodings, `label hex text` a
line. Written are the table of encodings and the digests that the tests compare with.
"""

import encodings.aliases
import hashlib
import itertools
import pathlib
import pkgutil
import sys

ROOT = pathlib.Path(__file__).parent.parent
MULTI_BYTE = {  # codec: label of the nearest encoding in encoding_rs
    "shift_jis": "shift_jis", "cp932": "shift_jis", "euc_jp": "euc-jp", "euc_kr": "euc-kr", "cp949": "euc-kr",
    "gb2312": "gbk", "gbk": "gbk", "gb18030": "gb18030", "big5": "big5", "cp950": "big5", "big5hkscs": "big5",
}
NO_TABLE = {"utf_8": "8", "utf_8_sig": "8", "ascii": "A"}


def units(label):
    """All sequences of bytes that an encoding can take for one character, but for ASCII."""
    high = range(0x80, 0x100)
    yield from (bytes([a]) for a in high)
    yield from (bytes([a, b]) for a in high for b in range(0x100))
    if label == "euc-jp":
        yield from (bytes([0x8F, a, b]) for a in high for b in high)
    if label == "gb18030":
        digits, leads = range(0x30, 0x3A), range(0x81, 0xFF)
        yield from map(bytes, itertools.product(leads, digits, leads, digits))


def length(label, unit):
    """How many of the unit's bytes belong together; the same rule as in the decoder."""
    lead, second = unit[0], unit[1] if len(unit) > 1 else 0
    if lead < 0x80 or label == "shift_jis" and not (0x81 <= lead <= 0x9F or 0xE0 <= lead <= 0xFC):
        return 1
    if label == "euc-jp" and lead == 0x8F:
        return 3
    if label == "gb18030" and 0x30 <= second <= 0x39:
        return 4
    return 1 if lead in (0x80, 0xFF) else 2


def decoded(codec, unit):
    try:
        return unit.decode(codec)
    except UnicodeDecodeError:
        return None


def ranges(values):
    """Neighbours joined: `a-b` in hexadecimal."""
    out = []
    for value in sorted(values):
        if out and out[-1][1] == value - 1:
            out[-1][1] = value
        else:
            out.append([value, value])
    return " ".join(f"{a:x}-{b:x}" if a != b else f"{a:x}" for a, b in out)


def main():
    crate = {}
    for line in sys.stdin:
        parts = line.split()
        if len(parts) == 3 and parts[0] in MULTI_BYTE.values():
            text = "".join(chr(int(code, 16)) for code in parts[2].split(","))
            crate.setdefault(parts[0], {})[bytes.fromhex(parts[1])] = text
    names = {}
    for alias, codec in encodings.aliases.aliases.items():
        names.setdefault(codec, set()).add(alias)
    modules = {module.name for module in pkgutil.iter_modules(encodings.__path__)} - {"aliases"}
    lines, digests = [], []
    for codec in sorted(modules):
        known_as = " ".join([codec, *sorted(names.get(codec, ()))])
        if codec in NO_TABLE:
            lines.append("\t".join([NO_TABLE[codec], known_as]))
            continue
        if codec in MULTI_BYTE:
            label = MULTI_BYTE[codec]
            refused, other, digest = [], [], hashlib.sha256()
            for unit in units(label):
                if length(label, unit) != len(unit):
                    continue
                ours, theirs = decoded(codec, unit), crate[label].get(unit)
                # Of the million units of four bytes, the tests look at each 25th row.
                if ours is not None and (len(unit) < 4 or (unit[2] - 0x81) % 25 == 0):
                    digest.update(unit.hex().encode() + b" " + ours.encode() + b"\n")
                code = int.from_bytes(unit, "big")
                if ours is None and theirs is not None:
                    refused.append(code)
                elif ours is not None and ours != theirs:
                    assert len(ours) == 1
                    other.append(f"{code:x}:{ord(ours):x}")
            lines.append("\t".join(["M", known_as, label, ranges(refused), " ".join(other)]))
            digests.append(f"{codec} {digest.hexdigest()}")
            continue
        try:
            low = bytes(range(0x80)).decode(codec)
            # A single-byte codec decodes each byte alone.
            high = [decoded(codec, bytes([byte])) for byte in range(0x80, 0x100)]
            plain = low == bytes(range(0x80)).decode("ascii") and all(c is None or len(c) == 1 for c in high)
            plain = plain and decoded(codec, rb"\x41+AGE-") == r"\x41+AGE-" and sum(c is not None for c in high) > 30
        except (UnicodeError, LookupError, TypeError, AttributeError):
            plain = False
        if plain and codec != "charmap":
            # U+FFFD stands for a byte that means nothing.
            lines.append("\t".join(["S", known_as, "".join(c or "\ufffd" for c in high)]))
            digest = hashlib.sha256()
            for byte, character in enumerate(high, 0x80):
                if character is not None:
                    digest.update(f"{byte:x} {character}\n".encode())
            digests.append(f"{codec} {digest.hexdigest()}")
        else:
            lines.append("\t".join(["U", known_as]))
    (ROOT / "src/domain/python/decode/codecs.txt").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    (ROOT / "tests/fixtures/codecs.txt").write_text("\n".join(digests) + "\n", encoding="utf-8", newline="\n")


main()
