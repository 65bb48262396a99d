"""The module `rp2` of a board that stands on the bench."""

from tests.mcu_stand_ins.bench import HERE


def Flash():
    """All of the flash that is not the program's."""
    return HERE.flash
