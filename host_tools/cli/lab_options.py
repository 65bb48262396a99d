"""What the laboratory's commands have in common: options, a trial's JSON, and how they end.

Rule of the file: a missing package is named with the way to get it, and a file that cannot be used
with what is wrong with it.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from host_tools.cli import exit_codes
from host_tools.cli.ending import Ended

if TYPE_CHECKING:
    from host_tools.lab.battery import Verdict
    from host_tools.lab.capture import Noise
    from host_tools.lab.trial import Trial
    from host_tools.texts import Texts

Option = Callable[[Any], Any]

EXTRAS = {"numpy": "lab", "matplotlib": "lab"}


def need(say: Texts, *packages: str) -> None:
    """End the command where a package of the extra is not installed."""
    for package in packages:
        if importlib.util.find_spec(package) is None:
            sentence = say("lab.missing", package=package, extra=EXTRAS[package])
            raise Ended(sentence, exit_codes.NOT_FOUND)


def json_option(say: Texts) -> Option:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help=say("lab.json"))


def confidence_option(say: Texts) -> Option:
    """`--confidence`: of the whole battery, in per cent."""
    return click.option(
        "--confidence",
        type=click.FloatRange(50, 99.9999),
        default=99.0,
        show_default=True,
        help=say("lab.confidence"),
    )


def read_noise(say: Texts, path: Path) -> Noise:
    """Captured noise, or the end of the command."""
    from host_tools.lab.capture import NoteWrong, read

    try:
        return read(path)
    except FileNotFoundError:
        raise Ended(say("lab.no_file", path=str(path)), exit_codes.NOT_FOUND) from None
    except OSError as error:
        raise Ended(say("lab.unreadable", path=str(path), why=error), exit_codes.REFUSED) from None
    except NoteWrong as error:
        key = {"no_note": "lab.note_unreadable", "other_bytes": "lab.note_of_others"}[str(error)]
        raise Ended(say(key, path=str(path)), exit_codes.VERIFICATION_FAILED) from None


def model_of(say: Texts, noise: Noise, chosen: str | None) -> str:
    """The source's model: as noted, or as the person says where there is no note."""
    from host_tools.lab.draws import MODELS

    model = chosen or noise.model
    if model not in MODELS:
        sentence = say("lab.model_unknown", path=str(noise.path), models=", ".join(MODELS))
        raise Ended(sentence, exit_codes.REFUSED)
    return model


def rows(verdict: Verdict) -> list[dict[str, Any]]:
    """Every outcome as JSON."""
    return [
        {
            "family": one.family,
            "name": one.name,
            "statistic": one.statistic,
            "null": one.expected,
            "p": one.p,
            "holm": one.holm,
        }
        for one in verdict.outcomes
    ]


def document(trial: Trial, verdict: Verdict) -> dict[str, Any]:
    """A trial as JSON."""
    return {
        "version": 1,
        "passed": verdict.passed,
        "fault": verdict.is_fault,
        "confidence": verdict.confidence,
        "decks": trial.tally.decks,
        "path": trial.path,
        "provenance": trial.provenance,
        "cpu_seconds": round(trial.cpu_seconds, 1),
        "tests": len(verdict.outcomes),
        "rejected": [f"{one.family}: {one.name}" for one in verdict.rejected],
        "outcomes": rows(verdict),
    }
