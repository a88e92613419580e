"""Builds hayapack from the root of the repository or of the sdist.

All metadata except the license is in pyproject.toml. This file builds the optional compiled
modules: `hayapack._native`, and `hayapack._liblz4`, which links to liblz4. If `_native` can't be
built, the package is installed as pure Python.

Environment:
    HAYAPACK_REQUIRE_NATIVE=1  failing to build a module is an error
    HAYAPACK_BUILD_PURE=1      do not build the compiled modules
    HAYAPACK_DEBUG=1           keep debug information (also with -g in CFLAGS)
    HAYAPACK_WITHOUT_LZ4=1     do not build _liblz4: compressed messages then
                               need the Python package lz4
    CC=gcc                     on Windows a compiler for MinGW: gcc or clang
"""

import os
import platform
import shutil
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from glob import glob

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

try:
    from setuptools.errors import BaseError, CompileError, LinkError
except ImportError:  # on some systems with setuptools 61 to 65
    from distutils.errors import CompileError, LinkError
    from distutils.errors import DistutilsError as BaseError

SOURCE = os.path.join("python", "src")
NATIVE, LIBLZ4 = "hayapack._native", "hayapack._liblz4"

# -fno-plt and hidden symbols make calls between the module's files direct; libcall prevents gcc
# from replacing short copies by `rep movs` (3 times slower).
GCC_FLAGS = [
    "-std=c11",
    "-O2",
    "-fno-plt",
    "-fvisibility=hidden",
    "-mstringop-strategy=libcall",
]
# On Windows. libgcc is linked in: no other library than Python's and the system's is needed. The flags are those that
# Python's own build adds elsewhere: overflow of integers is defined.
MINGW_FLAGS = ["-fwrapv"]
MINGW_LINK_FLAGS = ["-static-libgcc"]
# After Python's own flags, which have -g: debug information is five times the size of the code.
NO_DEBUG = "-g0"

WARNING = """\
**********************************************************************
hayapack: WARNING: the compiled module could not be built:
    {reason}
The pure Python fallback is installed instead: with the same results, but
many times slower. Install a C compiler and the headers of this Python
(Debian: apt install gcc python3-dev) and install hayapack again, with
pip's option --no-cache-dir, since pip may have cached this build.
**********************************************************************
"""


def wanted(name):
    return os.environ.get(name, "") not in ("", "0")


def wants_debug():
    """Whether debug information was asked for: sanitizers and profilers need it."""
    flags = os.environ.get("CFLAGS", "").split()
    asked = any(flag.startswith("-g") and flag != NO_DEBUG or flag.startswith("-fsanitize") for flag in flags)
    return asked or wanted("HAYAPACK_DEBUG")


def warn(reason):
    text = WARNING.format(reason=reason)
    sys.stderr.write(text)
    sys.stderr.flush()
    # pip shows the output of a build only with -v, so the warning is also written to the terminal.
    try:
        with open("/dev/tty", "w") as terminal:
            terminal.write(text)
    except OSError:
        pass


class BuildNative(build_ext):
    """build_ext that adapts to the compiler and whose failure is not fatal."""

    def finalize_options(self):
        super().finalize_options()
        # CC: gcc, or a clang for MinGW. Without one, the compiler that setuptools finds is Microsoft's. With MinGW,
        # setuptools takes the library of the Python with the GIL.
        mingw = shutil.which(os.environ.get("CC", "gcc").split()[0]) and not sysconfig.get_config_var("Py_GIL_DISABLED")
        if os.name == "nt" and self.compiler is None and mingw:
            self.compiler = "mingw32"

    def run(self):
        self.into_source = self.inplace  # super().run() resets self.inplace temporarily
        super().run()

    def build_extensions(self):
        try:
            self.add_flags()
            self.check_lz4()
            self.compile_at_once()
            super().build_extensions()
        except (BaseError, CompileError, LinkError, OSError) as error:
            if wanted("HAYAPACK_REQUIRE_NATIVE"):
                raise
            warn(error)
            self.give_up()

    def add_flags(self):
        if self.compiler.compiler_type == "msvc":
            raise CompileError("Microsoft's compiler does not know GNU C: set CC to MinGW's gcc or clang")
        flags = self.accepted(GCC_FLAGS if wants_debug() else [*GCC_FLAGS, NO_DEBUG])
        for extension in self.extensions:
            extension.extra_compile_args = flags + extension.extra_compile_args
            if self.compiler.compiler_type == "mingw32":
                extension.extra_compile_args += MINGW_FLAGS
                extension.extra_link_args += MINGW_LINK_FLAGS

    def check_lz4(self):
        """Omits hayapack._liblz4 if liblz4 or its headers are not found."""
        if wanted("HAYAPACK_WITHOUT_LZ4") or not self.links_lz4():
            self.leave_out(LIBLZ4)

    def links_lz4(self):
        folder = tempfile.mkdtemp()
        try:
            source = os.path.join(folder, "probe.c")
            with open(source, "w") as file:
                file.write(
                    "#include <lz4.h>\n#include <lz4hc.h>\n"
                    "int probe(void) { return LZ4_sizeofState() < LZ4_sizeofStateHC(); }\n"
                )
            objects = self.compiler.compile([source], output_dir=folder)
            self.compiler.link_shared_object(objects, os.path.join(folder, "probe.so"), libraries=["lz4"])
        except (CompileError, LinkError):
            return False
        finally:
            shutil.rmtree(folder)
        return True

    def accepted(self, flags):
        """The flags that this compiler accepts without a warning."""
        folder = tempfile.mkdtemp()
        try:
            source = os.path.join(folder, "probe.c")
            with open(source, "w") as file:
                file.write("int probe(void) { return 0; }\n")
            return [flag for flag in flags if self.accepts(flag, source, folder)]
        finally:
            shutil.rmtree(folder)

    def accepts(self, flag, source, folder):
        try:
            self.compiler.compile([source], output_dir=folder, extra_preargs=["-Werror", flag])
        except CompileError:
            return False
        return True

    def compile_at_once(self):
        """As many files of a module as there are processors; setuptools compiles one after another."""
        compile_files = self.compiler.compile

        def compile_each(sources, **options):
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                return sum(pool.map(lambda source: compile_files([source], **options), sources), [])

        self.compiler.compile = compile_each

    def leave_out(self, name):
        """Omits a module, and removes its file from an earlier build."""
        self.extensions[:] = [e for e in self.extensions if e.name != name]
        for folder in [self.build_lib] + [SOURCE] * bool(self.into_source):
            path = os.path.join(folder, self.get_ext_filename(name))
            if os.path.exists(path):
                os.remove(path)

    def give_up(self):
        """Turns this into a build of the pure Python package, including the wheel's tag."""
        self.leave_out(NATIVE)
        self.leave_out(LIBLZ4)
        self.distribution.ext_modules = []
        wheel = self.distribution.get_command_obj("bdist_wheel", create=False)
        if wheel is not None:
            wheel.root_is_pure = True


def native_modules():
    liblz4 = os.path.join("python", "ext", "lz4", "liblz4", "liblz4_module.c")
    sources = sorted(set(glob("python/ext/**/*.c", recursive=True)) - {liblz4})
    if not sources:
        return []
    if wanted("HAYAPACK_BUILD_PURE"):
        return []
    if platform.python_implementation() != "CPython":
        return []
    headers = glob("python/ext/**/*.h", recursive=True) + glob("core/include/*.h")
    core = glob("core/src/*.[ch]")
    return [
        Extension(
            NATIVE,
            sources=sources,
            include_dirs=["core/include", "python/ext"],
            depends=sorted(headers + core),
        ),
        # A separate module, so that _native loads without liblz4.
        Extension(
            LIBLZ4,
            sources=[liblz4],
            include_dirs=["python/ext"],
            depends=["python/ext/lz4/liblz4.h"],
            libraries=["lz4"],
        ),
    ]


setup(
    license="MIT",
    ext_modules=native_modules(),
    data_files=[("share/man/man1", ["python/man/hayapack.1"])],
    cmdclass={"build_ext": BuildNative},
)
