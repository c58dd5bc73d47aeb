"""Readings and the hub that polls the probes.

A `Reading` always has a quality, so that callers never meet `None`: `SensorHub.poll` decides once whether a value is
good, stale or missing, and returns a reading in every case.
"""

from dataclasses import dataclass

GOOD = "good"
STALE = "stale"
MISSING = "missing"


@dataclass(frozen=True)
class Reading:
    """A value with its age and quality.

    `value` must not be used when `quality` is `MISSING`; it is then the last value that was known, or 0. The method
    `usable` returns False in that case, and callers such as `ClimateController.decide` check the quality itself.

    Parameters
    ----------
    value : float
        The corrected value.
    quality : str
        One of `GOOD`, `STALE` and `MISSING`.

    Returns
    -------
    Reading
        An immutable reading.
    """

    value: float
    quality: str
    age: float = 0.0

    def usable(self):
        """Return True if the value may be used."""
        return self.quality != MISSING


class ProbeError(RuntimeError):
    """Raised by a probe that can't be read; `SensorHub.poll` handles it and calls `on_failure` once."""


class SensorHub:
    """Polls probes, corrects their values and remembers the last good ones.

    If a probe raises `ProbeError` or returns a value outside its range, the last good value is returned as `STALE` for
    at most `stale_after` seconds and as `MISSING` afterwards. `on_failure` is called when a probe begins to fail, not
    at each poll; a good value ends the failure.

    Parameters
    ----------
    probes : dict
        Name to a tuple of read function, calibration, lowest and highest possible value.
    clock : callable
        Returns the time in seconds.

    Returns
    -------
    SensorHub
        A hub that knows no reading yet.
    """

    def __init__(self, probes, clock, stale_after=300.0, on_failure=None):
        self.probes = probes
        self.clock = clock
        self.stale_after = stale_after
        self.on_failure = on_failure
        self.last_good = {}
        self.failing = set()

    def poll(self, name):
        """Return the reading of one probe; raises `KeyError` if there is no such probe."""
        read, calibration, lowest, highest = self.probes[name]
        now = self.clock()
        try:
            value = calibration.correct(read())
        except ProbeError:
            return self._fallback(name, now)
        if not lowest <= value <= highest:
            return self._fallback(name, now)
        self.failing.discard(name)
        self.last_good[name] = (value, now)
        return Reading(value, GOOD)

    def poll_all(self):
        """Return the readings of all probes by name."""
        return {name: self.poll(name) for name in sorted(self.probes)}

    def _fallback(self, name, now):
        if name not in self.failing:
            self.failing.add(name)
            if self.on_failure is not None:
                self.on_failure(name)
        value, since = self.last_good.get(name, (0.0, float("-inf")))
        age = now - since
        return Reading(value, STALE if age <= self.stale_after else MISSING, age)
