"""Greenhouse control: sensors, climate, watering, alerts and records."""

from .climate.controller import ClimateController
from .irrigation.schedule import WateringPlan
from .sensors.readings import SensorHub

__all__ = ["ClimateController", "SensorHub", "WateringPlan"]
