"""Setpoints: the bounds that `ClimateController` keeps, with a different set by day and by night.

Bounds are plain numbers in degrees Celsius and percent. `Setpoints.for_hour` returns the set that holds at an hour, and
raises `ValueError` if day and night overlap.
"""

from dataclasses import dataclass, replace

# Below this the pipes freeze, whatever the user sets.
HARD_FROST_LIMIT = 1.0


@dataclass(frozen=True)
class Setpoints:
    """Bounds of temperature and humidity, and what to do when nothing is known.

    `safe_actions` is returned by `ClimateController.decide` when the readings are missing, so that a dead sensor never
    leaves the heater on. The frost guard can't be set below `HARD_FROST_LIMIT`: `clamped` raises it if it is.

    Parameters
    ----------
    min_temperature, max_temperature : float
        Bounds of the air temperature in degrees Celsius.
    max_humidity : float
        Relative humidity in percent above which misting is refused.

    Returns
    -------
    Setpoints
        An immutable set of bounds.
    """

    min_temperature: float = 12.0
    max_temperature: float = 28.0
    max_humidity: float = 85.0
    frost_guard: float = 3.0
    vent_margin: float = 2.0
    mist_delay: float = 600.0
    """Seconds between two mistings: shorter pauses wet the leaves and invite mildew."""
    safe_actions: tuple[str, ...] = ("close_vents", "heater_off")

    def clamped(self):
        """Return the same setpoints with a frost guard that is not below `HARD_FROST_LIMIT`."""
        if self.frost_guard < HARD_FROST_LIMIT:
            return replace(self, frost_guard=HARD_FROST_LIMIT)
        return self

    def at_night(self):
        """Return the set for the night: 4 degrees cooler, and without misting."""
        return replace(self, min_temperature=self.min_temperature - 4.0, max_humidity=0.0)


def for_hour(hour, day, dawn=6, dusk=20):
    """Return the `Setpoints` that hold at an hour of the day.

    The night's set is derived by `Setpoints.at_night`, so it follows when the day's set changes. The hour of dusk
    already belongs to the night.

    Parameters
    ----------
    hour : int
        Hour from 0 to 23.
    day : Setpoints
        The set that holds between `dawn` and `dusk`.

    Returns
    -------
    Setpoints
        The day's set, or `Setpoints.at_night` of it.

    >>> for_hour(12, Setpoints()).min_temperature
    12.0
    """
    if not 0 <= dawn < dusk <= 23:
        raise ValueError("dawn must come before dusk")
    if dawn <= hour < dusk:
        return day.clamped()
    return day.at_night().clamped()
