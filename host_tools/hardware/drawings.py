"""Turns circuits and cables into netlists and pictures.

A netlist is KiCad's own form, so a layout starts from it with *Import Netlist*. A circuit's
picture shows every chip and connector with its pins and nets, and how many wires join each two;
a cable's picture is WireViz's. Rule of the file: a drawing adds nothing that the source does not
say.
"""

from __future__ import annotations

import html
import re
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from host_tools.hardware.source import SourceError

if TYPE_CHECKING:
    from host_tools.hardware.cables import Cable
    from host_tools.hardware.circuits import Circuit, Part
    from host_tools.hardware.source import Board
    from host_tools.hardware.words import Speaker

RAILS = {
    "GND",
    "3V3",
    "5V",
    "5V_PI",
    "24V",
    "HOST_GND",
    "HOST_5V",
    "HOST_3V3",
    "3V3_PI",
    "MOTOR_24V",
    "DRIVERS_MOTOR_24V",
    "BRUSH_24V",
    "PULSES_5V",
}
NAMED_MAX = 3  # a joint of more wires tells their number


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def netlist(circuit: Circuit) -> str:
    """KiCad's netlist, version E."""
    out = [
        '(export (version "E")',
        f"  (design (source {_quoted('circuits/' + circuit.name + '.toml')}))",
        "  (components",
    ]
    for part in circuit.parts:
        value = part.value or part.kind.name
        out += [
            f"    (comp (ref {_quoted(part.ref)}) (value {_quoted(value)})",
            f"      (footprint {_quoted(part.kind.package)})",
            f"      (fields (field (name {_quoted('Number')}) {_quoted(part.kind.number)})))",
        ]
    out += ["  )", "  (nets"]
    for code, (name, ends) in enumerate(circuit.nets().items(), 1):
        out.append(f"    (net (code {_quoted(str(code))}) (name {_quoted(name)})")
        out += [
            f"      (node (ref {_quoted(ref)}) (pin {_quoted(pin)})"
            f" (pinfunction {_quoted(function)}))"
            for ref, pin, function in ends
        ]
        out.append("    )")
    return "\n".join([*out, "  )", ")", ""])


def _is_drawn(part: Part) -> bool:
    return len(part.kind.pins) > 2 or part.ref[0] in "JK"


def _joints(circuit: Circuit) -> dict[tuple[str, str], list[str]]:
    drawn = {part.ref for part in circuit.parts if _is_drawn(part)}
    joints: dict[tuple[str, str], list[str]] = {}
    for name, ends in circuit.nets().items():
        refs = sorted({ref for ref, _, _ in ends if ref in drawn})
        if name in RAILS or len(refs) < 2:
            continue
        for ref in refs[1:]:
            joints.setdefault((refs[0], ref), []).append(name)
    return joints


def dot(circuit: Circuit) -> str:
    """A circuit's picture as Graphviz reads it; two-pin parts are in the netlist only."""
    out = [
        "graph {",
        '  graph [rankdir=LR, nodesep=0.25, ranksep=1.1, fontname="sans-serif", fontsize=12,',
        f"    label={_quoted(circuit.title)}, labelloc=t]",
        '  node [shape=plaintext, fontname="sans-serif", fontsize=8]',
        '  edge [fontname="sans-serif", fontsize=7, color="#557799"]',
    ]
    for part in circuit.parts:
        if not _is_drawn(part):
            continue
        head = html.escape(f"{part.ref}  {part.kind.name}")
        told = html.escape(part.value)
        rows = [f'<tr><td colspan="3" bgcolor="#e8eef4"><b>{head}</b><br/>{told}</td></tr>']
        rows += [
            f"<tr><td>{number}</td><td>{html.escape(pin)}</td>"
            f"<td>{html.escape(part.nets.get(pin, '-'))}</td></tr>"
            for number, pin in enumerate(part.kind.pins, 1)
            if pin in part.nets
        ]
        table = '<table border="0" cellborder="1" cellspacing="0" cellpadding="1">'
        out.append(f"  {part.ref} [label=<{table}{''.join(rows)}</table>>]")
    for (one, other), names in _joints(circuit).items():
        label = ", ".join(names) if len(names) <= NAMED_MAX else f"{len(names)} wires"
        out.append(f"  {one} -- {other} [label={_quoted(label)}]")
    return "\n".join([*out, "}", ""])


def _tool(command: list[str], text: str | None = None) -> str:
    try:
        done = subprocess.run(
            command, input=text, capture_output=True, text=True, check=False, timeout=120
        )
    except FileNotFoundError:
        raise SourceError(f"{command[0]} is wanted: apt-get install graphviz") from None
    if done.returncode:
        raise SourceError(f"{command[0]}: {(done.stderr or done.stdout).strip()[-400:]}")
    return done.stdout


def _lean(svg: str) -> str:
    """Without comments, titles, repeated fonts; places to one decimal. What is read stays."""
    svg = re.sub(r"<!--.*?-->|<!DOCTYPE.*?>|<\?xml.*?\?>", "", svg, flags=re.S)
    svg = re.sub(r"<title>.*?</title>\n?", "", svg, flags=re.S)
    svg = re.sub(r' id="[^"]*" class="[^"]*"', "", svg)
    svg = re.sub(r' font-family="[^"]*"| text-anchor="start"', "", svg)
    svg = svg.replace("<svg ", '<svg font-family="sans-serif" ', 1)
    svg = re.sub(r' fill="none" stroke="black" points=', ' class="b" points=', svg)
    svg = re.sub(r"(<svg [^>]*>)", r"\1<style>.b{fill:none;stroke:#000}</style>", svg, count=1)
    svg = re.sub(r"<[^<>]*>", lambda tag: _shorter(tag[0]), svg)
    return re.sub(r"\n\s*\n+", "\n", svg).strip()


def _shorter(tag: str) -> str:
    """Without the numbers behind the first decimal or a zero."""
    return re.sub(r"(\d)\.0(?!\d)", r"\1", re.sub(r"(\d+\.\d)\d+", r"\1", tag))


def graphviz(source: str) -> str:
    """Draw a circuit; SourceError where `dot` is missing or refuses."""
    return _lean(_tool(["dot", "-Tsvg"], source))


def harness(cable: Cable, board: Board) -> str:
    """A cable as WireViz reads it; JSON is YAML too, one line a thing."""
    lengths = cable.lengths(board)
    notes = cable.told_lengths(board)
    if not cable.runs and not cable.lots and cable.pieces(board) > 1:
        notes += f", {cable.pieces(board)} pieces"
    wired = cable.wired()
    count = len(wired)
    near, far = cable.ends
    out = ["connectors:"]
    crimped = f"contacts {cable.contact}"
    at_far = [far] if cable.far_connector else [cable.connector, far]
    for key, heads, notes_there, labels in (
        ("A", [cable.connector, near], crimped, cable.signals),
        ("B", at_far, cable.far_connector or crimped, cable.far or cable.signals),
    ):
        out.append(f"  {key}:")
        for name, head in zip(("type", "subtype"), heads, strict=False):
            out.append(f"    {name}: {_quoted(head)}")
        out.append(f"    pinlabels: [{', '.join(_quoted(label) for label in labels)}]")
        out.append(f"    notes: {_quoted(notes_there)}")
    out += [
        "cables:",
        "  W:",
        f"    type: {_quoted(cable.wire)}",
        f"    gauge: {cable.awg} AWG",
        f"    length: {max(lengths.values())}",
        f"    wirecount: {count}",
        f"    colors: [{', '.join(cable.colours[at - 1] for at in wired)}]",
        f"    notes: {notes}",
    ]
    if "S/FTP" in cable.wire:
        out.append("    shield: true")
    contacts = f"[{', '.join(str(at) for at in wired)}]"
    out += ["connections:", "  -", f"    - A: {contacts}", f"    - W: [1-{count}]"]
    out += [f"    - B: {contacts}"]
    if "S/FTP" in cable.wire:  # the shield ends at the box only: no loop through the table
        out += ["  -", "    - A: [2]", "    - W: [s]"]
    return "\n".join([*out, ""])


def overview(cables: list[Cable], board: Board, say: Speaker) -> str:
    """The whole table: boxes and the cables between them, with their lengths."""
    named = {
        "controller": "box, controller board",
        "machine_interface": "card machine, interface board",
        "pi": "Raspberry Pi",
        "reader": "reader of faces",
        "sensor": "lamp and receiver",
        "host": "the host's USB",
    }
    out = [
        "graph {",
        '  graph [rankdir=LR, fontname="sans-serif", nodesep=0.2, ranksep=1.4]',
        '  node [shape=box, style="rounded,filled", fillcolor="#e8eef4", fontsize=11]',
        '  edge [fontsize=9, color="#557799"]',
        f"  controller -- pi [label={_quoted('J1: ' + say('ribbon cable'))}]",
        f"  inlet -- brick [label={_quoted(say('24 V, outside the box'))}]",
    ]
    nodes = {"seat_panel": "panel3"}
    drawn = {"controller", "pi", "inlet", "brick"}
    for cable in cables:
        near, *refs = cable.ends[0].split()
        far = cable.ends[1].split()[0]
        if near != "controller":
            each = ", " + say("each panel") if near == "seat_panel" else ""
            joint = " ".join(refs) + each if near in {*nodes, "machine_interface"} else ""
            out.append(f"  {nodes.get(near, near)} -- {far} [label={_quoted(joint)}]")
            drawn |= {nodes.get(near, near), far}
            continue
        for ref, (name, metres) in zip(refs, cable.lengths(board).items(), strict=True):
            node = name if cable.runs and far == "seat_panel" else far
            branches = [f"{run.branch}, " for run in board.runs if run.name == name]
            joint = "".join(f"{say('branch')} {branch}" for branch in branches)
            out.append(
                f"  controller -- {node} [label={_quoted(f'{joint}{ref}: {metres:.1f} m')}]"
            )
            drawn.add(node)
    for node in sorted(drawn):
        words = re.sub(r"(?<=[a-z])(?=\d)|_", " ", node)
        label = say(named.get(node, words)).replace(", ", "\\n")
        out.append(f'  {node} [label="{label}"]')
    return "\n".join([*out, "}", ""])


def wireviz(source: str) -> str:
    """Draw a cable; SourceError where WireViz or Graphviz is missing or refuses."""
    try:
        from wireviz.wireviz import parse as draw
    except ImportError:
        raise SourceError("wireviz is wanted: pip install wireviz") from None
    with tempfile.TemporaryDirectory() as folder:
        try:
            draw(source, output_formats=("svg",), output_dir=folder, output_name="cable")
        except Exception as trouble:  # WireViz raises `Exception` itself, no kind of its own
            raise SourceError(f"wireviz: {trouble}") from trouble
        svg = _lean((Path(folder) / "cable.svg").read_text(encoding="utf-8"))
    return re.sub(r'font-size="[\d.]+"', 'font-size="11"', svg)  # WireViz measures a narrower font
