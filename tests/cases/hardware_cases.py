"""Runs the hardware fault cases of a file: each fault struck on a simulated table of revision A.

What a case injects is struck by its kind (one module for each sort of device, `ROOMS`
below) on the device that `hardware_aliases.toml` names for it, in the size that the
case gives. What came of it must be the case's result, within its time, with cards, chips, chain
and hand whole. What a case says in prose is proved by the tests named for its id in
`hardware_claims.toml`, one for each sentence. A part that revision A does not have is listed by id
with the reason. Rule of the file: no id is known here; a kind, a device or a sentence that nobody
knows is told by its name.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from tests.cases import (
    hardware_buses,
    hardware_clocks,
    hardware_links,
    hardware_machine,
    hardware_noise,
    hardware_panels,
    hardware_pins,
    hardware_plugs,
    hardware_stores,
)
from tests.cases.hardware_bench import Seen, Unknown
from tests.cases.rules_cases import Outcome
from tests.cases.security_cases import failures

Case = dict[str, Any]

HERE = Path(__file__).parent
ROOMS = (
    hardware_buses.KINDS,
    hardware_panels.KINDS,
    hardware_pins.KINDS,
    hardware_clocks.KINDS,
    hardware_links.KINDS,
    hardware_plugs.KINDS,
    hardware_stores.KINDS,
    hardware_noise.KINDS,
    hardware_machine.KINDS,
)
DIFFERS = "differs: "
"""Before what revision A does instead of what a sentence asks for."""


def _table(name: str) -> dict[str, Any]:
    return tomllib.loads((HERE / name).read_text(encoding="utf-8"))


ALIASES = _table("hardware_aliases.toml")
CLAIMS: dict[str, dict[str, str]] = _table("hardware_claims.toml")


def group_of(case: Case) -> str:
    """The group of a case: the middle of its id."""
    parts = str(case.get("id", "")).split("-")
    return parts[1] if len(parts) > 2 else ""


def device_of(target: str) -> tuple[str, int]:
    """What revision A has under a case's name of a device; `Unknown` for no part of it."""
    if target in ALIASES["devices"]:
        kind, number = ALIASES["devices"][target]
        return kind, number
    if hardware_panels.is_key(target):
        return "key", 0  # the kinds read which from the target itself
    raise Unknown("target", target)


def strike(case: Case) -> Seen:
    """Inject what a case says, and see what comes of it.

    Raises:
        Unknown: revision A has no such device, or nobody knows the kind or its size.
    """
    inject = case["inject"]
    kind = str(inject["kind"])
    known = [room[kind] for room in ROOMS if kind in room]
    if not known:
        raise Unknown("kind", kind)
    device = device_of(str(inject["target"]))
    striking = [how for devices, how in known if device[0] in devices]
    if not striking:
        raise Unknown("kind for " + device[0], kind)
    how = striking[0]
    if kind == "hello":
        return how(case, device, ALIASES["protocol"]["major"])
    return how(case, device)


def differences(case: Case, seen: Seen) -> list[str]:
    """What of a case's expectations does not hold: result, time, invariants."""
    expected = case["expected"]
    wrong = list(seen.wrong)
    if expected["result"] not in seen.results:
        told = " or ".join(sorted(seen.results)) or "nothing"
        wrong.append(f"expected {expected['result']}, came to {told}")
    limit_ms = expected.get("within_ms")
    if limit_ms is not None:
        if seen.ms is None:
            wrong.append(f"within {limit_ms} ms: nothing was measured")
        elif seen.ms > limit_ms:
            wrong.append(f"took {seen.ms} ms, not {limit_ms}")
    return wrong


def sentences(case: Case) -> list[str]:
    """What a case says in prose."""
    expected = case.get("expected", {})
    return [*expected.get("must", ()), *(f"not: {one}" for one in expected.get("must_not", ()))]


def run_cases(cases: list[Case]) -> list[Outcome]:
    """Run the cases of a file, in their order."""
    named = [CLAIMS.get(str(case.get("id")), {}) for case in cases]
    wanted = sorted({test for claims in named for test in claims.values() if _is_test(test)})
    failed = failures(wanted) if wanted else {}
    return [_outcome(case, claims, failed) for case, claims in zip(cases, named, strict=True)]


def _outcome(case: Case, claims: dict[str, str], failed: dict[str, str]) -> Outcome:
    name = str(case.get("id", "without id"))
    if name in ALIASES["not_fitted"]:
        return Outcome(name, None, "not fitted: " + ALIASES["not_fitted"][name])
    try:
        wrong = differences(case, strike(case))
    except Unknown as unknown:
        return Outcome(name, False, str(unknown))
    except KeyError as missing:
        return Outcome(name, False, f"the case does not say {missing}")
    except Exception as error:  # a case of any shape is told, and the next one still runs
        return Outcome(name, False, f"{type(error).__name__}: {error}")
    wrong += [
        f"{sentence}: {claims[sentence]} {failed[claims[sentence]]}"
        for sentence in claims
        if claims[sentence] in failed
    ]
    unproved = [sentence for sentence in sentences(case) if sentence not in claims]
    if claims and unproved:
        wrong += [f"no test is named for: {sentence}" for sentence in unproved]
    if wrong:
        return Outcome(name, False, "; ".join(wrong))
    told = [claim for claim in claims.values() if not _is_test(claim)]
    told += [f"no test is named for: {sentence}" for sentence in unproved]
    return Outcome(name, True, "; ".join(told) or None)


def _is_test(claim: str) -> bool:
    return not claim.startswith(DIFFERS)
