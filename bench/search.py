#!/usr/bin/env python3
"""Our vector search beside faiss, usearch and sqlite-vec on the same rows, in one run.

    bench/search.py [ROWS [ROUNDS]]     1,000,000 rows of 384 and 15 rounds when not said

Each round puts one question to every engine, one after another, so that what else the machine does
meets them all; the ratios are medians over the rounds. Needs build/release/bench_search (`ninja -C
build/release bench_search`) and, at 1,000,000 rows, 8 GB of memory. The peers are installed from
PyPI into bench/peers/search, or wherever OI_BENCH_PEERS names.
"""
import importlib.metadata
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent
PEERS = pathlib.Path(os.environ.get("OI_BENCH_PEERS", ROOT / "bench/peers/search"))
PROGRAM = os.environ.get("OI_BENCH_SEARCH", str(ROOT / "build/release/bench_search"))
PACKAGES = ["numpy", "faiss-cpu", "usearch", "sqlite-vec", "apsw"]  # apsw loads sqlite-vec
THREADS = len(os.sched_getaffinity(0))
DIMENSION, K = 384, 50
OURS = ["sum1", "exact1", "int8_1", "sum", "exact", "int8"]


def enter_peer_environment():
    """Runs this script again by the Python of the throw-away environment."""
    python = PEERS / "bin/python"
    if pathlib.Path(sys.prefix) == PEERS:
        return
    if not python.exists():
        venv.create(PEERS, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *PACKAGES], check=True)
    os.execv(python, [python, *sys.argv])


class Ours:
    """One process that holds the rows; a search by the way asked for."""

    def __init__(self, file):
        self.process = subprocess.Popen([PROGRAM, "serve", file, str(K)], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.process.stdout.readline()

    def search(self, way, number):
        self.process.stdin.write(f"{way} {number}\n")
        self.process.stdin.flush()
        wall, worked, best, total = self.process.stdout.readline().split()
        return float(wall), float(worked), (int(best), float(total))


def peers(rows):
    """Name: a search for one question that gives the K best rows and their cosines."""
    import apsw
    import faiss
    import numpy
    import sqlite_vec
    from usearch.index import MetricKind
    from usearch.index import search as usearch_search
    flat = faiss.IndexFlatIP(DIMENSION)
    flat.add(rows)

    def of_faiss(query):
        scores, ids = flat.search(query[None], K)
        return ids[0], scores[0]

    def of_usearch(query):
        found = usearch_search(rows, query[None], K, MetricKind.IP, exact=True, threads=THREADS)
        return found.keys.ravel(), 1 - found.distances.ravel()

    database = apsw.Connection(":memory:")
    database.enable_load_extension(True)
    database.load_extension(sqlite_vec.loadable_path())
    database.execute(f"CREATE VIRTUAL TABLE v USING vec0(e float[{DIMENSION}] "
                     "distance_metric=cosine)")
    with database:
        database.executemany("INSERT INTO v(rowid, e) VALUES (?, ?)",
                             ((i, row.tobytes()) for i, row in enumerate(rows)))

    def of_sqlite(query):
        found = database.execute("SELECT rowid, distance FROM v WHERE e MATCH ? AND k = ?",
                                 (query.tobytes(), K)).fetchall()
        return numpy.array([f[0] for f in found]), numpy.array([1 - f[1] for f in found])

    version = importlib.metadata.version
    return {f"faiss-cpu {version('faiss-cpu')} IndexFlatIP": of_faiss,
            f"usearch {version('usearch')} exact": of_usearch,
            f"sqlite-vec {version('sqlite-vec')}": of_sqlite}


def run(rows_wanted, rounds):
    import numpy
    folder = pathlib.Path(os.environ.get("OI_BENCH_FOLDER", tempfile.gettempdir()))
    file = folder / f"rows-{rows_wanted}.f32"
    if not file.exists():
        subprocess.run([PROGRAM, "rows", file, str(rows_wanted)], check=True)
    rows = numpy.fromfile(file, numpy.float32).reshape(-1, DIMENSION)
    ours = Ours(str(file))
    others = peers(rows)
    wall, worked = {}, {}
    for number in range(rounds + 1):  # the first warms up and does not count
        at = 7919 * number + 1
        best = None
        first = number % len(OURS)  # whoever comes first finds what the others left in the caches
        for way in OURS[first:] + OURS[:first]:
            seconds, processor, found = ours.search(way, at)
            if not way.startswith("sum"):
                assert best is None or best == found, f"{way} gives {found}, not {best}"
                best = found
            if number:
                wall.setdefault(way, []).append(seconds)
                worked.setdefault(way, []).append(processor)
        query = ours_query(rows, best[0], at)
        for name, search in others.items():
            begin, before = time.perf_counter(), time.process_time()
            ids, _ = search(query)
            seconds, processor = time.perf_counter() - begin, time.process_time() - before
            assert int(ids[0]) == best[0], f"{name}: best row {ids[0]}, not {best[0]}"
            if number:
                wall.setdefault(name, []).append(seconds)
                worked.setdefault(name, []).append(processor)
    report(rows, rounds, wall, worked)


def ours_query(rows, best, at):
    """A question with the same best row as ours; the peers' time does not depend on which."""
    import numpy
    noise = numpy.random.default_rng(at).standard_normal(DIMENSION).astype(numpy.float32)
    noise /= numpy.linalg.norm(noise)
    query = 0.8 * noise + 0.6 * rows[best]
    return query / numpy.linalg.norm(query)


def report(rows, rounds, wall, worked):
    size = rows.nbytes / 1e9
    print(f"{len(rows):,} x {DIMENSION} ({size:.2f} GB), best {K}, {rounds} rounds, {THREADS} cores")
    print("| engine | wall ms, median | best | processor ms, median | processor: by sum | by ours "
          "exact | by ours int8 |")
    print("|---|---|---|---|---|---|---|")
    for name, seconds in wall.items():
        def by(other):
            return statistics.median(a / b for a, b in zip(worked[name], worked[other]))
        print(f"| {name} | {1000 * statistics.median(seconds):.1f} | {1000 * min(seconds):.1f} | "
              f"{1000 * statistics.median(worked[name]):.1f} | {by('sum1'):.2f} | "
              f"{by('exact1'):.2f} | {by('int8_1'):.2f} |", flush=True)
    for two, one in [("exact1", "sum1"), ("exact", "sum"), ("exact1", "int8_1"), ("exact", "int8"),
                     ("exact1", "exact"), ("int8_1", "int8")]:
        ratio = statistics.median(a / b for a, b in zip(wall[two], wall[one]))
        print(f"wall {two} / {one}: {ratio:.2f}")


if __name__ == "__main__":
    if len(sys.argv) > 3:
        sys.exit(__doc__)
    enter_peer_environment()
    run(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000,
        int(sys.argv[2]) if len(sys.argv) > 2 else 15)
