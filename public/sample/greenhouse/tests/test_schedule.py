"""Tests of the watering plan."""

from greenhouse.irrigation.schedule import Bed, WateringPlan
from greenhouse.irrigation.valves import ValveBank
from greenhouse.sensors.readings import GOOD, Reading


def test_driest_beds_first_until_the_pump_is_full():
    beds = [Bed(name, f"valve-{name}", 18, 22) for name in ("a", "b", "c")]
    plan = WateringPlan(beds, ValveBank(lambda *_: None))
    moisture = {"a": Reading(20, GOOD), "b": Reading(5, GOOD), "c": Reading(10, GOOD)}
    assert [bed.name for bed in plan.run(moisture, 19, now=0.0)] == ["b", "c"]


def test_window_over_midnight():
    bed = Bed("a", "v", 22, 4)
    assert bed.is_open(23) and bed.is_open(2) and not bed.is_open(12)
