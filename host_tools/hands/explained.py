"""A hand with the reason of each decision, as a document for programs and for people.

What happened is told in the transcript's sentences, the reason beside it, then the rules in the
rulebook's words. The rule of the file: a rule is cited by an id that the rulebook has, or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from host_tools.hands.why import Reasons
from host_tools.rules.rulebook import Rule, rulebook
from host_tools.view.transcript import Transcript

if TYPE_CHECKING:
    from host_tools.hands.finding import FoundHand
    from host_tools.texts import Texts

FORMAT = 1


def explain_hand(found: FoundHand, say: Texts) -> dict[str, Any]:
    """The document; its shape is `explain.schema.json`."""
    transcript = Transcript(say)
    steps: list[dict[str, Any]] = []
    for message, reason in Reasons(found.messages, say).read():
        sentences = transcript.read(message)
        if reason is None:
            continue
        steps.append(
            {
                "what": " ".join(sentences),
                "because": say(f"why.{reason.key}", **reason.values),
                "rules": list(_rules(reason.rules, say.language)),
            }
        )
    return {
        "version": FORMAT,
        "table": found.table,
        "log": found.log.hex(),
        "hand": found.hand,
        "language": say.language,
        "steps": [step for step in steps if step["what"]],
    }


def _rules(ids: tuple[str, ...], language: str) -> Iterator[dict[str, str]]:
    for wanted in ids:
        row = rulebook().find(wanted)
        if isinstance(row, Rule):
            yield {"id": row.id, "text": row.text[language]}
