"""A codec that crashes its process."""

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
