"""Compares the records of bench-narrow.sh: which rivals are faster, and the lead over the rivals with narrow and wide vectors.

narrow_vectors.py FOLDER    FOLDER/narrow/results.json and FOLDER/wide/results.json
"""

import sys
from pathlib import Path

from python_versions import NAMES, TASKS, joined, lost, mean, read

from hayapack_lab.comparisons import ratio_tables


def main():
    folder = Path(sys.argv[1])
    files = {name: folder / name / "results.json" for name in ("narrow", "wide")}
    records = {name: joined([read(path)])[0] for name, path in files.items()}
    for name, record in records.items():
        print(f"{name} vectors: {lost(record)}")
    for task, shown in TASKS.items():
        narrow, wide = (mean(record, task, ratio_tables.BEST) for record in records.values())
        if narrow is None or wide is None:
            continue
        print(
            f"{shown}: {NAMES[ratio_tables.BEST]} takes {narrow:.2f} of hayapack's time (geometric mean), with wide vectors {wide:.2f}: {narrow / wide:.2f}"
        )


if __name__ == "__main__":
    main()
