"""Where each thing lies in the FRAM: one page that two programs can agree on.

32 KB that keep every write at once and through a power cut. A row here is an address and a size;
what is written there is the business of the file named beside it. Rule of the file: addresses are
never reused for something else, because a new firmware may find what an old one left.
"""

from __future__ import annotations

HEADS_AT = 0x0000  # end of the log: two places (journal.segments)
HEADS_PLACE_BYTES = 64
BOOT_AT = 0x0080  # boot counter and log id: two places (app.boot)
BOOT_PLACE_BYTES = 32
MOTION_AT = 0x00C0  # the card machine's last command: two places (app.performers)
MOTION_PLACE_BYTES = 32
OPENINGS_AT = 0x0100  # faces opened, as the reader counted at the last collect: two places
OPENINGS_PLACE_BYTES = 32
OCCUPIED_AT = 0x0140  # which slots hold a card: two places (app.order_keeper)
OCCUPIED_PLACE_BYTES = 32
HAND_AT = 0x0180  # number of the last hand whose order was kept: two places (app.order_keeper)
HAND_PLACE_BYTES = 32
STARTS_AT = 0x01C0  # starts in a row that did not come to play: two places (app.starts)
STARTS_PLACE_BYTES = 32
ORDER_AT = 0x0200  # the committed order: two equal copies (app.order_keeper)
ORDER_COPY_BYTES = 256
ROLE_KEYS_AT = 0x0400  # keys of paired roles: two equal copies a role (app.role_keys)
ROLE_KEY_COPY_BYTES = 64  # room for 16 roles up to 0x0C00
