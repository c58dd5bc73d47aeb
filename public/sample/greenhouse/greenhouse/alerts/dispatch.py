"""Sending alerts without becoming noise.

`AlertDispatcher.send` returns True when the alert went out. The same alert is held back for `quiet_for` seconds unless
its level rose; what makes two alerts the same is said by `Alert.identity`.
"""

from dataclasses import dataclass

LEVELS = ("info", "warning", "urgent")


@dataclass(frozen=True)
class Alert:
    """Something that a person should know.

    Two alerts are the same if rule and subject are, whatever their text: a temperature that changes in the text does
    not make an alert new. `level` is one of `LEVELS`; `rank` raises `ValueError` when it is not.

    Parameters
    ----------
    rule : str
        Name of the rule that raised it.
    subject : str
        What it is about, such as a probe or a bed.

    Returns
    -------
    Alert
        An immutable alert.
    """

    rule: str
    subject: str
    level: str
    text: str

    def identity(self):
        """Return what makes two alerts the same."""
        return (self.rule, self.subject)

    def rank(self):
        """Return the level as a number, 0 for info."""
        return LEVELS.index(self.level)


class AlertDispatcher:
    """Sends alerts to channels, and holds back repetitions.

    A channel that raises does not stop the others: the error is kept in `errors` and returned by `take_errors`. If the
    level of a known alert rose, it is sent at once, since a warning that became urgent is news.

    Parameters
    ----------
    channels : list
        Functions that are called with an `Alert`.
    clock : callable
        Returns the time in seconds.

    Returns
    -------
    AlertDispatcher
        A dispatcher that has sent nothing.
    """

    def __init__(self, channels, clock, quiet_for=3600.0):
        self.channels = channels
        self.clock = clock
        self.quiet_for = quiet_for
        self.sent = {}
        self.errors = []

    def send(self, alert):
        """Send an alert unless it repeats a recent one; return whether it went out."""
        now = self.clock()
        known = self.sent.get(alert.identity())
        if known is not None:
            at, rank = known
            if now - at < self.quiet_for and alert.rank() <= rank:
                return False
        self.sent[alert.identity()] = (now, alert.rank())
        for channel in self.channels:
            try:
                channel(alert)
            except Exception as error:  # a broken channel must not silence the others
                self.errors.append((channel, error))
        return True

    def take_errors(self):
        """Return the errors of channels since the last call, and forget them."""
        errors, self.errors = self.errors, []
        return errors
