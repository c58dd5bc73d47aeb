"""Calibration of probes by two reference points.

`Calibration.correct` returns the raw value until two points are known. When a third is added, `Calibration.add` drops
the older of the two if the new one lies too close to it.
"""


class CalibrationError(ValueError):
    """Raised when two reference points have the same raw value, since no line goes through them."""


class Calibration:
    """A straight line from raw values to true values.

    The line goes through the last two reference points that lie far enough apart; points closer than `min_distance`
    would make it turn on noise. `add` raises `CalibrationError` if a line can't be drawn.

    Parameters
    ----------
    min_distance : float
        Least distance of two raw values.

    Returns
    -------
    Calibration
        A calibration without points, which corrects nothing.
    """

    def __init__(self, min_distance=1.0):
        self.min_distance = min_distance
        self.points = []

    def add(self, raw, true):
        """Add a reference point; replaces the newest point when it lies closer than `min_distance`."""
        if any(known == raw for known, _ in self.points):
            raise CalibrationError(f"a point at {raw} is known already")
        if self.points and abs(self.points[-1][0] - raw) < self.min_distance:
            self.points.pop()
        self.points = (self.points + [(raw, true)])[-2:]

    def correct(self, raw):
        """Return the true value of a raw one, or the raw value if fewer than two points are known."""
        if len(self.points) < 2:
            return raw
        (x0, y0), (x1, y1) = self.points
        return y0 + (raw - x0) * (y1 - y0) / (x1 - x0)


def fit(pairs, min_distance=1.0):
    """Return a `Calibration` from pairs of raw and true values.

    Pairs are added in order, so the last two that lie far enough apart count. If a pair repeats a raw value, it is
    skipped and not an error: log files often hold the same check twice.

    Parameters
    ----------
    pairs : iterable
        Tuples of raw and true values.

    Returns
    -------
    Calibration
        Possibly with fewer than two points, in which case `Calibration.correct` returns its argument.

    >>> fit([(0.0, 1.0), (10.0, 21.0)]).correct(5.0)
    11.0
    """
    calibration = Calibration(min_distance)
    for raw, true in pairs:
        try:
            calibration.add(raw, true)
        except CalibrationError:
            continue
    return calibration
