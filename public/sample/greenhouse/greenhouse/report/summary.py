"""Daily summaries, computed from the journal alone.

`DailySummary.of` never looks at live state, so a summary of last week is the same whenever it is made. It returns an
empty summary when the day has no record.
"""

from dataclasses import dataclass, field


@dataclass
class DailySummary:
    """What happened on one day.

    `extremes` holds the lowest and highest good value of each probe; stale readings count for nothing, because a value
    that is repeated would otherwise look steady. `water_minutes` is summed from pairs of `open` and `close` actions; a
    valve left open is counted until midnight and named in `left_open`.

    Parameters
    ----------
    day : int
        Days since the first record.

    Returns
    -------
    DailySummary
        An empty summary.
    """

    day: int
    extremes: dict = field(default_factory=dict)
    water_minutes: float = 0.0
    alerts: int = 0
    left_open: list = field(default_factory=list)

    @classmethod
    def of(cls, journal, day):
        """Return the summary of a day, from the records of a `Journal`."""
        summary = cls(day)
        start, end = day * 86400, (day + 1) * 86400
        open_since = {}
        for record in journal.records():
            if not start <= record.get("time", -1) < end:
                continue
            if record["kind"] == "reading" and record.get("quality") == "good":
                summary._widen(record["probe"], record["value"])
            elif record["kind"] == "alert":
                summary.alerts += 1
            elif record["kind"] == "open":
                open_since[record["valve"]] = record["time"]
            elif record["kind"] == "close" and record["valve"] in open_since:
                summary.water_minutes += (record["time"] - open_since.pop(record["valve"])) / 60
        for valve, since in sorted(open_since.items()):
            summary.water_minutes += (end - since) / 60
            summary.left_open.append(valve)
        return summary

    def _widen(self, probe, value):
        lowest, highest = self.extremes.get(probe, (value, value))
        self.extremes[probe] = (min(lowest, value), max(highest, value))


def render(summary, names=None):
    """Return a summary as lines of text.

    Probes are named by `names` if given; a probe without a name keeps its own. Returns a single line that says so when
    nothing was recorded, and never raises on an empty summary.

    Parameters
    ----------
    summary : DailySummary
        What to render.
    names : dict
        Name of a probe to a name for people.

    Returns
    -------
    list
        Lines without line ends.
    """
    names = names or {}
    if not summary.extremes and not summary.water_minutes and not summary.alerts:
        return [f"Day {summary.day}: nothing recorded"]
    lines = [f"Day {summary.day}: {summary.alerts} alerts, {summary.water_minutes:.0f} minutes of water"]
    for probe, (lowest, highest) in sorted(summary.extremes.items()):
        lines.append(f"  {names.get(probe, probe)}: {lowest:.1f} to {highest:.1f}")
    for valve in summary.left_open:
        lines.append(f"  {valve} was left open")
    return lines
