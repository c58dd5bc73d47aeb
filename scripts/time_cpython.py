#!/usr/bin/env python3
"""Seconds that CPython takes to parse and tokenize every .py file of an archive, and nothing else.

    python3 scripts/time_cpython.py ARCHIVE
"""
import ast
import io
import sys
import tarfile
import time
import tokenize
import warnings


def main() -> None:
    warnings.simplefilter("ignore")
    with tarfile.open(sys.argv[1]) as archive:
        sources = [archive.extractfile(m).read() for m in archive if m.isfile() and m.name.endswith(".py")]
    began = time.perf_counter()
    for source in sources:
        try:
            ast.parse(source)
            for _ in tokenize.tokenize(io.BytesIO(source).readline):
                pass
        except (SyntaxError, ValueError, tokenize.TokenError):
            pass
    print(time.perf_counter() - began)


if __name__ == "__main__":
    main()
