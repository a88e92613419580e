"""A codec that takes its process down with it."""

import os
import signal

NAME = "crashing"
FORMAT = "none"
PACKAGE = ""
LOSES = "everything"


def encode(value):
    os.kill(os.getpid(), signal.SIGSEGV)


def load(needs):
    return encode, encode
