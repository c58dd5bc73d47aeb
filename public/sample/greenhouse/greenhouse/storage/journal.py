"""The journal: every reading, action and alert, one record a line.

`Journal.append` returns the number of the record. `Journal.records` skips a broken last line, which a power cut leaves
behind, and raises `JournalError` if any other line is broken.
"""

import json


class JournalError(ValueError):
    """Raised when a line that is not the last can't be read; its message names the line's number."""


class Journal:
    """An append-only file of records.

    A record is never rewritten. A correction is a record of kind `correction` with the number of the record it
    corrects; `records` applies corrections when it reads, so the file stays a true history. If the file does not
    exist, it is made by the first `append`.

    Parameters
    ----------
    path : str
        Where the file is.
    opener : callable
        Called like `open`; tests give one that works in memory.

    Returns
    -------
    Journal
        A journal; the file is not touched yet.
    """

    def __init__(self, path, opener=open):
        self.path = path
        self.opener = opener

    def append(self, kind, **fields):
        """Append a record and return its number; the line is written by one call so that lines never mix."""
        number = sum(1 for _ in self._lines())
        line = json.dumps({"number": number, "kind": kind, **fields}, sort_keys=True)
        with self.opener(self.path, "a") as file:
            file.write(line + "\n")
        return number

    def correct(self, number, **fields):
        """Append a correction of an earlier record."""
        return self.append("correction", corrects=number, **fields)

    def records(self):
        """Return all records with corrections applied, in order."""
        records = {}
        lines = list(self._lines())
        for number, line in enumerate(lines):
            try:
                record = json.loads(line)
            except json.JSONDecodeError as error:
                if number == len(lines) - 1:
                    break
                raise JournalError(f"line {number + 1} is broken") from error
            if record["kind"] == "correction":
                fields = {k: v for k, v in record.items() if k not in ("number", "kind", "corrects")}
                records.get(record["corrects"], {}).update(fields)
            else:
                records[record["number"]] = record
        return list(records.values())

    def _lines(self):
        try:
            with self.opener(self.path, "r") as file:
                return file.read().splitlines()
        except FileNotFoundError:
            return []
