"""The orders of a record: promised, witnessed, cut, dealt from and opened, in this order, once.

Follows each epoch of each hand through the rules of `firmware/docs/fairness.md`: the promise names
the line that began it; the witness seals before the cut and opens after it; the cut is set once;
no card is dealt before; each card comes from the slot that the opened order and the public shuffle
say; and every promise is opened, unless the table said that it lost the order. Rule of the file:
it takes part in no rule of poker; a promise, a cut and a slot are the same in every game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.fairness.public_shuffle import CUT_MAX, CUT_RULES, deal_places
from firmware.fairness.reveal import OPENED, ejected_slot, open_commitment
from firmware.fairness.witness import UNWITNESSED, is_opened_by
from firmware.schema import messages as m
from firmware.schema.faults import CODES, FAULT_ORDER_LOST
from host_tools.verify.epoch import Epoch

if TYPE_CHECKING:
    from host_tools.verify.binding import Bound
    from host_tools.verify.report import Report

RULES = tuple(name for name, _ in CUT_RULES)
RULE_DEFAULT = RULES[0]

_LEAVES = (m.CARD_LEFT, m.SLOT_NAMED, m.SLOT_FOUND_EMPTY)
"""Inputs (k, slot): the k-th card of the order was taken from this slot, or was not there."""

_NEVER_AGAIN = 20
"""An order of so many cards does not come twice by chance; one of few seats may."""


class Orders:
    """Reads every line; tells the report what an honest table never writes about its orders."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._epoch: Epoch | None = None
        self._rules: tuple[str, ...] = (RULE_DEFAULT,)
        self._hand = 0
        self._players: tuple[str, ...] = ()
        self._seen: dict[tuple[int, int], bytes] = {}
        self._told: set[bytes] = set()  # orders and nonces that everybody knows by now
        self._numbers = {UNWITNESSED: (0, -1)}  # of the witness, known by now: (hand, epoch)
        self._provenance = -1
        self._loaded = 0
        self._on = {
            m.TABLE_STARTED: self._table_started,
            m.SETTING_CHANGED: self._setting_changed,
            m.DECK_LOADED: self._deck_loaded,
            m.HAND_STARTED: self._hand_started,
            m.DRAW_STARTED: self._draw_started,
            m.BUTTON_DRAWN: self._button_drawn,
            m.DRAW_ENTERED: self._entered,
            m.SEATS_DRAWN: self._seats_drawn,
            m.PLAYER_SEATED: self._seated,
            m.RESHUFFLE_STARTED: self._reshuffle_started,
            m.HAND_BECAME_MANUAL: self._became_manual,
            m.ORDER_COMMITTED: self._committed,
            m.WITNESS_PROMISED: self._promised,
            m.WITNESS_MISSING: self._missing,
            m.ORDER_CUT: self._cut,
            m.WITNESS_OPENED: self._witness_opened,
            m.WITNESS_FAILED: self._failed,
            m.DEAL_CARD: self._deal,
            m.CARD_STRAYED: self._strayed,
            m.CARD_LANDED: self._landed,
            m.ORDER_REVEALED: self._revealed,
            m.FAULT_RAISED: self._fault,
            **dict.fromkeys(_LEAVES, self._left),
        }

    def line(self, bound: Bound) -> None:
        """The next line of the record."""
        if bound.after_gap:
            self._epoch = None
            self._rules = RULES
            self._players = ()
        elif bound.seq == self._report.first > 1:
            self._rules = RULES
        message = bound.line.message
        act = self._on.get(message[0])
        if act is not None and not bound.is_refused:
            act(bound, message)
        elif message[0] == m.ORDER_COMMITTED:
            self._refused_promise(bound, message)

    # --- what an epoch hangs on ------------------------------------------------------------------

    def _table_started(self, bound: Bound, message: tuple) -> None:
        self._provenance = message[5]

    def _setting_changed(self, bound: Bound, message: tuple) -> None:
        if message[1] == "cut":
            self._rules = (message[2],)

    def _deck_loaded(self, bound: Bound, message: tuple) -> None:
        self._loaded = message[1]

    def _hand_started(self, bound: Bound, message: tuple) -> None:
        self._close(bound)
        hand = message[1]
        if hand <= self._hand:
            self._report.wrong(bound.seq, "hand_again", hand=hand)
        self._hand = max(self._hand, hand)
        self._report.counts["hands"] += 1
        self._epoch = Epoch(hand, 0, bound.seq, bound.head, self._rules)

    def _draw_started(self, bound: Bound, message: tuple) -> None:
        self._close(bound)
        _, number, seats, to_seat = message
        before = max((epoch for hand, epoch in self._seen if not hand), default=-1)
        if (self._hand and not to_seat) or number < before + 1:
            self._report.wrong(bound.seq, "epoch_number", hand=0, epoch=number)
        self._epoch = Epoch(0, number, bound.seq, bound.head, self._rules, seats, to_seat or 0)
        if len(self._players) == to_seat:
            self._epoch.players = self._players

    def _button_drawn(self, bound: Bound, message: tuple) -> None:
        self._drawn(bound, (message[1],), 0)

    def _seats_drawn(self, bound: Bound, message: tuple) -> None:
        self._drawn(bound, message[1], len(message[1]))

    def _drawn(self, bound: Bound, seats: tuple[int, ...], to_seat: int) -> None:
        epoch = self._epoch
        if epoch is None:
            return
        if not epoch.seats or not epoch.is_settled:
            self._report.wrong(bound.seq, "dealt_before_cut")
        elif to_seat != epoch.to_seat:
            self._report.wrong(bound.seq, "drawn_for_others", found=to_seat, wanted=epoch.to_seat)
        epoch.drawn = seats

    def _entered(self, bound: Bound, message: tuple) -> None:
        _, place, player, _by = message
        known = self._players if place > 1 else ()
        self._players = (*known, player) if len(known) == place - 1 else ()

    def _seated(self, bound: Bound, message: tuple) -> None:
        epoch = self._epoch
        if epoch is None:
            return
        _, seat, player = message
        is_told = epoch.is_opened and seat in epoch.drawn
        known = epoch.players
        if not is_told or (known and known[epoch.drawn.index(seat)] != player):
            self._report.wrong(bound.seq, "seat_not_drawn", seat=seat)

    def _reshuffle_started(self, bound: Bound, message: tuple) -> None:
        self._close(bound)
        before = self._epoch
        _, hand, number, reason = message[:4]
        self._report.reasons[reason] += 1
        if before is None:
            return
        if (hand, number) != (before.hand, before.number + 1):
            self._report.wrong(bound.seq, "epoch_number", hand=hand, epoch=number)
        self._epoch = Epoch(hand, number, bound.seq, bound.head, before.rules)

    def _became_manual(self, bound: Bound, message: tuple) -> None:
        self._report.counts["manual"] += 1

    def _close(self, bound: Bound) -> None:
        """Another hand or epoch begins: the promise before it must have been opened."""
        epoch = self._epoch
        if epoch is not None and epoch.commit and not (epoch.is_opened or epoch.is_lost):
            self._report.wrong(bound.seq, "never_opened", hand=epoch.hand, epoch=epoch.number)

    def _fault(self, bound: Bound, message: tuple) -> None:
        if message[1] == CODES[FAULT_ORDER_LOST]:
            self._report.counts["order_lost"] += 1
            if self._epoch is not None:
                self._epoch.is_lost = True

    # --- promise, witness, cut -------------------------------------------------------------------

    def _committed(self, bound: Bound, message: tuple) -> None:
        _, hand, number, of, count, commit, provenance = message[:7]
        report, epoch = self._report, self._epoch
        before = self._seen.get((hand, number))
        if before is not None:
            report.wrong(bound.seq, "second_commitment", hand=hand, epoch=number)
            return
        self._seen[hand, number] = commit
        if epoch is None:
            return
        if (hand, number) != (epoch.hand, epoch.number) or epoch.commit:
            report.wrong(bound.seq, "commitment_of_another", hand=hand, epoch=number)
            return
        if of != epoch.of:
            report.wrong(bound.seq, "commitment_line", of=of, wanted=epoch.of)
        wanted = len(epoch.seats) or self._loaded
        if wanted and count != wanted:
            report.wrong(bound.seq, "commitment_cards", m=count, loaded=wanted)
        if provenance is not None and self._provenance not in (-1, provenance):
            report.wrong(bound.seq, "provenance")
        epoch.commit, epoch.m = commit, count
        report.counts["epochs"] += 1

    def _refused_promise(self, bound: Bound, message: tuple) -> None:
        """A second promise for one order is fraud, whatever the core makes of it."""
        _, hand, number, _of, _count, commit = message[:6]
        if self._seen.get((hand, number), commit) != commit:
            self._report.wrong(bound.seq, "second_commitment", hand=hand, epoch=number)

    def _ours(self, bound: Bound, hand: int, number: int) -> Epoch | None:
        """The epoch that a line speaks of; one of another epoch is a finding."""
        epoch = self._epoch
        if epoch is None:
            return None
        if (hand, number) != (epoch.hand, epoch.number):
            self._report.wrong(bound.seq, "epoch_of_another", hand=hand, epoch=number)
            return None
        if not epoch.commit:
            self._report.wrong(bound.seq, "before_commitment")
            return None
        return epoch

    def _promised(self, bound: Bound, message: tuple) -> None:
        epoch = self._ours(bound, message[1], message[2])
        if epoch is None:
            return
        if epoch.hw or epoch.is_missing or epoch.cut >= 0:
            self._report.wrong(bound.seq, "promise_late")
            return
        epoch.hw = message[3]

    def _missing(self, bound: Bound, message: tuple) -> None:
        epoch = self._epoch
        if epoch is not None:
            if epoch.hw:
                self._report.wrong(bound.seq, "promise_denied")
            epoch.is_missing = True

    def _cut(self, bound: Bound, message: tuple) -> None:
        _, hand, number, cut, by, _seat = message[:6]
        epoch = self._ours(bound, hand, number)
        if epoch is None:
            return
        report = self._report
        if epoch.cut >= 0:
            report.wrong(bound.seq, "cut_twice")
            return
        epoch.cut = cut
        if not epoch.hw:
            report.counts["unwitnessed"] += 1
        if by == m.CUTTER_DEFAULT:
            report.counts["default_cut"] += 1
            if not epoch.hw:
                report.wrong(bound.seq, "default_unwitnessed")
            if cut != hand % (CUT_MAX + 1):
                report.wrong(bound.seq, "default_other", cut=cut)

    def _witness_opened(self, bound: Bound, message: tuple) -> None:
        epoch = self._ours(bound, message[1], message[2])
        if epoch is None:
            return
        if epoch.cut < 0:
            self._report.wrong(bound.seq, "opened_before_cut")
        elif not epoch.hw or epoch.w or epoch.is_failed:
            self._report.wrong(bound.seq, "opened_unasked")
        elif not is_opened_by(epoch.hw, epoch.commit, message[3]):
            self._report.wrong(bound.seq, "opening_wrong")
        epoch.w = message[3]
        self._look_for_number(bound.seq, epoch)

    def _look_for_number(self, seq: int, epoch: Epoch) -> None:
        """Whoever knows the witness's number can choose an order by it: as good as no witness.

        It is the witness's fault, which an honest table cannot help: told, and no finding.
        """
        name = epoch.hand, epoch.number
        before = self._numbers.setdefault(epoch.w, name)
        if before != name:
            self._report.counts["witness_again"] += 1
            self._report.notice(seq, "witness_again", hand=epoch.hand, before=before[0])

    def _failed(self, bound: Bound, message: tuple) -> None:
        self._report.counts["witness_failed"] += 1
        epoch = self._epoch
        if epoch is None:
            return
        if not epoch.hw or epoch.w:
            self._report.wrong(bound.seq, "failure_wrong")
        epoch.is_failed = True

    # --- the deal --------------------------------------------------------------------------------

    def _deal(self, bound: Bound, message: tuple) -> None:
        epoch = self._epoch
        if epoch is not None and not epoch.is_settled:
            self._report.wrong(bound.seq, "dealt_before_cut")

    def _left(self, bound: Bound, message: tuple) -> None:
        epoch = self._epoch
        if epoch is None or not epoch.commit or epoch.seats:
            return
        k, slot = message[1], message[2]
        if epoch.is_opened:
            self._report.wrong(bound.seq, "card_after_opening")
        elif k in epoch.slots:
            self._report.wrong(bound.seq, "card_twice", k=k)
        elif k != len(epoch.slots):
            self._report.wrong(bound.seq, "card_passed_over", k=k, wanted=len(epoch.slots))
        epoch.slots.setdefault(k, (slot, bound.seq))

    def _strayed(self, bound: Bound, message: tuple) -> None:
        if self._epoch is not None:
            self._epoch.strayed.add(message[1])

    def _landed(self, bound: Bound, message: tuple) -> None:
        epoch = self._epoch
        if epoch is None or not epoch.commit:
            return
        number, slot = divmod(message[1], 64)
        out = {one for one, _ in epoch.slots.values()} | epoch.strayed
        if number == epoch.number and slot not in out:
            self._report.wrong(bound.seq, "landed_unsent", token=message[1])

    # --- the opening -----------------------------------------------------------------------------

    def _revealed(self, bound: Bound, message: tuple) -> None:
        _, hand, number, order, nonce = message
        report = self._report
        epoch = self._ours(bound, hand, number)
        if epoch is None:
            return
        if epoch.is_opened:
            report.wrong(bound.seq, "opened_twice")
            return
        epoch.is_opened = True
        if len(order) != epoch.m:
            report.wrong(bound.seq, "order_length", m=epoch.m, found=len(order))
            return
        told = open_commitment(
            epoch.commit,
            table=report.table.encode(),
            hand=hand,
            epoch=number,
            head=epoch.of_head,
            order=order,
            nonce=nonce,
        )
        if told != OPENED:
            report.wrong(bound.seq, told)
            return
        report.counts["opened"] += 1
        if nonce in self._told or (len(order) >= _NEVER_AGAIN and order in self._told):
            report.wrong(bound.seq, "order_again")
        self._told |= {nonce, order}
        self._numbers.setdefault(nonce, (hand, number))
        if epoch.seats and sorted(order) != sorted(epoch.seats):
            report.wrong(bound.seq, "order_impossible")
        else:
            epoch.slots.update({k: (seat, bound.seq) for k, seat in enumerate(epoch.drawn)})
        if epoch.slots and epoch.cut >= 0:
            self._compare(epoch, order)

    def _compare(self, epoch: Epoch, order: bytes) -> None:
        """Every card beside the slot it had to come from."""
        wrong: tuple[int, int] | None = None
        for rule in epoch.rules:
            w = epoch.w or UNWITNESSED
            places = deal_places(rule, epoch.commit, w, epoch.cut, epoch.m)
            wrong = None
            for k, (slot, seq) in epoch.slots.items():
                if k >= epoch.m or slot != ejected_slot(order, places, k):
                    wrong = seq, k
                    break
            if wrong is None:
                return
        assert wrong is not None
        self._report.wrong(wrong[0], "wrong_slot", k=wrong[1], hand=epoch.hand)
