"""The camera: an OpenMV N6, whose PAG7936 sees all points at once, and the lamps beside it.

A card passes at 0.75 m/s. In 0.1 ms it moves 0.075 mm, less than a point, so that is how long a
look is exposed, whatever the light; a sensor that exposed its lines one after another would bend
the glyphs besides. The sensor waits for its trigger and the lamps are lit for the look alone. Gain
and white are fixed: the same ink must give the same numbers tonight and tomorrow.
Rule of the file: a frame is overwritten with darkness before the look is over.

Sources: docs.openmv.io (csi; OpenMV N6 quick reference), and openmv/openmv, drivers/sensors,
pag7936.c: a line is 8 us, the shortest exposure 80 us, 320 x 200 points at QVGA. Triggered mode
must be chosen before format and size (openmv/openmv pull request 3263). How long a triggered
snapshot takes, some 5.5 ms, was told by a user in OpenMV's forum; nobody has measured it here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.card_reader.loops import halved
from hal.card_reader.index import HEIGHT, WIDTH
from hal.errors import ABSENT, CORRUPT, TIMEOUT, HalError

if TYPE_CHECKING:
    from hal.card_reader.board_modules import Csi, Machine, Pin, Sensor

EXPOSURE_US = 100
GAIN_DB = 6
WHITE_DB = (4, 0, 4)  # to be read off white paper under the lamps that are used
LAMP = "P7"
FRAME_WIDTH = 2 * WIDTH
FRAME_HEIGHT = 2 * HEIGHT
_LINE_BYTES = 2 * FRAME_WIDTH
_FRAME_BYTES = _LINE_BYTES * FRAME_HEIGHT
_EXPOSURE_SLACK_US = 30


class Camera:
    """The contract `reading.Eye`. mirrored, upside_down: as the camera is mounted."""

    def __init__(self, csi: Csi, machine: Machine, mirrored: bool, upside_down: bool) -> None:
        self._lamp: Pin = machine.Pin(LAMP, machine.Pin.OUT, value=0)
        sensor: Sensor = csi.CSI(stream=False)  # no frame goes to a computer on the USB port
        sensor.reset()
        sensor.ioctl(csi.IOCTL_SET_TRIGGERED_MODE, True)
        sensor.pixformat(csi.RGB565)
        sensor.framesize(csi.QVGA)
        sensor.framebuffers(1)
        sensor.auto_gain(False, gain_db=GAIN_DB)
        sensor.auto_whitebal(False, rgb_gain_db=WHITE_DB)
        sensor.auto_exposure(False, exposure_us=EXPOSURE_US)
        sensor.hmirror(mirrored)
        sensor.vflip(upside_down)
        self._sensor = sensor
        self._green = bytearray(WIDTH * HEIGHT)
        self._red = bytearray(WIDTH * HEIGHT)
        self._darkness = bytes(_LINE_BYTES)
        self.look()
        self.forget()
        if abs(sensor.exposure_us() - EXPOSURE_US) > _EXPOSURE_SLACK_US:
            raise HalError(CORRUPT, "camera", f"exposes {sensor.exposure_us()} us")

    def look(self) -> tuple[bytearray, bytearray]:
        """Take one picture with the lamps lit; green and red, 160 x 100 points each."""
        self._lamp.value(1)
        try:
            image = self._sensor.snapshot()
        except RuntimeError:  # how OpenMV's csi tells that no frame came (py_csi.c)
            image = None
        finally:
            self._lamp.value(0)
        if image is None:
            raise HalError(TIMEOUT, "camera", "no frame")
        if image.width() != FRAME_WIDTH or image.height() < FRAME_HEIGHT:
            raise HalError(ABSENT, "camera", f"{image.width()} x {image.height()} points")
        points = memoryview(image.bytearray())
        first = (image.height() - FRAME_HEIGHT) // 2 * _LINE_BYTES
        middle = points[first : first + _FRAME_BYTES]
        halved(middle, WIDTH, HEIGHT, self._green, self._red)
        for line in range(0, len(points), _LINE_BYTES):
            points[line : line + _LINE_BYTES] = self._darkness
        return self._green, self._red

    def forget(self) -> None:
        """Leave nothing of the picture behind."""
        for plane in (self._green, self._red):
            for start in range(0, len(plane), _LINE_BYTES):
                end = min(start + _LINE_BYTES, len(plane))
                plane[start:end] = self._darkness[: end - start]
