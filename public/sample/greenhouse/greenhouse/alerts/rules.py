"""Rules that turn readings into alerts.

A rule is a function from readings to alerts. `evaluate` calls every rule and returns all alerts, most urgent first; a
rule that raises becomes an alert itself.
"""

from .dispatch import Alert

RULES = []


def rule(function):
    """Register a function as a rule and return it unchanged.

    `evaluate` calls the rules in the order of their registration. If two rules have the same name, the later one
    replaces the earlier, so that a site can override `frost` or `dry_bed` without editing this module.

    Parameters
    ----------
    function : callable
        Takes readings by name, yields `Alert` objects.

    Returns
    -------
    callable
        The same function.
    """
    RULES[:] = [known for known in RULES if known.__name__ != function.__name__]
    RULES.append(function)
    return function


@rule
def frost(readings):
    """Yield an urgent alert for each thermometer at or below 2 degrees."""
    for name, reading in readings.items():
        if name.startswith("temperature") and reading.usable() and reading.value <= 2.0:
            yield Alert("frost", name, "urgent", f"{name} is at {reading.value:.1f} degrees")


@rule
def silent_probe(readings):
    """Yield a warning for each probe without a usable reading."""
    for name, reading in readings.items():
        if not reading.usable():
            yield Alert("silent_probe", name, "warning", f"{name} has been silent for {reading.age:.0f} s")


ON_CALL_HINT = (
    "Go to the greenhouse named in the alert, look at the probe first, and open the vents by hand if the air is hot. "
    "Call the gardener on duty before you change any of the setpoints."
)


def evaluate(readings):
    """Return the alerts of all rules, most urgent first.

    A rule that raises is reported as an alert named `rule_error` about that rule, and the other rules still run: one
    broken rule must not hide a frost.

    Parameters
    ----------
    readings : dict
        Name to `Reading`, as returned by `SensorHub.poll_all`.

    Returns
    -------
    list
        Alerts, sorted by `Alert.rank` from high to low; equal ranks keep the order of the rules.
    """
    alerts = []
    for function in RULES:
        try:
            alerts.extend(function(readings))
        except Exception as error:
            alerts.append(Alert("rule_error", function.__name__, "warning", repr(error)))
    return sorted(alerts, key=lambda alert: -alert.rank())
