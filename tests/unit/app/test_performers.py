"""Intents become motions one at a time; what is unknown is asked, never repeated blindly."""

from __future__ import annotations

from firmware.app.faults import Faults
from firmware.app.fram import MOTION_AT, MOTION_PLACE_BYTES
from firmware.app.performers import HOMINGS_MAX, SILENT_MS, Performers
from firmware.journal.kept import KeptRecord
from firmware.schema import messages as m
from hal.errors import BUSY, OVERFLOW, TIMEOUT, HalError
from hal.ports import (
    COLLECT,
    COUNT,
    EJECT,
    ERASE_FACE,
    EV_COUNTED,
    EV_DONE,
    EV_FACE,
    EV_FAILED,
    EV_FED,
    EV_LANDED,
    EV_LEFT,
    EV_OPENINGS,
    FAILED_EMPTY,
    FAILED_JAM,
    FAILED_NO_FACE,
    FAILED_NOT_HOME,
    FEED,
    HOME,
    OPEN_FACE,
    PLACE_CHUTE,
    RETURN,
)
from hal.sim.memory import SimOrderMemory


class Keeper:
    """Slots 40, 41, … in the order of the deal; a load over slots 0, 1, …"""

    def __init__(self) -> None:
        self.is_drawn = True
        self.fed_count = 0
        self.ended = False

    def slot(self, k: int) -> int:
        return 40 + k

    def token(self, k: int) -> int:
        return 64 + 40 + k

    def stub_slots(self, is_resumed: bool) -> bytes:
        return bytes(range(3)) if is_resumed else b"\x07"

    def begin_load(self) -> bool:
        return self.is_drawn

    def loading_slot(self) -> int:
        return self.fed_count

    def fed(self) -> None:
        self.fed_count += 1

    def end_load(self) -> None:
        self.ended = True


class Machine:
    """Remembers what it was told to do; a test says what became of it."""

    def __init__(self) -> None:
        self.started: list[tuple] = []
        self.events: list[tuple] = []
        self.refuses = ""

    def start(self, command_id: int, operation: int, a: int = 0, b: int = 0, c: int = 0) -> None:
        if self.refuses:
            raise HalError(self.refuses, "card_machine")
        self.started.append((command_id, operation, a, b, c))

    def poll(self) -> tuple:
        events = tuple(self.events)
        self.events = []
        return events

    def tell(self, *events: tuple) -> None:
        """Events of the command that runs: (event, a, b)."""
        for event in events:
            padded = event + (0,) * (3 - len(event))
            self.events.append((padded[0], self.started[-1][0], *padded[1:]))


class Bench:
    def __init__(self, memory: SimOrderMemory | None = None) -> None:
        self.memory = SimOrderMemory() if memory is None else memory
        self.machine = Machine()
        self.keeper = Keeper()
        self.faults = Faults()
        self.performers = Performers(
            self.machine,
            self.memory,
            self.keeper,
            self.faults,  # type: ignore[arg-type]
        )
        self.now_ms = 0
        self.inputs: list[tuple] = []

    def ready(self, *effects: tuple) -> Bench:
        """At rest, homed, with intents from line 10 on."""
        self.performers.resume(False)
        for at, effect in enumerate(effects):
            self.performers.add(effect, 10 + at)
        self.go()
        self.machine.tell((EV_DONE,))
        self.go()
        return self

    def go(self, is_held: bool = False) -> None:
        self.performers.poll(self.now_ms, self.inputs)
        self.performers.start(self.now_ms, is_held)
        self.now_ms += 10

    def operations(self) -> list[int]:
        return [one[1] for one in self.machine.started]

    def noted(self) -> bytes | None:
        return KeptRecord(self.memory, MOTION_AT, MOTION_PLACE_BYTES).read()


DEAL = (m.DEAL_CARD, 2, m.PLACE_SEAT1)
LANDED = [(EV_LEFT, 42), (EV_LANDED, m.PLACE_SEAT1), (EV_DONE,)]


def test_first_motion_is_homing_and_then_one_command_at_a_time() -> None:
    bench = Bench().ready(DEAL, (m.DEAL_CARD, 3, m.PLACE_SEAT1 + 1))
    assert bench.operations() == [HOME, EJECT]
    bench.go()
    assert bench.operations() == [HOME, EJECT]
    bench.machine.tell(*LANDED)
    bench.go()
    assert bench.machine.started[-1][1:] == (EJECT, 43, 2, 64 + 43)


def test_outcomes_are_told_as_they_come() -> None:
    bench = Bench().ready(DEAL)
    bench.machine.tell((EV_LEFT, 42))
    bench.go()
    assert bench.inputs == [(m.CARD_LEFT, 2, 42)]
    bench.machine.tell((EV_LANDED, m.PLACE_SEAT1), (EV_DONE,))
    bench.go()
    assert bench.inputs[1:] == [(m.CARD_LANDED, 64 + 42, m.PLACE_SEAT1)]
    assert not bench.performers.is_moving


def test_nothing_begins_while_the_table_is_held() -> None:
    bench = Bench()
    bench.performers.resume(False)
    bench.performers.add(DEAL, 10)
    bench.go(is_held=True)
    assert bench.machine.started == []


def test_command_is_noted_before_it_is_given() -> None:
    bench = Bench().ready(DEAL)
    command_id, operation, a, b, c = bench.machine.started[-1]
    note = bench.noted()
    assert note is not None
    assert int.from_bytes(note[:2], "big") == command_id
    assert (note[2], note[3], note[4], int.from_bytes(note[5:7], "big")) == (operation, a, b, c)
    assert int.from_bytes(note[7:], "big") == 10


def test_loading_slot_is_not_noted() -> None:
    bench = Bench().ready((m.LOAD_DECK,))
    bench.machine.tell((EV_LEFT, 7), (EV_LANDED, PLACE_CHUTE), (EV_DONE,))
    bench.go()
    assert bench.machine.started[-1][1] == FEED
    note = bench.noted()
    assert note is not None
    assert note[3] == 255


def test_restart_gives_the_last_number_again_and_tells_only_what_is_new() -> None:
    before = Bench().ready(DEAL)
    again = Bench(before.memory)
    again.performers.queue_replayed(DEAL, 10)
    again.performers.queue_replayed((m.CARD_LEFT, 2, 42), 11)
    again.performers.resume(False)
    again.go()
    assert again.machine.started == before.machine.started[-1:]
    again.machine.tell(*LANDED)
    again.go()
    assert again.inputs == [(m.CARD_LANDED, 64 + 42, m.PLACE_SEAT1)]
    assert not again.performers.has_work


def test_restart_after_the_outcome_asks_and_moves_nothing_else() -> None:
    before = Bench().ready(DEAL)
    again = Bench(before.memory)
    again.performers.queue_replayed(DEAL, 10)
    for outcome in ((m.CARD_LEFT, 2, 42), (m.CARD_LANDED, 64 + 42, m.PLACE_SEAT1)):
        again.performers.queue_replayed(outcome, 11)
    assert not again.performers.has_work
    again.performers.resume(False)
    again.go()
    again.machine.tell(*LANDED)
    again.go()
    assert again.inputs == []
    assert again.operations() == [EJECT]


def test_intent_that_was_never_given_is_given_for_the_first_time() -> None:
    before = Bench().ready(DEAL)
    before.machine.tell(*LANDED)
    before.go()
    again = Bench(before.memory)
    again.performers.queue_replayed((m.DEAL_CARD, 3, m.PLACE_SEAT1), 20)
    again.performers.resume(False)
    again.go()
    again.machine.tell((EV_DONE,))
    again.go()
    again.machine.tell((EV_DONE,))
    again.go()
    assert again.operations() == [EJECT, HOME, EJECT]
    assert again.machine.started[-1][0] != before.machine.started[-1][0]


def test_board_card_is_complete_with_its_face_in_either_order() -> None:
    deal = (m.DEAL_CARD, 2, m.PLACE_BOARD1)
    for first, second in (
        ((m.FACE_READ, 106, 5), (m.CARD_LANDED, 106, m.PLACE_BOARD1)),
        ((m.CARD_LANDED, 106, m.PLACE_BOARD1), (m.FACE_READ, 106, 5)),
    ):
        bench = Bench()
        bench.performers.queue_replayed(deal, 10)
        bench.performers.queue_replayed(first, 11)
        assert bench.performers.has_work
        bench.performers.queue_replayed(second, 12)
        assert not bench.performers.has_work


def test_lost_reference_is_found_again_and_the_step_repeated() -> None:
    bench = Bench().ready(DEAL)
    bench.machine.tell((EV_FAILED, FAILED_NOT_HOME))
    bench.go()
    bench.machine.tell((EV_DONE,))
    bench.go()
    assert bench.operations() == [HOME, EJECT, HOME, EJECT]
    assert bench.faults.inputs == []


def test_machine_that_keeps_losing_its_reference_is_named() -> None:
    bench = Bench().ready(DEAL)
    for _ in range(HOMINGS_MAX + 1):
        bench.machine.tell((EV_FAILED, FAILED_NOT_HOME))
        bench.go()
        bench.machine.tell((EV_DONE,))
        bench.go()
    assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-01"]


def test_homing_that_fails_is_named() -> None:
    bench = Bench()
    bench.performers.resume(False)
    bench.performers.add(DEAL, 10)
    bench.go()
    bench.machine.tell((EV_FAILED, FAILED_JAM))
    bench.go()
    assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-01"]
    assert bench.operations() == [HOME]


def test_card_that_left_and_did_not_land_is_not_ejected_again() -> None:
    for ending in ((EV_DONE,), (EV_FAILED, FAILED_JAM), (EV_FAILED, FAILED_NOT_HOME)):
        bench = Bench().ready(DEAL)
        bench.machine.tell((EV_LEFT, 42), ending)
        bench.go()
        bench.performers.look_again()
        bench.go()
        assert bench.operations() == [HOME, EJECT]
        assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-02"]


def test_jam_before_the_card_left_may_be_tried_again_by_a_person() -> None:
    bench = Bench().ready(DEAL)
    bench.machine.tell((EV_FAILED, FAILED_JAM))
    bench.go()
    bench.go()
    assert bench.operations() == [HOME, EJECT]
    bench.performers.look_again()
    bench.go()
    bench.machine.tell((EV_DONE,))
    bench.go()
    assert bench.operations() == [HOME, EJECT, HOME, EJECT]


def test_voided_hand_drops_what_was_still_to_be_dealt() -> None:
    bench = Bench().ready(DEAL, DEAL)
    bench.machine.tell((EV_LEFT, 42), (EV_DONE,))
    bench.go()
    bench.performers.note((m.HAND_VOIDED, 1, "floor"))
    assert not bench.performers.has_work
    assert [m.NAMES[one[0]] for one in bench.faults.inputs] == ["fault_raised", "fault_cleared"]


def test_silent_machine_is_asked_by_the_same_number() -> None:
    bench = Bench().ready(DEAL)
    bench.now_ms += SILENT_MS
    bench.go()
    bench.go()
    assert bench.machine.started[-1] == bench.machine.started[-2]
    bench.machine.tell(*LANDED)
    bench.go()
    assert len(bench.inputs) == 2
    assert bench.faults.inputs == []


def test_people_may_take_their_time_to_bring_the_cards() -> None:
    bench = Bench().ready((m.COLLECT_CARDS,))
    bench.now_ms += 100 * SILENT_MS
    bench.go()
    assert bench.operations() == [HOME, COLLECT]


def test_busy_machine_gets_its_command_again_under_the_same_number() -> None:
    bench = Bench()
    bench.machine.refuses = BUSY
    bench.performers.resume(False)
    bench.performers.add((m.COLLECT_CARDS,), 10)
    for _ in range(5):
        bench.go()
    assert bench.faults.inputs == []
    bench.machine.refuses = ""
    bench.go()
    assert len(bench.machine.started) == 1


def test_machine_that_does_not_take_a_command_is_named_after_its_retries() -> None:
    bench = Bench()
    bench.machine.refuses = TIMEOUT
    bench.performers.resume(False)
    bench.performers.add(DEAL, 10)
    for _ in range(3):
        bench.go()
    assert bench.faults.inputs == []
    bench.go()
    assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-01"]


def test_lost_events_are_counted_against_the_machine() -> None:
    bench = Bench().ready(DEAL)

    def overflow() -> tuple:
        raise HalError(OVERFLOW, "card_machine")

    bench.machine.poll = overflow  # type: ignore[method-assign]
    for _ in range(4):
        bench.go()
    assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-01"]


# --- the jobs ------------------------------------------------------------------------------------


def test_collect_returns_board_cards_asks_people_and_counts() -> None:
    bench = Bench()
    for place in (m.PLACE_BOARD1, m.PLACE_BOARD1 + 1):
        bench.performers.note((m.CARD_LANDED, 7, place))
    bench.ready((m.COLLECT_CARDS,))
    for events in ([(EV_DONE,)], [(EV_DONE,)], [(EV_OPENINGS, 4), (EV_DONE,)]):
        bench.machine.tell(*events)
        bench.go()
    bench.machine.tell((EV_COUNTED, 30, 22), (EV_DONE,))
    bench.go()
    assert bench.operations() == [HOME, RETURN, RETURN, COLLECT, COUNT]
    assert bench.inputs == [(m.CARDS_COLLECTED, 52, 4)]


def test_openings_learnt_before_a_cut_are_not_lost_by_it() -> None:
    before = Bench().ready((m.COLLECT_CARDS,))
    before.machine.tell((EV_OPENINGS, 4), (EV_DONE,))
    before.go()
    assert before.operations()[-1] == COUNT
    again = Bench(before.memory)
    again.performers.queue_replayed((m.COLLECT_CARDS,), 10)
    again.performers.resume(True)
    again.go()
    again.machine.tell((EV_COUNTED, 30, 22), (EV_DONE,))
    again.go()
    assert again.operations() == [COUNT]
    assert again.inputs == [(m.CARDS_COLLECTED, 52, 4)]


def test_collect_without_a_count_is_no_collect() -> None:
    bench = Bench().ready((m.COLLECT_CARDS,))
    bench.machine.tell((EV_OPENINGS, 0), (EV_DONE,))
    bench.go()
    bench.machine.tell((EV_DONE,))
    bench.go()
    assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-01"]


def test_table_that_gathers_without_an_intent_returns_every_place() -> None:
    bench = Bench()
    bench.performers.resume(True)
    bench.go()
    for _ in range(7):
        bench.machine.tell((EV_DONE,))
        bench.go()
    assert bench.operations() == [HOME] + [RETURN] * 6 + [COLLECT]


def test_load_moves_the_stub_and_then_feeds_until_all_are_in() -> None:
    bench = Bench().ready((m.LOAD_DECK,))
    assert bench.machine.started[-1][1:4] == (EJECT, 7, PLACE_CHUTE)
    bench.machine.tell((EV_LEFT, 7), (EV_LANDED, PLACE_CHUTE), (EV_DONE,))
    bench.go()
    for slot in range(52):
        assert bench.machine.started[-1][1:3] == (FEED, slot)
        bench.machine.tell((EV_FED, slot), (EV_DONE,))
        bench.go()
    assert bench.inputs == [(m.CARD_FED, n) for n in range(1, 53)] + [(m.DECK_LOADED, 52)]
    assert bench.keeper.ended
    bench.go()
    assert not bench.performers.has_work


def test_hopper_that_is_empty_too_soon_ends_the_load_with_the_true_count() -> None:
    bench = Bench().ready((m.LOAD_DECK,))
    bench.machine.tell((EV_DONE,))
    bench.go()
    bench.machine.tell((EV_FED, 0), (EV_DONE,))
    bench.go()
    bench.machine.tell((EV_FAILED, FAILED_EMPTY))
    bench.go()
    assert bench.inputs == [(m.CARD_FED, 1), (m.DECK_LOADED, 1)]


def test_feed_that_is_told_twice_counts_once() -> None:
    bench = Bench().ready((m.LOAD_DECK,))
    bench.machine.tell((EV_DONE,))
    bench.go()
    bench.machine.tell((EV_FED, 0))
    bench.go()
    bench.now_ms += SILENT_MS
    bench.go()
    bench.go()
    bench.machine.tell((EV_FED, 0), (EV_DONE,))
    bench.go()
    assert bench.keeper.fed_count == 1


def test_load_waits_for_noise() -> None:
    bench = Bench()
    bench.keeper.is_drawn = False
    bench.ready((m.LOAD_DECK,))
    bench.machine.tell((EV_DONE,))
    for _ in range(5):
        bench.go()
    assert bench.operations() == [HOME, EJECT]
    bench.keeper.is_drawn = True
    bench.go()
    assert bench.operations()[-1] == FEED


def test_load_that_was_cut_off_begins_with_every_slot_and_counts_on() -> None:
    bench = Bench()
    bench.performers.queue_replayed((m.LOAD_DECK,), 10)
    bench.performers.queue_replayed((m.CARD_FED, 1), 11)
    bench.ready()
    for _ in range(3):
        assert bench.operations()[-1] == EJECT
        bench.machine.tell((EV_FAILED, FAILED_EMPTY))
        bench.go()
    for slot in range(2):
        bench.machine.tell((EV_FED, slot), (EV_DONE,))
        bench.go()
    assert bench.inputs == [(m.CARD_FED, 2)]


def test_jam_in_a_load_is_named() -> None:
    bench = Bench().ready((m.LOAD_DECK,))
    bench.machine.tell((EV_FAILED, FAILED_JAM))
    bench.go()
    assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-01"]


def test_face_is_opened_and_erased_by_its_token() -> None:
    bench = Bench().ready((m.OPEN_FACE, 70), (m.ERASE_FACE, 71), (m.ERASE_FACE, 72))
    bench.machine.tell((EV_FACE, 70, 33), (EV_DONE,))
    bench.go()
    bench.machine.tell((EV_FAILED, FAILED_NO_FACE))
    bench.go()
    bench.machine.tell((EV_DONE,))
    bench.go()
    assert bench.operations() == [HOME, OPEN_FACE, ERASE_FACE, ERASE_FACE]
    assert bench.inputs == [(m.FACE_OPENED, 70, 33)]
    assert bench.faults.inputs == []


def test_face_that_is_not_told_is_not_made_up() -> None:
    for ending in ((EV_DONE,), (EV_FAILED, FAILED_NO_FACE)):
        bench = Bench().ready((m.OPEN_FACE, 70))
        bench.machine.tell(ending)
        bench.go()
        assert bench.inputs == []
        assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-01"]


def test_erasing_that_fails_otherwise_is_named() -> None:
    bench = Bench().ready((m.ERASE_FACE, 70))
    bench.machine.tell((EV_FAILED, FAILED_JAM))
    bench.go()
    assert [one[1] for one in bench.faults.inputs] == ["F-DEAL-01"]


def test_stop_is_noted_so_that_its_number_is_not_used_again() -> None:
    bench = Bench().ready(DEAL)
    bench.performers.stop_motors()
    stopped = bench.machine.started[-1][0]
    note = bench.noted()
    assert note is not None
    assert int.from_bytes(note[:2], "big") == stopped
    bench.machine.refuses = TIMEOUT
    bench.performers.stop_motors()
