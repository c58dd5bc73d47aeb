"""The climate controller, which turns readings into actions.

`ClimateController.decide` calls no hardware: it returns a list of action names, and the caller performs them. That
makes a decision repeatable when the same readings are given again.
"""

from ..sensors.readings import MISSING

WARM_POLLS = 3


class ClimateController:
    """Decides on vents, shade, mist and heater from corrected readings.

    Shading comes before misting since it costs no water, and vents open only when the air has been warm for
    `WARM_POLLS` polls in a row, which spares their motors. If a reading it needs is missing, `decide` returns the safe
    actions of its `Setpoints` and raises nothing.

    Parameters
    ----------
    setpoints : Setpoints
        The bounds to keep.
    clock : callable
        Returns the time in seconds.

    Returns
    -------
    ClimateController
        A controller with no memory of earlier polls.
    """

    def __init__(self, setpoints, clock):
        self.setpoints = setpoints.clamped()
        self.clock = clock
        self.warm_polls = 0
        self.shaded_since = None

    def decide(self, inside, outside, humidity):
        """Return the actions for one poll, most important first.

        Frost is handled before everything else and returns at once. When `inside` or `outside` is missing, the safe
        actions are returned and the count of warm polls starts again.
        """
        if inside.quality == MISSING or outside.quality == MISSING:
            self.warm_polls = 0
            return list(self.setpoints.safe_actions)
        if inside.value <= self.setpoints.frost_guard:
            return ["close_vents", "heater_on", "alert_frost"]
        actions = self._vents(inside.value, outside.value)
        actions += self._cooling(inside.value, humidity)
        if inside.value < self.setpoints.min_temperature:
            actions.append("heater_on")
        return actions

    def _vents(self, inside, outside):
        # One cold poll resets the count: flickering sun must not move the motors.
        if inside - outside < self.setpoints.vent_margin:
            self.warm_polls = 0
            return ["close_vents"]
        self.warm_polls += 1
        return ["open_vents"] if self.warm_polls >= WARM_POLLS else []

    def _cooling(self, inside, humidity):
        if inside <= self.setpoints.max_temperature:
            self.shaded_since = None
            return ["unshade"]
        now = self.clock()
        if self.shaded_since is None:
            self.shaded_since = now
            return ["shade"]
        waited = now - self.shaded_since >= self.setpoints.mist_delay
        if waited and may_mist(humidity, self.setpoints):
            return ["shade", "mist"]
        return ["shade"]


def may_mist(humidity, setpoints):
    """Return whether misting is allowed at this humidity.

    Misting is refused when the humidity is unknown, because wet leaves in still air invite mould; `Setpoints.at_night`
    sets the limit to 0, so it is refused all night too.

    Parameters
    ----------
    humidity : Reading
        The corrected reading of the hygrometer.
    setpoints : Setpoints
        Where `max_humidity` comes from.

    Returns
    -------
    bool
        True if the reading is good and below the limit.
    """
    if humidity.quality == MISSING:
        return False
    return humidity.value < setpoints.max_humidity
