"""The ten instructions that turn a word into pulses, in the chip's own assembler.

A word's lower 12 bits are how many pulses follow the first, the rest a delay: the line is high for
it and low for it, then the next pulse. With no word left the line is low and it waits. Rule of the
file: its names are the assembler's (`rp2.asm_pio`), and nothing calls the function but that.
"""
# ruff: noqa: F821
# pyright: reportUndefinedVariable=false, reportCallIssue=false


def step_program() -> None:
    """The state machine's program."""
    wrap_target()
    pull(block)
    out(x, 12)
    mov(isr, osr)
    label("pulse")
    set(pins, 1)
    mov(y, isr)
    label("high")
    jmp(y_dec, "high")
    set(pins, 0)
    mov(y, isr)
    label("low")
    jmp(y_dec, "low")
    jmp(x_dec, "pulse")
    wrap()
