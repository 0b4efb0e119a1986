# SPDX-License-Identifier: GPL-3.0-or-later
"""The scans that ptychography programs are compared with, in one form for all of them.

A Scan has frames with the zero frequency in the middle, window corners in pixels of the object, and the start of every
program: a probe and an object of ones. save_npz() is what the peers read, write_cxi() what Ewald reads.
"""
import dataclasses
import pathlib

import h5py
import numpy

STAR = "ptycho/siemens_star/siemens_star.cxi"
GOLD = "ptycho/gold_balls/gold_balls_simulated_2mode.cxi"
POSITION_ERROR_PX = 1.5  # r.m.s. on each axis
ROOM_PX = 16  # of the object around the windows, for positions that move


@dataclasses.dataclass
class Scan:
    """One measurement and what is known about it."""

    frames: numpy.ndarray  # [frame][n][n] counts, float32, zero frequency in the middle
    valid: numpy.ndarray  # [n][n], False: masked
    corners: numpy.ndarray  # [frame][2] row and column of the window's corner, pixels, from about ROOM_PX
    probe: numpy.ndarray  # [n][n] start, sum |P|^2 = mean counts of a frame
    pixel_m: float  # of the object
    wavelength_m: float
    distance_m: float
    modes: int  # incoherent probe modes that the peers are given
    truth: numpy.ndarray | None = None  # object
    true_corners: numpy.ndarray | None = None  # in the pixels of `truth`

    @property
    def side(self):
        return self.frames.shape[-1]

    @property
    def object_shape(self):
        """Pixels that hold all windows and ROOM_PX around them."""
        return tuple(int(numpy.ceil(last)) + self.side + ROOM_PX for last in self.corners.max(axis=0))

    def part(self, indices):
        """The scan with some of its frames; its object stays as large."""
        known = None if self.true_corners is None else self.true_corners[indices]
        return dataclasses.replace(
            self, frames=self.frames[indices], corners=self.corners[indices], true_corners=known
        )


def halves(scan, seed=0):
    """Two random halves of the frames."""
    order = numpy.random.default_rng(seed).permutation(len(scan.frames))
    return scan.part(numpy.sort(order[0::2])), scan.part(numpy.sort(order[1::2]))


def _start(probe, frames, valid):
    probe = numpy.asarray(probe, "complex64")
    return probe * numpy.float32(
        numpy.sqrt((frames * valid).sum(axis=(1, 2)).mean() / (numpy.abs(probe) ** 2).sum())
    )


def _scan(file, corners, probe, modes, truth=None, true_corners=None):
    detector = file["entry_1/instrument_1/detector_1"]
    frames = detector["data"][()].astype("float32")
    valid = numpy.ones(frames.shape[1:], bool)
    if "mask" in detector:
        valid = detector["mask"][()] == 0
    wavelength_m = float(file["entry_1/instrument_1/source_1/wavelength"][()])
    distance_m = float(detector["distance"][()])
    pixel_m = wavelength_m * distance_m / (frames.shape[-1] * float(detector["x_pixel_size"][()]))
    corners = corners(pixel_m)
    corners = corners - corners.min(axis=0) + ROOM_PX
    return Scan(frames, valid, corners, _start(probe, frames, valid), pixel_m, wavelength_m, distance_m, modes, truth,
                true_corners)


def siemens_star(data):
    """Measured; starts with the illumination of the file."""
    with h5py.File(pathlib.Path(data) / STAR) as file:
        translation = file["entry_1/sample_1/geometry_1/translation"][()]
        return _scan(file, lambda pixel_m: translation[:, [1, 0]] / pixel_m,
                     file["entry_1/instrument_1/source_1/illumination"][()], modes=3)


def gold_balls(data):
    """Simulated from a real reconstruction, two modes; starts with the true first mode."""
    with h5py.File(pathlib.Path(data) / GOLD) as file:
        corners = file["truth/row_col_px"][()].astype("float64")
        return _scan(file, lambda _: corners, file["truth/probe_modes"][0], modes=2, truth=file["truth/object"][()],
                     true_corners=corners)


def wrong_positions(simulated, seed=1):
    """What `ewald-cli simulate ptycho` wrote, with errors added to the positions; starts with the true probe."""
    with h5py.File(simulated) as file:
        true_corners = file["truth/row_col_px"][()]
        errors = numpy.random.default_rng(seed).normal(0, POSITION_ERROR_PX, true_corners.shape)
        return _scan(file, lambda _: true_corners + errors, file["truth/probe_modes"][0], modes=1,
                     truth=file["truth/object"][()], true_corners=true_corners)


def save_npz(scan, path):
    numpy.savez(path, frames=scan.frames, valid=scan.valid, corners=scan.corners, probe=scan.probe,
                pixel_m=scan.pixel_m, wavelength_m=scan.wavelength_m, distance_m=scan.distance_m, modes=scan.modes,
                object_shape=scan.object_shape)


def write_cxi(scan, path):
    """As `ewald-cli simulate ptycho` writes it, with the start of the probe and without the truth."""
    with h5py.File(path, "w") as file:
        file["cxi_version"] = 160
        entry = file.create_group("entry_1")
        entry["instrument_1/source_1/wavelength"] = scan.wavelength_m
        entry["instrument_1/source_1/illumination"] = scan.probe
        detector = entry.create_group("instrument_1/detector_1")
        pixel_m = scan.wavelength_m * scan.distance_m / (scan.side * scan.pixel_m)
        detector["distance"] = scan.distance_m
        detector["x_pixel_size"] = detector["y_pixel_size"] = pixel_m
        detector["basis_vectors"] = [[0, -pixel_m, 0], [-pixel_m, 0, 0]]
        detector["mask"] = (~scan.valid).astype("uint32")
        counts = scan.frames.astype("uint16" if scan.frames.max() < 65535 else "int32")
        detector.create_dataset("data", data=counts, chunks=(1, *counts.shape[1:]))
        detector["data"].attrs["axes"] = "translation:y:x"
        metres = numpy.zeros((len(scan.corners), 3))
        metres[:, 0], metres[:, 1] = scan.corners[:, 1] * scan.pixel_m, scan.corners[:, 0] * scan.pixel_m
        entry["sample_1/geometry_1/translation"] = metres
        entry["data_1/data"] = h5py.SoftLink("/entry_1/instrument_1/detector_1/data")
        entry["data_1/translation"] = h5py.SoftLink("/entry_1/sample_1/geometry_1/translation")
