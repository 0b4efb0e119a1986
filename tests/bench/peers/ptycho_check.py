#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lets ptycho_evaluate.py judge states whose figures are known by construction. Ends with 1 where one is wrong."""
import sys

import numpy
import scipy.fft

import ptycho_evaluate
import ptycho_scan

SIDE, FRAMES, PIXELS, ROOM = 48, 60, 140, 30


def smooth(random, shape, reach):
    """Random waves up to a spatial frequency, r.m.s. 1."""
    f = numpy.hypot(scipy.fft.fftfreq(shape[0])[:, None], scipy.fft.fftfreq(shape[1]))
    noise = random.normal(size=shape) + 1j * random.normal(size=shape)
    wave = scipy.fft.ifft2(scipy.fft.fft2(noise) * numpy.exp(-((f / reach) ** 2)))
    return wave / numpy.sqrt(numpy.mean(numpy.abs(wave) ** 2))


def experiment(random):
    """A scan with two modes, background, weights and a mask, made by the plainest code there is, and its state."""
    y, x = numpy.mgrid[:SIDE, :SIDE] - SIDE / 2
    first = 300 * numpy.exp(-(y**2 + 1.3 * x**2) / 90 + 0.02j * (x**2 + y * x))
    probe = numpy.stack([first, 0.3 * x / 6 * first])
    large = numpy.exp(0.3 * smooth(random, (PIXELS + 2 * ROOM, PIXELS + 2 * ROOM), 0.12))
    image = large[ROOM:-ROOM, ROOM:-ROOM]
    corners = random.uniform(16, PIXELS - SIDE - 16, size=(FRAMES, 2))
    background = random.uniform(0, 3, size=(SIDE, SIDE))
    weights = random.uniform(0.9, 1.1, size=FRAMES)
    valid = random.uniform(size=(SIDE, SIDE)) > 0.05
    frames = numpy.zeros((FRAMES, SIDE, SIDE))
    f = scipy.fft.fftfreq(SIDE)
    for i, (row, col) in enumerate(corners):
        for mode in probe:
            moved = numpy.fft.ifft2(numpy.fft.fft2(mode) * numpy.exp(
                -2j * numpy.pi * (f[:, None] * (row - round(row)) + f * (col - round(col)))))
            window = image[round(row):round(row) + SIDE, round(col):round(col) + SIDE]
            wave = numpy.fft.fftshift(numpy.fft.fft2(moved * window)) / SIDE
            frames[i] += numpy.abs(weights[i] * wave) ** 2
        frames[i] += background
    frames[:, ~valid] = 1e6
    scan = ptycho_scan.Scan(frames, valid, corners, probe[0], 1e-8, 1e-10, 1.0, 2, image, corners)
    return scan, ptycho_evaluate.State(image, probe, corners, background, weights), large


def disguised(state, large):
    """The same result in other words: another place, phase ramp, amplitude ramp and factor."""
    moved = ptycho_evaluate.shifted(large, (1.37, -2.21))
    y, x = numpy.mgrid[: large.shape[0], : large.shape[1]]
    factor = 0.6 * numpy.exp(1j + 2j * numpy.pi * (0.011 * y - 0.0073 * x) + 2e-3 * (y - x / 2))
    return ptycho_evaluate.State(moved * factor, state.probe, state.corners + ROOM)


def main():
    random = numpy.random.default_rng(3)
    scan, state, large = experiment(random)
    other = disguised(state, large)
    noise = [0.2 * smooth(random, state.object.shape, 2.0) for _ in range(2)]
    noisy = [ptycho_evaluate.State(state.object + n, state.probe, state.corners) for n in noise]
    plain = ptycho_evaluate.State(state.object, state.probe, state.corners)
    turned = numpy.deg2rad(0.4)
    affine = 1.003 * state.corners @ [[numpy.cos(turned), -numpy.sin(turned)], [numpy.sin(turned), numpy.cos(turned)]]
    wrong = ptycho_evaluate.State(state.object, state.probe, affine + random.normal(0, 0.25, affine.shape))
    curve = ptycho_evaluate.half_correlation(*noisy, scan, scan)
    same = ptycho_evaluate.half_correlation(state, other, scan, scan)
    small = [ptycho_evaluate.State(state.object + n / 10, state.probe, state.corners) for n in noise[:1]]
    added = numpy.sqrt(numpy.mean(numpy.abs(noise[0] / 10) ** 2) / numpy.mean(numpy.abs(state.object) ** 2))
    figures = [
        ("error of the truth", ptycho_evaluate.model_error(state, scan), 0, 1e-9),
        ("error without background and weights", ptycho_evaluate.model_error(plain, scan), 0.01, 0.0099),
        ("object error of the truth in other words", ptycho_evaluate.object_error(other, scan), 0, 2e-3),
        ("object error with noise of a known size", ptycho_evaluate.object_error(small[0], scan) / added, 1, 0.1),
        ("FRC of one object in two words", ptycho_evaluate.frc_at(same)[0], 1, 5e-3),
        ("FRC where there is only noise", abs(ptycho_evaluate.frc_at(curve)[2]), 0, 0.3),
        ("error of positions beside an affine map", ptycho_evaluate.position_error(wrong, scan), 0.25, 0.08),
    ]
    good = True
    for name, found, expected, within in figures:
        if not abs(found - expected) <= within:
            print(f"peers: the evaluator is wrong: {name} is {found:.3g}, should be {expected:g} +- {within:g}")
            good = False
    if good:
        print("evaluator: " + ", ".join(f"{name} {found:.2g}" for name, found, _, _ in figures))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
