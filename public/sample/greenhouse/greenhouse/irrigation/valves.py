"""Valves and the pump that feeds them.

`ValveBank.open` raises `PumpOverload` when more valves are asked for than the pump can feed; `ValveBank.close_all` is
safe to call at any time and returns the valves that were open.
"""


class PumpOverload(RuntimeError):
    """Raised when opening one more valve would let the pressure fall below what a dripper needs."""


class ValveBank:
    """Valves that share one pump.

    The pump starts when the first valve opens and stops when the last one closes. `open` raises `PumpOverload` if
    `capacity` valves are open already, and does nothing if the valve is open. Switching is done by the `switch`
    function, which is called with a name and a boolean.

    Parameters
    ----------
    switch : callable
        Called with the name of a valve, or `"pump"`, and True for on.
    capacity : int
        Valves that the pump can feed at once.

    Returns
    -------
    ValveBank
        A bank with all valves closed.
    """

    def __init__(self, switch, capacity=2):
        self.switch = switch
        self.capacity = capacity
        self.opened = []

    def open(self, valve):
        """Open a valve, and start the pump if it is the first."""
        if valve in self.opened:
            return
        if len(self.opened) >= self.capacity:
            raise PumpOverload(f"{valve} would be valve number {len(self.opened) + 1}")
        # The valve opens before the pump starts: a pump against closed valves bursts its hose.
        self.switch(valve, True)
        if not self.opened:
            self.switch("pump", True)
        self.opened.append(valve)

    def close(self, valve):
        """Close a valve, and stop the pump before the last one closes."""
        if valve not in self.opened:
            return
        self.opened.remove(valve)
        if not self.opened:
            self.switch("pump", False)
        self.switch(valve, False)

    def close_all(self):
        """Close all valves and return those that were open."""
        closed = list(self.opened)
        for valve in closed:
            self.close(valve)
        return closed
