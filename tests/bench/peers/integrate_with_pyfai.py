#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Integrates a stack with pyFAI, h5py and hdf5plugin and says how fast that was.

Every frame is read through HDF5's filter pipeline and integrated with integrate1d: 1000 bins of q, full pixel splitting,
solid angle, Poisson errors. Tables are made before the clock starts. Two ways of using the cores are tried: one process
whose pyFAI uses all of them (OpenMP), and one process for each of them with frames dealt out.

Prints one JSON object a line: way, method, workers, frames, seconds, frames_per_s; writes the patterns to an .npz file.
"""
import argparse
import json
import multiprocessing
import os
import sys
import time


def integrator_of(poni, method):
    import pyFAI

    integrator = pyFAI.load(poni)
    return integrator, ("full", method, "cython")


def integrate(stack, poni, method, indices, start=None):
    """Patterns and errors of some frames, the bin centres and the seconds from the start to the end of the loop."""
    import h5py
    import hdf5plugin  # noqa: F401  registers the decoders
    import numpy

    integrator, way = integrator_of(poni, method)
    with h5py.File(stack, "r") as file:
        frames = file["/entry/data/data"]
        mask = (file["/entry/instrument/detector/pixel_mask"][()] != 0).astype("int8")
        options = dict(npt=1000, unit="q_nm^-1", method=way, error_model="poisson", correctSolidAngle=True, mask=mask)
        integrator.integrate1d(frames[0], **options)  # makes the tables
        if start is not None:
            start.wait()
        began = time.perf_counter()
        patterns, errors = [], []
        for index in indices:
            result = integrator.integrate1d(frames[index], **options)
            patterns.append(result.intensity)
            errors.append(result.sigma)
        seconds = time.perf_counter() - began
    return result.radial, numpy.array(patterns), numpy.array(errors), seconds


def worker(stack, poni, method, indices, start, queue):
    os.environ["OMP_NUM_THREADS"] = "1"
    queue.put((indices, integrate(stack, poni, method, indices, start)))


def with_processes(stack, poni, method, count, workers):
    import numpy

    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    start = context.Barrier(workers + 1)
    shares = [range(rank, count, workers) for rank in range(workers)]
    processes = [context.Process(target=worker, args=(stack, poni, method, share, start, queue)) for share in shares]
    os.environ["OMP_NUM_THREADS"] = "1"
    for process in processes:
        process.start()
    start.wait()
    began = time.perf_counter()
    parts = [queue.get() for _ in processes]
    seconds = time.perf_counter() - began
    for process in processes:
        process.join()
    radial = parts[0][1][0]
    patterns = numpy.empty((count, len(radial)), "float32")
    errors = numpy.empty_like(patterns)
    for indices, (_, some, sigmas, _) in parts:
        patterns[list(indices)] = some
        errors[list(indices)] = sigmas
    return radial, patterns, errors, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stack")
    parser.add_argument("poni")
    parser.add_argument("--frames", type=int, required=True)
    parser.add_argument("--way", choices=("threads", "processes"), required=True)
    parser.add_argument("--method", choices=("csr", "csc", "lut", "histogram"), default="csr")
    parser.add_argument("--out", required=True)
    arguments = parser.parse_args()
    import numpy

    workers = len(os.sched_getaffinity(0))
    if arguments.way == "threads":
        radial, patterns, errors, seconds = integrate(
            arguments.stack, arguments.poni, arguments.method, range(arguments.frames)
        )
    else:
        radial, patterns, errors, seconds = with_processes(
            arguments.stack, arguments.poni, arguments.method, arguments.frames, workers
        )
    numpy.savez(arguments.out, radial=radial, intensity=patterns, errors=errors)
    report = {
        "way": arguments.way,
        "method": arguments.method,
        "workers": workers,
        "frames": arguments.frames,
        "seconds": round(seconds, 3),
        "frames_per_s": round(arguments.frames / seconds, 2),
    }
    print(json.dumps(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
