#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the catalogue of detectors with the classes of pyFAI: names, shapes, pixels, masks, binnings, dummies,
positions. The argument is a file with one detector a line, which test-azint writes:

    EWALD_PEER_PYTHON=venv/bin/python build/dev/tests/test-azint --gtest_filter='DetectorPeer.*'

Prints what differs and ends with 1 where something does. One difference is meant: a Lambda counts 0 photons in many
pixels, and its gaps are known by their places, so that 0 is no dummy here."""
import json
import logging
import sys

logging.disable(logging.CRITICAL)
try:
    import numpy
    import pyFAI
    from pyFAI.detectors import ALL_DETECTORS, Detector
except ImportError as error:
    print(f"skipped: {error} (pip install pyFAI)")
    sys.exit(0)

def plain(name):
    return "".join(c for c in name.lower() if c not in " -_")


def mask_of(runs, shape):
    values = numpy.repeat(numpy.arange(len(runs)) % 2, runs).astype(numpy.int8)
    return values.reshape(shape) if values.size else numpy.zeros(shape, numpy.int8)  # empty: all sensitive


def peer_mask(detector, shape):
    mask = detector.calc_mask()
    return numpy.zeros(shape, numpy.int8) if mask is None else numpy.asarray(mask)


def differences(cls, mine):
    peer = cls()
    if tuple(mine["shape"]) != tuple(cls.MAX_SHAPE):
        yield f"shape {mine['shape']}, {cls.MAX_SHAPE}"
    radius = getattr(peer, "radius", 0)  # of cylinders
    known = (peer.IS_FLAT or radius > 0) and getattr(peer, "CORNERS", 4) == 4
    if mine["unsupported"] == known:
        yield f"supported {not mine['unsupported']}, flat or on a cylinder, with four corners {known}"
    if mine["unsupported"]:
        return
    if mine["radius_m"] != radius:
        yield f"radius {mine['radius_m']}, {radius}"
    # Frames of the default readout and of all binnings
    shapes = {tuple(peer.shape)}
    shapes |= {tuple(s // b for s in cls.MAX_SHAPE) for b in getattr(cls, "BINNED_PIXEL_SIZE", {})}
    shapes |= {(s, s) for s in getattr(cls, "VALID_SIZE", {})}
    for shape in sorted(shapes):
        detector = cls()
        if not detector.guess_binning(shape) and tuple(detector.shape) != shape:
            yield f"{shape}: not taken by pyFAI"
            continue
        ours = [r for r in mine["readouts"] if tuple(r["shape"]) == shape]
        if not ours:
            yield f"{shape}: no such readout"
            continue
        pixel = detector.pixel1, detector.pixel2
        if not numpy.allclose(ours[0]["pixel_m"], pixel, rtol=1e-9):
            yield f"{shape}: pixel {ours[0]['pixel_m']}, {pixel}"
        detector.shape = shape
        wrong = int((mask_of(ours[0]["mask"], shape) != peer_mask(detector, shape)).sum())
        if wrong:
            yield f"{shape}: {wrong} pixels of the mask"
    if len(mine["readouts"]) < len(shapes):
        yield f"{len(mine['readouts'])} readouts, {len(shapes)}"
    peer_dummy = cls.DUMMY
    if peer_dummy != mine["dummy"] and not (peer_dummy == 0 and mine["dummy"] is None and "Lambda" in cls.__name__):
        yield f"dummy {mine['dummy']}, {peer_dummy}"
    if mine["dummy"] is not None and (cls.DELTA_DUMMY or 0) != mine["delta_dummy"]:
        yield f"delta_dummy {mine['delta_dummy']}, {cls.DELTA_DUMMY}"
    # Positions of the middles of the pixels that count
    even = not any(mine["edges_m"])
    if even != bool(peer.uniform_pixel):
        yield f"even {even}, {peer.uniform_pixel}"
    if not even:
        corners = peer.get_pixel_corners()
        middles = []
        for axis in (0, 1):
            pixel = (peer.pixel1, peer.pixel2)[axis]
            edges = numpy.array(mine["edges_m"][axis] or numpy.arange(mine["shape"][axis] + 1) * pixel)
            middles.append((edges[1:] + edges[:-1]) / 2)
        used = mask_of(mine["readouts"][0]["mask"], mine["shape"]) == 0
        for axis, grid in enumerate(numpy.meshgrid(*middles, indexing="ij")):
            apart = abs(grid - corners[..., 1 + axis].mean(axis=-1))[used].max()
            # pyFAI keeps corners in single precision: 1e-7 of the size of the detector
            if apart > 3e-7 * grid.max():
                yield f"positions along axis {axis} differ by {apart} m"


def main():
    by_name = {}
    with open(sys.argv[1], encoding="utf-8") as lines:
        mine = [json.loads(line) for line in lines]
    for entry in mine:
        for name in [entry["name"], *entry["aliases"]]:
            by_name[plain(name)] = entry
    classes = {cls for cls in ALL_DETECTORS.values() if cls is not Detector}
    faults = 0
    for name, cls in sorted(ALL_DETECTORS.items()):
        if cls is not Detector and plain(name) not in by_name:
            print(f"{name}: not in the catalogue")
            faults += 1
    for cls in sorted(classes, key=lambda c: c.__name__):
        entry = by_name.get(plain(cls.__name__))
        for text in differences(cls, entry) if entry else ():
            print(f"{cls.__name__}: {text}")
            faults += 1
    print(f"pyFAI {pyFAI.version}: {len(classes)} classes, {len(mine)} detectors of the catalogue, {faults} differences")
    sys.exit(1 if faults else 0)


main()
