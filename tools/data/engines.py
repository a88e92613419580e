"""Makes a file of events and sums it with each engine: `make data`.

    python tools/data/engines.py [--mb 300] [--seed 1] [--file PATH] [ENGINE ...]

Each engine runs in a process of its own: polars, DuckDB and pandas in one process, Dask, Ray and Spark with two workers.
Prints rows, sums, and seconds to start and to read; the exit status is 1 if the sums of two engines differ.
An engine that is not installed is named.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time

from hayapack import Timestamp, packb

SCHEMA = {
    "id": "int64", "user": "str", "ok": "bool", "price": "float64", "qty": "int32", "city": "str", "host": "str",
    "ms": "float64", "at": "timestamp[us]", "pos": "struct{lat: float64, lon: float64}", "tags": "list[str]",
}  # fmt: skip
CITIES = ["Ueno", "Kobe", "Sapporo", "Nagoya"]


def make(path, size, seed):
    """Writes about `size` bytes of events; returns how many."""
    rng = random.Random(seed)
    count = written = 0
    with open(path, "wb") as file:
        while written < size:
            part = b"".join(packb(event(n, rng)) for n in range(count, count + 10_000))
            written += file.write(part)
            count += 10_000
    return count


def event(n, rng):
    # Quarters: sums of them are exact in any order.
    return {
        "id": n, "user": f"user-{rng.randrange(5000)}", "ok": rng.random() < 0.9, "price": rng.randrange(40_000) / 4,
        "qty": rng.randrange(10), "city": rng.choice(CITIES), "host": f"10.0.{n % 256}.{n % 100}",
        "ms": rng.randrange(4000) / 4, "at": Timestamp(1_700_000_000 + n // 10, n % 10 * 100_000_000),
        "pos": {"lat": rng.randrange(360) / 4, "lon": rng.randrange(720) / 4}, "tags": ["new", "paid", "big"][: n % 4],
    }  # fmt: skip


def polars(path):
    import polars as pl

    from hayapack.data.polars import scan_msgpack

    yield
    found = scan_msgpack(path, schema=SCHEMA).select(pl.len(), *[pl.col(name).sum() for name in ("id", "qty", "price")])
    yield found.collect().row(0)


def duckdb(path):
    import duckdb

    from hayapack.data import arrow

    yield
    events = duckdb.from_arrow(arrow.reader(path, SCHEMA, columns=["id", "qty", "price"]))
    yield events.aggregate("count(*), sum(id), sum(qty), sum(price)").fetchall()[0]


def pandas(path):
    import pandas
    import pyarrow  # noqa: F401

    from hayapack.data import arrow

    yield
    frame = pandas.DataFrame.from_arrow(arrow.reader(path, SCHEMA, columns=["id", "qty", "price"]))
    yield len(frame), frame.id.sum(), frame.qty.sum(), frame.price.sum()


def dask(path):
    import dask
    import distributed

    from hayapack.data.dask import read_msgpack

    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            client.run(__import__, "hayapack.data.dask")
            yield
            # Both from the same columns, so that they are read once.
            frame = read_msgpack(path, _block(path), SCHEMA, ["id", "qty", "price"])
            counts, sums = dask.compute(frame.count(), frame.sum())
            yield [counts["id"], *sums]


def ray(path):
    import ray

    from hayapack.data.ray import read_msgpack

    os.environ.update(RAY_ENABLE_UV_RUN_RUNTIME_ENV="0", RAY_AUTH_MODE="disabled")
    ray.init(num_cpus=2, include_dashboard=False, object_store_memory=300 << 20, address="local", log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield

    def sums(table):
        import pyarrow.compute as compute

        names = ("id", "qty", "price")
        return {"rows": [table.num_rows], **{name: [compute.sum(table[name]).as_py()] for name in names}}

    columns = ["id", "qty", "price"]
    dataset = read_msgpack(path, SCHEMA, columns, override_num_blocks=-(-os.path.getsize(path) // _block(path)))
    parts = dataset.map_batches(sums, batch_format="pyarrow", batch_size=None).take_all()
    yield [sum(part[name] for part in parts) for name in ("rows", *columns)]
    ray.shutdown()


def spark(path):
    from pyspark.sql import SparkSession
    from pyspark.sql import functions as F

    from hayapack.data.spark import MsgpackDataSource

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    session = builder.config("spark.driver.bindAddress", "127.0.0.1").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    session.dataSource.register(MsgpackDataSource)
    yield
    # Spark does not say which columns it needs; the schema does.
    frame = session.read.format("msgpack").schema("id long, qty int, price double")
    frame = frame.option("maxPartitionBytes", f"{_block(path)}").load(path)
    yield frame.agg(F.count("*"), F.sum("id"), F.sum("qty"), F.sum("price")).first()
    session.stop()


def _block(path):
    """Four ranges for each of two workers."""
    return max(os.path.getsize(path) // 8, 1 << 20)


ENGINES = {engine.__name__: engine for engine in (polars, duckdb, pandas, dask, ray, spark)}
WORKERS = {"dask": 2, "ray": 2, "spark": 2}


def measure(name, path):
    """In a process of its own: prints the result as JSON."""
    begun = time.perf_counter()
    steps = ENGINES[name](path)
    next(steps)
    started = time.perf_counter()
    rows, *sums = next(steps)
    read = time.perf_counter()
    print(
        json.dumps(
            {
                "rows": int(rows),
                "sums": [float(each) for each in sums],
                "start": started - begun,
                "read": read - started,
            }
        )
    )
    sys.stdout.flush()
    for _ in steps:
        pass


def run(name, path):
    """({"rows": …}, None), or (None, why not)."""
    child = subprocess.run(
        [sys.executable, __file__, "--measure", name, "--file", path], capture_output=True, text=True, timeout=900
    )
    for line in child.stdout.splitlines():
        if line.startswith("{"):
            return json.loads(line), None
    lines = child.stderr.strip().splitlines() or [f"exit status {child.returncode}"]
    missing = [line for line in lines if line.startswith("ModuleNotFoundError")]
    return None, f"not installed ({missing[-1].split('named ')[-1]})" if missing else lines[-1][:300]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="*", metavar="ENGINE", help=", ".join(ENGINES))
    parser.add_argument("--mb", type=float, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", default="build/data/events.msgpack")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        return measure(options.measure, options.file)
    unknown = set(options.engines) - set(ENGINES)
    if unknown:
        parser.error(f"no engine named {', '.join(sorted(unknown))}")
    os.makedirs(os.path.dirname(os.path.abspath(options.file)), exist_ok=True)
    count = make(options.file, int(options.mb * 1e6), options.seed)
    size = os.path.getsize(options.file) / 1e6
    print(f"{options.file}: {count:,} events, {size:,.0f} MB, seed {options.seed}")
    print(
        f"{'engine':8} {'workers':>7} {'rows':>10} {'sum(id)':>16} {'sum(qty)':>11} {'sum(price)':>18} {'start, s':>8} {'read, s':>8} {'MB/s':>6}"
    )
    results, failed = set(), False
    for name in options.engines or ENGINES:
        found, why = run(name, options.file)
        if found is None:
            print(f"{name:8} {why}")
            failed |= not why.startswith("not installed")
            continue
        ids, quantities, prices = found["sums"]
        results.add((found["rows"], *found["sums"]))
        print(
            f"{name:8} {WORKERS.get(name, 1):7} {found['rows']:10} {ids:16.0f} {quantities:11.0f} {prices:18.2f} "
            f"{found['start']:8.1f} {found['read']:8.2f} {size / found['read']:6.0f}"
        )
    if len(results) > 1 or any(rows != count for rows, *_ in results):
        print("the engines' results differ")
        failed = True
    elif results:
        print("all rows and sums are the same")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
