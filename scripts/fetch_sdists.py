#!/usr/bin/env python3
"""Fetches the source distributions that the tests compare with, pinned by version and SHA-256.

    python3 scripts/fetch_sdists.py [--dest FOLDER] [NAME ...]

Without names all ten are fetched; what is there already is kept. The folder is
$CQB_CACHE/sdists, or ~/.cache/code-qa-bench/sdists.

The files come through pip's own index client and so from whatever index pip is set up for.
`pip download` is no alternative: it builds each package to learn its metadata.
"""
import argparse
import hashlib
import os
import sys
from pathlib import Path

PINS = {
    "astropy": ("astropy-8.0.2.tar.gz", "e6af35823099ad6a40b57dbe5ff845f577374ea131925c9fa4b49eeab06c5310"),
    "django": ("django-6.1.3.tar.gz", "b5d2d9e35295065d13b1927b3f19a59bd119f737aa6299def14ccca1ae3c8c0d"),
    "matplotlib": ("matplotlib-3.11.2.tar.gz", "cec596316640f2b394b8f0daa0ea61a8eae82d017b620b9f202befb972a59ea4"),
    "pylint": ("pylint-4.1.4.tar.gz", "4c9176dc6c9f1b98b742195f01899b290369d5a27b4b41d1014c17f2f96b26f1"),
    "pytest": ("pytest-9.2.0.tar.gz", "97c4f3b1f3c7414aa36465e09b8220f1d03627993bd51b1282e193753c80557b"),
    "scikit-learn": ("scikit_learn-1.9.1.tar.gz", "629cada3e33e2b9bf376cdc7614a47a4140b8aedc1d836579e359736fbd82977"),
    "seaborn": ("seaborn-0.13.2.tar.gz", "93e60a40988f4d65e9f4885df477e2fdaff6b73a9ded434c1ab356dd57eefff7"),
    "sphinx": ("sphinx-9.2.0.tar.gz", "90470459f3cab15d9dfed146c71cf77694b0445df17b2e0e69059cb9f7fc9ee4"),
    "sympy": ("sympy-1.14.0.tar.gz", "d3d3fe8df1e5a0b42f0e7bdf50541697dbe7d23746e894990c030e2b05e72517"),
    "xarray": ("xarray-2026.9.0.tar.gz", "6abc69694c22fa1f0fb2f357ff4e41d88beb4477ed71091f944b7dbf67ed54fe"),
}


def default_folder() -> Path:
    cache = os.environ.get("CQB_CACHE") or Path.home() / ".cache" / "code-qa-bench"
    return Path(cache) / "sdists"


def is_there(name: str, folder: Path) -> bool:
    file, sha256 = PINS[name]
    path = folder / file
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == sha256


def fetch(names: list[str], folder: Path) -> None:
    from pip._internal.commands.download import DownloadCommand
    from pip._internal.index.collector import LinkCollector
    from pip._internal.index.package_finder import PackageFinder
    from pip._internal.models.selection_prefs import SelectionPreferences

    command = DownloadCommand("download", "download")
    options, _ = command.parse_args([])
    with command.main_context():
        session = command.get_default_session(options)
        links = LinkCollector.create(session, options=options)
        preferences = SelectionPreferences(allow_yanked=True, ignore_requires_python=True)
        finder = PackageFinder.create(link_collector=links, selection_prefs=preferences)
        for name in names:
            file, sha256 = PINS[name]
            link = next((c.link for c in finder.find_all_candidates(name) if c.link.filename == file), None)
            if link is None:
                raise SystemExit(f"{file}: not on the index")
            reply = session.get(link.url_without_fragment)
            reply.raise_for_status()
            if hashlib.sha256(reply.content).hexdigest() != sha256:
                raise SystemExit(f"{file}: the hash differs from the pinned one")
            (folder / file).write_bytes(reply.content)
            print(file)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dest", type=Path, default=default_folder(), metavar="FOLDER")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PINS))
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(PINS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    arguments.dest.mkdir(parents=True, exist_ok=True)
    missing = [n for n in arguments.names or PINS if not is_there(n, arguments.dest)]
    if missing:
        fetch(missing, arguments.dest)


if __name__ == "__main__":
    sys.exit(main())
