"""`mazziere shuffle`: many decks by the table's own code, and what chance says of them.

Status 0 says that the battery found nothing at the confidence asked for, 7 that it did. The rule
of the file: it prints; what is drawn, counted and judged is the laboratory's.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from host_tools.cli import exit_codes
from host_tools.cli.ending import Ended
from host_tools.cli.lab_options import (
    confidence_option,
    document,
    json_option,
    model_of,
    need,
    read_noise,
)

if TYPE_CHECKING:
    from host_tools.lab.battery import Verdict
    from host_tools.lab.trial import Trial
    from host_tools.texts import Texts

PATHS = ("pipeline", "permutation")
PLANTED = (
    "swap_with_any", "never_stays", "never_the_last", "byte_modulo", "sticky_slot", "ten_shelves",
    "clumps", "same_again",
)  # fmt: skip
DECKS_MIN = 1_000
WORST = 8


def command(say: Texts) -> click.Command:
    """The command in one language."""
    group = click.Group("shuffle", help=say("shuffle.about"))

    @group.command("test", help=say("shuffle.test_about"))
    @click.option(
        "--decks",
        type=click.IntRange(DECKS_MIN),
        default=100_000,
        show_default=True,
        help=say("shuffle.decks"),
    )
    @click.option(
        "--path",
        type=click.Choice(PATHS),
        default=PATHS[0],
        show_default=True,
        help=say("shuffle.path"),
    )
    @click.option("--seed", default="mazziere", show_default=True, help=say("shuffle.seed"))
    @click.option("--noise", type=click.Path(path_type=Path), help=say("shuffle.noise"))
    @click.option("--model", help=say("trng.model"))
    @click.option("--planted", type=click.Choice(PLANTED), help=say("shuffle.planted"))
    @click.option(
        "--processes",
        type=click.IntRange(1, 64),
        default=1,
        show_default=True,
        help=say("shuffle.processes"),
    )
    @click.option(
        "--out", type=click.Path(path_type=Path, dir_okay=False), help=say("shuffle.out")
    )
    @confidence_option(say)
    @json_option(say)
    def test(**told: Any) -> int:
        need(say, "numpy")
        trial = make_trial(say, **told)
        verdict = trial.verdict(told["confidence"] / 100)
        if told["as_json"]:
            click.echo(json.dumps(document(trial, verdict)))
        else:
            for line in lines(say, trial, verdict):
                click.echo(line)
        return exit_codes.OK if verdict.passed else exit_codes.VERIFICATION_FAILED

    return group


def make_trial(
    say: Texts,
    *,
    decks: int,
    path: str,
    seed: str,
    noise: Path | None,
    model: str | None,
    planted: str | None = None,
    processes: int = 1,
    out: Path | None = None,
    **_others: Any,
) -> Trial:
    """Draw and count as the options say, or end the command."""
    from host_tools.lab.draws import NoiseEnded, NoiseRefused
    from host_tools.lab.trial import run, surroundings

    if processes > 1 and (noise is not None or planted or out is not None):
        raise click.UsageError(say("shuffle.one_process"))
    if noise is not None and planted:
        raise click.UsageError(say("shuffle.planted_alone"))
    provenance = surroundings()
    chosen = "simulated"
    if noise is not None:
        captured = read_noise(say, noise)
        chosen = model_of(say, captured, model)
        provenance |= {f"noise {key}": str(value) for key, value in captured.note.items()}
    else:
        provenance |= {"noise provenance": "planted" if planted else "simulated", "seed": seed}
    try:
        return run(
            decks,
            path=path,
            seed=seed,
            noise=noise,
            model=chosen,
            planted=planted or "",
            processes=processes,
            keep=out,
            provenance=provenance,
        )
    except NoiseEnded as error:
        sentence = say("shuffle.noise_ended", decks=say.chips(error.decks), wanted=decks)
        raise Ended(sentence, exit_codes.REFUSED) from None
    except NoiseRefused as error:
        sentence = say("shuffle.noise_refused", test=error.test, sample=error.sample)
        raise Ended(sentence, exit_codes.VERIFICATION_FAILED) from None
    except OSError as error:
        raise Ended(say("lab.unreadable", path=str(out), why=error), exit_codes.REFUSED) from None


def lines(say: Texts, trial: Trial, verdict: Verdict) -> list[str]:
    """A trial for a person: the result, and the tests furthest from chance."""
    from host_tools.lab.power import smallest_error

    told = [
        say(
            "lab.result_decks",
            verdict=say("lab.pass") if verdict.passed else say("lab.fail"),
            decks=say.chips(trial.tally.decks),
            tests=len(verdict.outcomes),
            confidence=say.number(verdict.confidence * 100, "g"),
            rejected=len(verdict.rejected),
        ),
        say("lab.smallest", error=say.number(100 * smallest_error(trial.tally.decks), ".2g")),
        say("shuffle.worst"),
    ]
    for one in sorted(verdict.outcomes, key=lambda one: one.p)[:WORST]:
        mark = "!" if one.holm < 1 - verdict.confidence else " "
        name = f"{one.family}: {one.name}"
        found, wanted = (say.number(n, "12.5g") for n in (one.statistic, one.expected))
        told.append(f"{mark} {name:46} {found} {wanted}  p {say.number(one.p, '.3g')}")
    return told
