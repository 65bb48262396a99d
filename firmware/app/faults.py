"""The fault desk: a device did not answer, and what follows is read from the fault table.

Every call to the hardware that fails is told here, and every one that works again. The table of
faults says how often a call may fail before anybody is told, and how bad it is; the core is told
by input and holds the hand, the loop stops the motors. Trying again happens in the next pass and
never in the same one, but for the FRAM, whose notes everything else waits for (`steady_memory`).
Rule of the file: a fault is raised once and cleared once, however often the device fails in
between.
"""

from __future__ import annotations

from firmware.schema import faults as table
from firmware.schema.messages import FAULT_CLEARED, FAULT_RAISED


class Faults:
    """Which faults stand, and the inputs that tell of them.

    inputs: `fault_raised` and `fault_cleared` messages for the loop to record, oldest first.
    is_well: no fault stands.
    """

    def __init__(self) -> None:
        self._failures = [0] * len(table.CODES)
        self._raised = [False] * len(table.CODES)
        self._worst = 0
        self._is_stopped = False
        self.is_well = True
        self.inputs: list[tuple] = []

    def failed(self, fault: int, detail: str = "") -> bool:
        """A call failed; True when that raised the fault just now."""
        self._failures[fault] += 1
        if self._failures[fault] <= table.RETRY[fault]:
            return False
        return self.stand(fault, detail)

    def stand(self, fault: int, detail: str = "") -> bool:
        """Raise a fault that trying again does not cure; False when it stands already."""
        if self._raised[fault]:
            return False
        self._set(fault, True)
        self.inputs.append(
            (FAULT_RAISED, table.CODES[fault], table.DEVICES[fault], detail[:48] or None)
        )
        return True

    def worked(self, fault: int) -> None:
        """The device answered as it should."""
        if self._failures[fault]:
            self._failures[fault] = 0
        if self._raised[fault]:
            self._set(fault, False)
            self.inputs.append((FAULT_CLEARED, table.CODES[fault], table.DEVICES[fault]))

    def note(self, message: tuple) -> None:
        """A line of the log, replayed: what stood before the restart stands until it works."""
        if message[0] in (FAULT_RAISED, FAULT_CLEARED):
            fault = table.by_code(message[1])
            if fault:
                self._set(fault, message[0] == FAULT_RAISED)

    def kept(self) -> tuple:
        """Codes of the faults that stand, as a plain value for a snapshot."""
        return tuple([table.CODES[n] for n in range(len(table.CODES)) if self._raised[n]])

    def restore(self, kept: tuple) -> None:
        """The mirror of `kept`."""
        for code in kept:
            self.note((FAULT_RAISED, code))

    def stands(self, fault: int) -> bool:
        """Whether the fault was raised and not cleared."""
        return self._raised[fault]

    def is_stopped(self) -> bool:
        """Whether a fault stands at which no motor may move."""
        return self._is_stopped

    def worst(self) -> int:
        """The fault a display should name: the most severe, then the first; 0 when none stands."""
        return self._worst

    def _set(self, fault: int, is_raised: bool) -> None:
        """Looked through at every change, so that asking in every pass costs nothing."""
        self._raised[fault] = is_raised
        self._worst = 0
        self._is_stopped = False
        self.is_well = True not in self._raised
        for one in range(1, len(table.CODES)):
            if self._raised[one]:
                if table.SEVERITY[one] > table.SEVERITY[self._worst]:
                    self._worst = one
                if table.SEVERITY[one] == table.SEVERITY_STOP:
                    self._is_stopped = True


class Several:
    """Calls to several devices of one kind: the fault stands while any of them is silent.

    failures: by device, since it worked last; only after one `worked` has something to say.
    """

    def __init__(self, faults: Faults, fault: int, count: int) -> None:
        self._faults = faults
        self._fault = fault
        self.failures = [0] * count

    def failed(self, at: int, detail: str) -> bool:
        """Device `at` failed; True when it has failed more often than the table allows."""
        self.failures[at] += 1
        if self.failures[at] <= table.RETRY[self._fault]:
            return False
        self._faults.stand(self._fault, table.DEVICES[self._fault] + str(at + 1) + ":" + detail)
        return True

    def is_tried_again(self, at: int) -> bool:
        """Whether device `at` failed, and not yet so often that anybody is told."""
        return 0 < self.failures[at] <= table.RETRY[self._fault]

    def worked(self, at: int) -> None:
        """Device `at` answered as it should."""
        if self.failures[at]:
            self.failures[at] = 0
            if max(self.failures) <= table.RETRY[self._fault]:
                self._faults.worked(self._fault)
