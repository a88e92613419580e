"""Hides the modules and functions of the standard library that CPython for Windows lacks, for the step
python/without-posix: in the processes of the tool all of them, in pytest only what starts the tool by fork.

Not hidden: os.uname, which numpy asks for on Linux.
"""

import os
import signal
import sys

MODULES = ["curses", "fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"]
OS = """chown copy_file_range fchmod fchown fork forkpty getegid geteuid getgid getpgid getuid killpg memfd_create mkfifo
    posix_fadvise pread preadv pwrite sched_getaffinity sendfile setsid splice statvfs wait3 wait4""".split()
SIGNALS = """SIGALRM SIGCONT SIGHUP SIGPIPE SIGTSTP SIGUSR1 SIGWINCH alarm pthread_sigmask setitimer""".split()

if "pytest" in " ".join(sys.orig_argv):
    del os.fork
else:
    sys.modules.update(dict.fromkeys(MODULES))
    for module, names in ((os, OS), (signal, SIGNALS)):
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
