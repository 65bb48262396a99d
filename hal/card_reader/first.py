"""The camera's first file: hands its modules to the program."""

import csi
import machine
import os
import time

from hal.card_reader.main import run

run(machine, csi, time, os)
