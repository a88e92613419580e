#!/usr/bin/env bash
# Fuzzes the decoding into classes, with the module that php/fuzz/run.sh builds with sanitizers.
#
#     php/fuzz/fuzz_into_classes.sh BUILD_DIR COUNT|SECONDSs [SEED [SCHEMAS]]
#
# After a failure BUILD_DIR/plans.input has the last inputs, the failing one among them. Exit status 77: could not run.
set -euo pipefail

build=${1:?usage: fuzz_into_classes.sh BUILD_DIR COUNT|SECONDSs [SEED [SCHEMAS]]}
limit=${2:?usage: fuzz_into_classes.sh BUILD_DIR COUNT|SECONDSs [SEED [SCHEMAS]]}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$build" && build=$(cd "$build" && pwd)

not_run() { echo "not run: fuzzing of plans ($*)"; exit 77; }
. "$here/sanitized.sh"
sanitized_module
sanitized php -n -d extension="$module" "$here/fuzz_into_classes.php" "$limit" "${3:-2026}" "${4:-200}" "$build/plans.input"
