"""A codec that never returns."""

import time

NAME = "hanging"
FORMAT = "none"
PACKAGE = ""
LOSES = "time"


def load(needs):
    return lambda value: time.sleep(1000), time.sleep
