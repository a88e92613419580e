#!/usr/bin/env bash
# Builds CPython 3.11 for Windows (x86-64) from Debian's source package, with MinGW's gcc and Windows' own C library
# (UCRT), in .cache/python/windows-3.11: NuGet's package python was not served where this was written. The source files,
# and what is built into the library, are those that CPython's own projects for Visual Studio name (PCbuild). It has
# Windows' PC/pyconfig.h, so modules are compiled against the headers that users have.
# 2 to 4 minutes on two cores; other checkouts of this machine take it from the cache of tools/setup/heavy.sh.
#   windows-python.sh [source]   source: only fetches the source packages
# The last line printed is the folder: python.exe, python311.dll, Include, Lib, DLLs, libs/libpython311.dll.a, and
# ucrt.specs, with which gcc links UCRT. Exit status 77: something is missing; the last line is the reason.
. "$(dirname "$0")/../lib.sh"

version=3.11 digits=311
gcc=x86_64-w64-mingw32-gcc
folder=$CACHE/python/windows-$version
source=$CACHE/python/$version-source
build=$folder.build
have "$gcc" || not_run "$gcc was not found (Debian: gcc-mingw-w64-x86-64-win32)"
[ -f "$("$gcc" -print-file-name=libz.a)" ] || not_run "zlib for MinGW was not found (Debian: libz-mingw-w64-dev)"
python=python$version # what is frozen into the library must be of the same minor version
have "$python" || not_run "$python was not found"
mkdir -p "$CACHE/python"

# listed PROJECT: the C files of a project for Visual Studio, from the source's root.
listed() {
    tr '\\' / <"$source/PCbuild/$1.vcxproj" | sed -n 's,.*<ClCompile Include="\(\.\./\|$(PySourcePath)\)\([^"$]*\.c\)".*,\2,p' |
        grep -v '^Python/deepfreeze/' | LC_ALL=C sort -u
}

# freeze: writes the modules that the library contains as bytecode.
freeze() {
    local file name modules=()
    mkdir -p "$build"/Python/{frozen_modules,deepfreeze}
    while read -r file name; do
        "$python" Programs/_freeze_module.py "$name" "$file" "$build/Python/frozen_modules/$name.h"
        modules+=("$build/Python/frozen_modules/$name.h:$name")
    done < <(tr '\\' / <PCbuild/_freeze_module.vcxproj | sed '/<GetPath /,/<.GetPath>/d' |
        sed -n 's,.*<None Include="\.\./\([^"]*\)".*,\1,p; s,.*<ModName>\(.*\)</ModName>.*,\1,p' | paste -d ' ' - -)
    "$python" Programs/_freeze_module.py getpath Modules/getpath.py "$build/Python/frozen_modules/getpath.h"
    "$python" Tools/scripts/deepfreeze.py "${modules[@]}" -o "$build/Python/deepfreeze/deepfreeze.c"
}

# Modules of CPython that are not in the library. _ssl and others are left out: Debian has no OpenSSL for MinGW.
MODULES=(_asyncio _ctypes _decimal _multiprocessing _overlapped _queue _socket _uuid _zoneinfo select unicodedata)

# build_libffi: what ctypes is built with, whose tests of Arrow's structs need it.
build_libffi() {
    mkdir -p "$build/libffi"
    cd "$build/libffi"
    "$source-libffi/configure" -q --host=x86_64-w64-mingw32 --disable-shared --enable-static --disable-docs
    make -s -j"$(nproc)"
    cd "$source"
}

build_python() {
    local module rules="" sources
    build_libffi
    cd "$source"
    freeze
    # What only Visual C++ accepts: a declaration that is static here, not in the header, macros that hide those of MinGW,
    # and a limit of handles that Windows does not have.
    mkdir -p "$build/Modules"
    sed '/^#define \(IPPROTO_[A-Z0-9]*\) \1\>/d; s/_PyIsSelectable_fd([^;]*->sock_fd)/1/' Modules/socketmodule.c >"$build/Modules/socketmodule.c"
    sed '/^static int$/{N;s/^static int\n_Py_CheckPython3/int\n_Py_CheckPython3/}' Python/dynload_win.c >"$build/Python/dynload_win.c"
    "$gcc" -dumpspecs | sed 's/-lmsvcrt/-lucrt/' >"$build/ucrt.specs"
    mapfile -t sources < <(listed pythoncore)
    for module in "${MODULES[@]}"; do
        rules+="$build/DLLs/$module.pyd: $(listed "$module" | sed "s,.*,$build/o/&.o ," | tr -d '\n')"$'\n'
    done
    make -s -j"$(nproc)" -f - SOURCE="$source" BUILD="$build" DIGITS="$digits" VERSION="$version" \
        CC="$gcc -specs=$build/ucrt.specs" OBJECTS="$(printf "$build/o/%s.o " "${sources[@]}" Python/deepfreeze/deepfreeze.c)" \
        RULES="$rules" MODULES="$(printf "$build/DLLs/%s.pyd " "${MODULES[@]}")" <<'MAKEFILE'
# What PC/pyconfig.h leaves to compilers other than Microsoft's, and the definitions of PCbuild.
FLAGS = -O1 -fwrapv -fno-strict-aliasing -w -D_UCRT -DNDEBUG -D_WIN32_WINNT=0x0602 -DNTDDI_VERSION=0x06020000 \
    -DMS_WIN64 -DPYD_PLATFORM_TAG='"win_amd64"' -DHAVE_SSIZE_T=1 -DHAVE_UINTPTR_T=1 -DHAVE_INTPTR_T=1 -DHAVE_BUILTIN_ATOMIC=1 \
    -I$(SOURCE)/PC -I$(SOURCE)/Include -I$(SOURCE)/Include/internal -I$(SOURCE)/Python -I$(SOURCE)/Modules -I$(BUILD)/Python
CORE = -DPy_BUILD_CORE -DPy_BUILD_CORE_BUILTIN -DPy_ENABLE_SHARED -D_Py_HAVE_ZLIB -DMS_DLL_ID='"$(VERSION)"' -DPY3_DLLNAME='L"python3"' \
    -DVPATH='""' -DPREFIX=NULL -DEXEC_PREFIX=NULL -DVERSION=NULL -DPYDEBUGEXT='""' -DPLATLIBDIR='"DLLs"'
FFI = -DUSING_MALLOC_CLOSURE_DOT_C=1 -DFFI_STATIC_BUILD -I$(BUILD)/libffi/include
DECIMAL = -DCONFIG_64=1 -DASM=1 -idirafter $(SOURCE)/Modules/_decimal/libmpdec # it has an io.h, too
LIBRARY = $(BUILD)/libs/libpython$(DIGITS).dll.a

all: $(BUILD)/python.exe $(MODULES)
$(BUILD)/python$(DIGITS).dll: $(OBJECTS)
	mkdir -p $(BUILD)/libs
	$(CC) -shared -static-libgcc -s -o $@ $(OBJECTS) -Wl,--out-implib,$(LIBRARY) -l:libz.a \
	    -lversion -lws2_32 -lpathcch -lbcrypt -ladvapi32
$(BUILD)/python.exe: $(SOURCE)/Programs/python.c $(BUILD)/python$(DIGITS).dll
	$(CC) $(FLAGS) -municode -static-libgcc -s -o $@ $< $(LIBRARY)
$(BUILD)/DLLs/%.pyd: $(BUILD)/python$(DIGITS).dll
	mkdir -p $(@D)
	$(CC) -shared -static-libgcc -s -o $@ $(filter %.o,$^) $(LIBRARY) $(BUILD)/libffi/.libs/libffi.a \
	    -lws2_32 -liphlpapi -lrpcrt4 -lole32 -loleaut32 -luuid

$(OBJECTS): FLAGS += $(CORE)
$(BUILD)/o/%.c.o: $(BUILD)/%.c
	mkdir -p $(@D) && $(CC) $(FLAGS) -c $< -o $@
$(BUILD)/o/Modules/_ctypes/%.c.o: $(SOURCE)/Modules/_ctypes/%.c
	mkdir -p $(@D) && $(CC) $(FLAGS) $(FFI) -c $< -o $@
$(BUILD)/o/Modules/_decimal/%.c.o: $(SOURCE)/Modules/_decimal/%.c
	mkdir -p $(@D) && $(CC) $(FLAGS) $(DECIMAL) -c $< -o $@
$(BUILD)/o/%.c.o: $(SOURCE)/%.c
	mkdir -p $(@D) && $(CC) $(FLAGS) -c $< -o $@
$(eval $(RULES))
MAKEFILE
    cp -r Include Lib "$build"
    cp PC/pyconfig.h "$build/Include"
    rm -rf "$build"/{o,Python,Modules,libffi} "$build"/Lib/{test,idlelib,tkinter,turtledemo,lib2to3,ensurepip} "$build"/Lib/*/tests
}

# fetch PACKAGE FOLDER FILE: the source of Debian bookworm's package; FILE is in it.
fetch() {
    [ ! -f "$2/$3" ] || return 0
    rm -rf "$2" "$2.part"
    tools/setup/debian-source.sh "$1" "$2.part" bookworm >"$2.log" 2>&1 ||
        not_run "the source package $1 of Debian bookworm cannot be fetched"
    mv "$2.part"/*/ "$2" # the archive's folder has the version's name
    rm -rf "$2.part"
}

# In a shell of its own, which ends at the first error: where the exit status is asked for, as by logged, bash goes on.
if [ "${1:-}" = compile ]; then
    build_python
    exit
fi

exec 9>"$folder.lock"
flock 9
key=$(hash_of tools/setup/windows-python.sh)-$("$gcc" -dumpversion)
if [ "$(cat "$folder/built-with" 2>/dev/null)" != "$key" ] && ! tools/setup/heavy.sh get "python-windows-$version-$key" "$folder"; then
    fetch "python$version" "$source" PC/pyconfig.h
    fetch libffi "$source-libffi" configure
    [ "${1:-}" != source ] || exit 0
    say "building CPython $version for Windows: 2 to 4 minutes"
    rm -rf "$folder" "$build"
    mkdir -p "$build"
    logged "$CACHE/python/windows.log" "$0" compile
    printf '%s\n' "$key" >"$build/built-with"
    mv "$build" "$folder"
    tools/setup/heavy.sh put "python-windows-$version-$key" "$folder"
fi
printf '%s\n' "$folder"
