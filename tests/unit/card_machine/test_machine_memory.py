"""What the card machine keeps is there after a loss of power at any byte, or was never written."""

from __future__ import annotations

import pytest

from hal.card_machine.account import Account
from hal.card_machine.faces import NO_FACE, Faces
from hal.card_machine.kept import Note, read_row, write_row
from hal.card_machine.target import Target
from hal.errors import PowerCut
from hal.ports import (
    EJECT,
    EV_DONE,
    EV_FAILED,
    EV_LANDED,
    EV_LEFT,
    EV_STRAYED,
    FAILED_STOPPED,
    PLACE_ASIDE,
    PLACE_BOARD1,
    STOPPED_BY_POWER,
)


class Cells:
    """An FRAM whose power goes after so many bytes."""

    def __init__(self, fill=0xFF):
        self.cells = bytearray((fill,)) * 32768
        self.left = None

    def read(self, offset, count):
        return bytes(self.cells[offset : offset + count])

    def write(self, offset, content):
        for at, octet in enumerate(content):
            if self.left is not None:
                if self.left == 0:
                    raise PowerCut
                self.left -= 1
            self.cells[offset + at] = octet


def told_by(account, target):
    target.block[:] = bytes(len(target.block))
    seen = []
    target.tell = lambda *event: seen.append(event)
    account.tell_again()
    return [(one[0], *one[2:]) for one in seen if one[1]]


def new(cells):
    target = Target(lambda on: None)
    return Account(cells, target), target


@pytest.mark.parametrize("fill", [0xFF, 0x00])
def test_a_blank_memory_knows_nothing(fill):
    cells = Cells(fill)
    assert read_row(cells, 0x40, 5) is None
    assert Note(cells, 0, 4).content is None
    account, _ = new(cells)
    assert account.is_new
    assert account.is_ended()
    assert Faces(cells).open(70) == NO_FACE


@pytest.mark.parametrize("bytes_left", range(16))
def test_a_note_torn_anywhere_is_the_one_before_or_the_new_one(bytes_left):
    cells = Cells()
    note = Note(cells, 0, 4)
    note.write(b"one.")
    note.write(b"two.")
    cells.left = bytes_left
    try:
        note.write(b"tree")
        wanted = {b"tree"}
    except PowerCut:
        wanted = {b"two."}
    assert Note(cells, 0, 4).content in wanted


def test_notes_are_told_apart_around_the_end_of_their_numbers():
    cells = Cells()
    note = Note(cells, 0, 2)
    for at in range(65_540):
        note.serial = note.serial or 65_530
        if at > 20:
            break
        note.write(bytes((at, 0)))
        assert Note(cells, 0, 2).content == bytes((at, 0))


def test_a_row_somewhere_else_is_no_row_here():
    cells = Cells()
    write_row(cells, 0x40, b"abc")
    cells.cells[0x60:0x65] = cells.cells[0x40:0x45]
    assert read_row(cells, 0x40, 3) == b"abc"
    assert read_row(cells, 0x60, 3) is None


def test_what_a_command_told_is_told_again_after_a_loss_of_power():
    cells = Cells()
    account, _ = new(cells)
    account.begin((7, EJECT, 4, 3, 70))
    account.tell(EV_LEFT, 4)
    account.tell(EV_LANDED, 3)
    account.end(EV_DONE)
    again, target = new(cells)
    assert again.command == (7, EJECT, 4, 3, 70)
    assert again.is_ended()
    assert told_by(again, target) == [(EV_LEFT, 4, 0), (EV_LANDED, 3, 0), (EV_DONE, 0, 0)]


def test_a_command_that_had_not_ended_is_known_as_such():
    cells = Cells()
    account, _ = new(cells)
    account.begin((6, EJECT, 9, 2, 69))
    account.tell(EV_LEFT, 9)
    account.end(EV_DONE)
    account.begin((7, EJECT, 4, 3, 70))
    again, target = new(cells)
    assert not again.is_ended()
    assert not again.has_told(EV_LEFT)
    again.keep_end([(EV_LEFT, 4, 0), (EV_FAILED, FAILED_STOPPED, STOPPED_BY_POWER)])
    once_more, target = new(cells)
    assert told_by(once_more, target)[-1] == (EV_FAILED, FAILED_STOPPED, STOPPED_BY_POWER)


def test_a_command_and_its_events_torn_anywhere_are_some_beginning_of_them():
    whole = [(EV_LEFT, 4, 0), (EV_LANDED, 3, 0), (EV_DONE, 0, 0)]
    for bytes_left in range(60):
        cells = Cells()
        account, _ = new(cells)
        account.begin((6, EJECT, 9, 2, 69))
        account.end(EV_DONE)
        cells.left = bytes_left
        try:
            account.begin((7, EJECT, 4, 3, 70))
            account.tell(EV_LEFT, 4)
            account.tell(EV_LANDED, 3)
            account.end(EV_DONE)
        except PowerCut:
            pass
        again, target = new(cells)
        told = told_by(again, target)
        if again.command[0] == 6:
            assert told in ([(EV_DONE, 0, 0)], []), bytes_left
        else:
            assert told == whole[: len(told)], bytes_left


def test_an_id_given_again_in_the_middle_of_a_pass_tells_each_event_once():
    account, target = new(Cells())
    account.begin((7, EJECT, 4, 3, 70))
    account.tell(EV_LEFT, 4)
    target.is_told_again = iter((True, False)).__next__  # the interrupt came just now
    told = []
    target.tell = lambda *event: told.append(event[0])
    account.tell(EV_LANDED, 3)
    assert told == [EV_LEFT, EV_LANDED]


def test_numbers_go_on_elsewhere_after_a_loss_of_power():
    cells = Cells()
    account, _ = new(cells)
    account.begin((7, EJECT, 4, 3, 70))
    _, target = new(cells)
    target.tell(EV_DONE, 7)
    assert target.block[0x26] == 2


def test_the_last_eight_strays_are_kept():
    cells = Cells()
    account, _ = new(cells)
    account.begin((7, EJECT, 4, 3, 70))
    account.end(EV_DONE)
    for slot in range(10):
        account.tell_unasked(EV_STRAYED, slot, 16)
        account.tell_unasked(EV_LANDED, 16)
    again, target = new(cells)
    seen = []
    target.tell = lambda *event: seen.append(event)
    again.tell_again()
    assert [one[2] for one in seen if one[0] == EV_STRAYED] == list(range(2, 10))
    assert seen[0] == (EV_DONE, 7, 0, 0)


# --- faces ---------------------------------------------------------------------------------------


def test_a_face_is_kept_opened_counted_and_erased_through_losses_of_power():
    cells = Cells()
    Faces(cells).keep(70, 12)
    assert Faces(cells).open(70) == 12
    faces = Faces(cells)
    assert (faces.openings, faces.open(70), faces.openings) == (1, 12, 2)
    faces.erase(70)
    faces.erase(70)
    assert Faces(cells).open(70) == NO_FACE
    assert Faces(cells).forget_all() == 2
    assert Faces(cells).openings == 0


def test_a_face_that_comes_twice_is_noticed_after_a_loss_of_power():
    cells = Cells()
    faces = Faces(cells)
    assert faces.see(5)
    faces.lies_at(PLACE_BOARD1)
    again = Faces(cells)
    assert not again.see(5)
    again.forget_place(PLACE_BOARD1)
    assert Faces(cells).see(5)


def test_a_card_that_lay_in_the_path_when_the_power_went_lies_aside():
    cells = Cells()
    Faces(cells).see(5)
    again = Faces(cells)
    again.lies_at(PLACE_ASIDE)
    Faces(cells).forget_place(PLACE_ASIDE)
    assert Faces(cells).see(5)


def test_a_collection_forgets_everything_with_one_note():
    cells = Cells()
    faces = Faces(cells)
    faces.keep(70, 12)
    faces.see(12)
    faces.forget_all()
    assert Faces(cells).open(70) == NO_FACE
    assert Faces(cells).see(12)


def test_after_a_collection_no_face_can_be_read_out_of_the_chip():
    cells = Cells()
    faces = Faces(cells)
    for token in range(64, 90):
        faces.keep(token, token - 64)
        faces.see(token - 64)
        faces.lies_at(3)
    faces.forget_all()
    for _ in faces.wipe():
        pass
    assert set(cells.cells[0x800:0x1800]) == {0xFF}
    assert Faces(cells).see(5)


def test_a_wipe_reads_and_writes_a_few_rows_a_pass_whichever_are_blank():
    cells = Cells()
    faces = Faces(cells)
    for token in range(2, 120):  # the first rows are taken
        faces.keep(token, token % 52)
    for token in range(2, 120, 8):
        faces.erase(token)
    faces.forget_all()
    transfers = []
    read, write = cells.read, cells.write
    cells.read = lambda *given: transfers.append(1) or read(*given)
    cells.write = lambda *given: transfers.append(1) or write(*given)
    for _ in faces.wipe():
        assert len(transfers) <= 16, "2 ms each for both"
        transfers.clear()
    assert len(transfers) <= 16


def test_more_faces_than_there_is_room_for_drop_the_oldest_token():
    cells = Cells()
    faces = Faces(cells)
    for token in range(64, 64 + 129):
        faces.keep(token, token % 52)
    assert faces.open(64) == NO_FACE
    assert faces.open(65) == 65 % 52
    assert Faces(cells).open(192) == 192 % 52


def test_nothing_here_shows_a_face():
    faces = Faces(Cells())
    faces.keep(70, 12)
    assert "12" not in repr(faces)
