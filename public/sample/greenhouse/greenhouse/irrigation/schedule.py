"""When which bed is watered.

`WateringPlan.due` returns the beds that need water now, driest first, and `WateringPlan.run` opens their valves until
the pump's capacity is reached. A bed is passed over when it was watered a short while ago.
"""

from dataclasses import dataclass

from .valves import PumpOverload


@dataclass
class Bed:
    """A bed with its valve, its window and its threshold.

    The window may go over midnight: `is_open` returns True for hour 23 and hour 2 if the window is from 22 to 4. A bed
    whose `threshold` is None is never watered by the plan.

    Parameters
    ----------
    valve : str
        Name of the valve that waters the bed.
    start, end : int
        First hour of the window, and the hour at which it closes.

    Returns
    -------
    Bed
        A bed that was never watered.
    """

    name: str
    valve: str
    start: int
    end: int
    threshold: float | None = 30.0
    watered_at: float | None = None

    def is_open(self, hour):
        """Return whether the window is open at an hour."""
        if self.start <= self.end:
            return self.start <= hour < self.end
        return hour >= self.start or hour < self.end


class WateringPlan:
    """Chooses the beds to water and opens their valves.

    Soil moisture is looked at only while a bed's window is open. `due` sorts by dryness relative to the threshold, so
    that a cactus bed does not come before thirsty tomatoes; `run` stops quietly when `ValveBank.open` raises
    `PumpOverload`, and the beds left over come first the next time since they are drier then.

    Parameters
    ----------
    beds : list
        The beds.
    valves : ValveBank
        What opens and closes.
    soak_minutes : float
        How long water needs to reach the probe.

    Returns
    -------
    WateringPlan
        A plan that has watered nothing yet.
    """

    def __init__(self, beds, valves, soak_minutes=45.0):
        self.beds = beds
        self.valves = valves
        self.soak_minutes = soak_minutes

    def due(self, moisture, hour, now):
        """Return the beds that need water, driest first; beds without a usable reading are never due."""
        dry = []
        for bed in self.beds:
            reading = moisture.get(bed.name)
            if bed.threshold is None or reading is None or not reading.usable():
                continue
            if not bed.is_open(hour) or self._is_soaking(bed, now):
                continue
            if reading.value < bed.threshold:
                dry.append((reading.value / bed.threshold, bed.name, bed))
        return [bed for _, _, bed in sorted(dry, key=lambda entry: entry[:2])]

    def run(self, moisture, hour, now):
        """Open the valves of the beds that are due, and return the beds that got water."""
        watered = []
        for bed in self.due(moisture, hour, now):
            try:
                self.valves.open(bed.valve)
            except PumpOverload:
                break
            bed.watered_at = now
            watered.append(bed)
        return watered

    def _is_soaking(self, bed, now):
        return bed.watered_at is not None and now - bed.watered_at < self.soak_minutes * 60
