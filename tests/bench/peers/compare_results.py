#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""compare_results.py PYFAI.npz RESULT.h5: how far the patterns of two programs are apart.

Exit code 1 when an intensity or error differs by more than 1e-4 of its value (single precision in both, summed in
another order; full splitting agrees to 1e-5 where no pixel is cut by the range).
"""
import sys

import h5py
import numpy


def worst(ours, theirs):
    scale = numpy.maximum(numpy.abs(theirs), 1e-3 * numpy.abs(theirs).max())
    return float(numpy.max(numpy.abs(ours - theirs) / scale))


def main():
    peer = numpy.load(sys.argv[1])
    with h5py.File(sys.argv[2], "r") as file:
        radial = file["/entry/result/radial"][()]
        intensity = file["/entry/result/intensity"][()]
        errors = file["/entry/result/errors"][()]
    frames = min(len(intensity), len(peer["intensity"]))
    differences = {
        "radial": worst(radial, peer["radial"]),
        "intensity": worst(intensity[:frames], peer["intensity"][:frames]),
        "errors": worst(errors[:frames], peer["errors"][:frames]),
    }
    print(f"{frames} patterns compared; largest relative difference: "
          + ", ".join(f"{name} {value:.2g}" for name, value in differences.items()))
    return 0 if all(value <= 1e-4 for value in differences.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
