"""A camera without a camera: the sensor shows the frames of a file, one after another.

`FRAMES` is the file's name; each frame is 320 x 200 points of RGB565. Past the last one it begins
again. `seen` is what was asked of the sensor, in order. Runs on both interpreters.
"""

IOCTL_SET_TRIGGERED_MODE = 2
RGB565 = 4
QVGA = 9
WIDTH, HEIGHT = 320, 200
FRAME_BYTES = WIDTH * HEIGHT * 2
FRAMES = "frames"

seen = []
images = []


class Image:
    def __init__(self, points):
        self.points = points

    def width(self):
        return WIDTH

    def height(self):
        return len(self.points) // (2 * WIDTH)

    def bytearray(self):
        return self.points


class CSI:
    exposes_us = None

    def __init__(self, stream=True):
        seen.append(("stream", stream))
        self._exposure_us = 20000
        self._shown = 0

    def __getattr__(self, name):
        if name not in (
            "ioctl",
            "pixformat",
            "framesize",
            "framebuffers",
            "auto_gain",
            "auto_whitebal",
            "hmirror",
            "vflip",
        ):
            raise AttributeError(name)
        return lambda *words, **named: seen.append((name,) + words + tuple(sorted(named.items())))

    def reset(self):
        seen.append(("reset",))

    def auto_exposure(self, enable, exposure_us=-1):
        seen.append(("auto_exposure", enable, exposure_us))
        self._exposure_us = exposure_us if CSI.exposes_us is None else CSI.exposes_us

    def exposure_us(self):
        return self._exposure_us

    def snapshot(self):
        seen.append(("snapshot",))
        with open(FRAMES, "rb") as file:
            file.seek(self._shown * FRAME_BYTES)
            points = file.read(FRAME_BYTES)
            if not points:
                self._shown = 0
                file.seek(0)
                points = file.read(FRAME_BYTES)
        self._shown += 1
        image = Image(bytearray(points))
        images[:] = [image]
        return image
