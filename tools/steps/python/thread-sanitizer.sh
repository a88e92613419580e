#!/usr/bin/env bash
# step: Python package on CPython without the GIL, both under ThreadSanitizer
# covers: data races in the compiled module
# only here: races that no result of a test shows
# needs: thread-sanitizer python3.13-source
# tier: weekly
# seconds: 900
# minutes: 90
. "$(dirname "$0")/../../lib.sh"

phase "CPython 3.13t with ThreadSanitizer"
python=$(tools/setup/free-threaded.sh tsan | tail -n 1)
# The tools are installed by the plain build, since pip takes minutes under ThreadSanitizer.
tools/setup/version-venv.sh 3.13t-tsan "$(tools/setup/free-threaded.sh | tail -n 1)"
phase build
folder=$ROOT/build/py/3.13t-tsan
rm -rf "$folder/build" "$folder/lib" "$folder"/report.* # a module that was renamed since
export PYTHONPATH=$folder/lib:$folder/venv/lib/python3.13t/site-packages
CC=clang CFLAGS="-g -O1 -fno-omit-frame-pointer -fsanitize=thread" HAYAPACK_REQUIRE_NATIVE=1 TSAN_OPTIONS=report_bugs=0 \
    "$python" setup.py -q egg_info -e "$folder" build -b "$folder/build" --build-lib "$folder/lib"
nm -D "$folder"/lib/hayapack/_native*.so | grep __tsan_func_entry >/dev/null || fail "the compiled module is not instrumented"
phase tests
export TSAN_OPTIONS=exitcode=0:log_path=$folder/report:suppressions=${python%/bin/*}/share/tsan-suppressions.txt
"$python" -m pytest -q -p no:cacheprovider --backend native python/tests/robustness/test_threads*.py
reports=("$folder"/report.*)
[ ! -e "${reports[0]}" ] || {
    sed -n '/WARNING/,/SUMMARY/p' "${reports[@]}" | head -n 200
    sed -n 's/^SUMMARY: //p' "${reports[@]}" | sort | uniq -c | sort -rn
    fail "ThreadSanitizer has reported races"
}
