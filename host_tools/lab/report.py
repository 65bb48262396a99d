"""The laboratory's report: what was looked at, how, what came out, and what it cannot show.

One document, as HTML for the screen and as PDF for the file, with the same tables and pictures:
the origin of every byte, the versions of every program, the number of tests and the correction for
it, each test with its null value, the distributions beside what chance gives, the faults that were
planted and when they were found. Rule of the file: it says PASS or FAIL of the numbers in it and
nothing of a certificate; what only a laboratory or a fitted table can show is named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from host_tools.lab import pictures
from host_tools.lab.draws import DOCUMENTED
from host_tools.lab.power import smallest_error
from host_tools.paper.document import Rows, Section

if TYPE_CHECKING:
    from host_tools.lab.battery import Verdict
    from host_tools.lab.power import Catch
    from host_tools.lab.raw import RawLook
    from host_tools.lab.trial import Trial
    from host_tools.texts import Texts


def sections(
    say: Texts,
    trial: Trial,
    verdict: Verdict,
    catches: list[Catch],
    raw: RawLook | None = None,
    octets: Any = None,
) -> list[Section]:
    """The whole report; `octets` are the raw bytes as an array, for their picture."""
    made = [
        _head(say, trial, verdict, raw),
        _origin(say, trial),
        _method(say, verdict),
        _outcomes(say, verdict),
    ]
    made.append(
        Section(
            say("lab.pictures"),
            figures=[
                pictures.p_values(verdict, say),
                pictures.places(trial.tally, say),
                pictures.distributions(trial.tally, say),
                pictures.parts(trial.part_p, say),
            ],
        )
    )
    made.append(_power(say, trial, catches))
    if raw is not None:
        made.append(_raw(say, raw, octets))
    made.append(Section(say("lab.limits"), [say(f"lab.limit_{name}") for name in _LIMITS]))
    return made


_LIMITS = ("machine", "source", "small", "lab", "certificate")


def _word(say: Texts, passed: bool) -> str:
    return say("lab.pass") if passed else say("lab.fail")


def _head(say: Texts, trial: Trial, verdict: Verdict, raw: RawLook | None) -> Section:
    sentences = [
        say(
            "lab.result_decks",
            verdict=_word(say, verdict.passed),
            decks=say.chips(trial.tally.decks),
            tests=len(verdict.outcomes),
            confidence=say.number(verdict.confidence * 100, "g"),
            rejected=len(verdict.rejected),
        )
    ]
    if raw is not None:
        sentences.append(
            say(
                "lab.result_raw",
                verdict=_word(say, raw.passed),
                bytes=say.chips(raw.count),
                tests=len(raw.verdict.outcomes),
                rejected=len(raw.verdict.rejected),
            )
        )
    return Section(say("lab.title"), sentences)


def _origin(say: Texts, trial: Trial) -> Section:
    rows: Rows = [(say("lab.what"), say("lab.value"))]
    rows.append((say("lab.path"), trial.path))
    rows.append((say("lab.decks"), say.chips(trial.tally.decks)))
    rows += [(name, value) for name, value in trial.provenance.items()]
    rows.append((say("lab.cpu"), f"{trial.cpu_seconds:.0f} s"))
    return Section(say("lab.origin"), [say(f"lab.path_{trial.path}")], rows)


def _method(say: Texts, verdict: Verdict) -> Section:
    confidence = say.number(verdict.confidence * 100, "g")
    values = {"confidence": confidence, "tests": len(verdict.outcomes)}
    told = [say("lab.method_exact"), say("lab.method_holm", **values), say("lab.method_alarm")]
    return Section(say("lab.method"), told)


def _outcomes(say: Texts, verdict: Verdict) -> Section:
    heads = ("family", "test", "statistic", "null", "p", "holm")
    rows: Rows = [tuple(say(f"lab.{head}") for head in heads)]
    by_family: dict[str, list[Any]] = {}
    for one in verdict.outcomes:
        by_family.setdefault(one.family, []).append(one)
    for family, ones in by_family.items():
        if len(ones) > 40:  # the four tests of 52 places: the worst of each, and how many
            worst = min(ones, key=lambda one: one.p)
            name = say("lab.worst_of", name=worst.name, count=len(ones))
            rows.append(_row(say, family, name, worst))
        else:
            rows += [_row(say, family, one.name, one) for one in ones]
    return Section(say("lab.tests"), [], rows)


def _row(say: Texts, family: str, name: str, one: Any) -> tuple[str, ...]:
    sizes = [say.number(size, ".4g") for size in (one.statistic, one.expected)]
    return (family, name, *sizes, say.number(one.p, ".3g"), say.number(one.holm, ".3g"))


def _power(say: Texts, trial: Trial, catches: list[Catch]) -> Section:
    rows: Rows = [(say("lab.planted"), say("lab.found_after"), say("lab.known"), say("lab.by"))]
    for one in catches:
        found = say.chips(one.decks) if one.decks else say("lab.not_found")
        rows.append((one.name, found, say.chips(DOCUMENTED[one.name]), one.test))
    error = say.number(100 * smallest_error(max(1, trial.tally.decks)), ".2g")
    told = [say("lab.power_about"), say("lab.smallest", error=error)]
    return Section(say("lab.power"), told, rows, [pictures.power(catches, say)])


def _raw(say: Texts, raw: RawLook, octets: Any) -> Section:
    rows: Rows = [(say("lab.what"), say("lab.value"))]
    rows += [
        (say("lab.raw_bytes"), say.chips(raw.count)),
        (say("lab.fips"), f"{raw.blocks_failed} / {raw.blocks}"),
        (say("lab.alarms"), f"{len(raw.alarms)}, {say('lab.hard')} {raw.hard_alarms}"),
    ]
    rows += [
        (f"{say('lab.entropy')}: {name}", say.number(h, ".4f")) for name, h in raw.entropy.items()
    ]
    worst = sorted(raw.verdict.outcomes, key=lambda one: one.p)[:8]
    rows += [(f"{one.family}: {one.name}", f"p = {say.number(one.p, '.3g')}") for one in worst]
    figures = [] if octets is None else [pictures.noise(octets, say)]
    return Section(say("lab.raw"), [say("lab.raw_about")], rows, figures)
