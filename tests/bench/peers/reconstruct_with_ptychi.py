#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reconstructs a scan with Pty-Chi's LSQML.

--way defaults: the options of LSQMLOptions as they are. --way positions: batches of 44 frames as in its documentation,
and positions that move by steps ten times as large as the default, with which it comes nearest in the same time.
Further probe modes are those of orthogonalize_initial_probe().
"""
import logging

import numpy
import torch

import ptycho_evaluate
import ptycho_run


def task_of(scan, way):
    from ptychi import api, utils
    from ptychi.api.task import PtychographyTask

    frames, side = scan["frames"], scan["frames"].shape[-1]
    shape = scan["object_shape"]
    # Pty-Chi counts positions of the middle of a window from the middle of the object.
    origin = numpy.round(shape / 2) - side / 2
    positions = scan["corners"] - origin
    # Its transforms are not unitary.
    probe = torch.zeros((1, int(scan["modes"]), side, side), dtype=torch.complex64)
    probe[0, 0] = torch.tensor(scan["probe"] / side)
    if probe.shape[1] > 1:
        probe = utils.orthogonalize_initial_probe(probe)
    options = api.LSQMLOptions()
    options.data_options.wavelength_m = float(scan["wavelength_m"])
    options.object_options.pixel_size_m = float(scan["pixel_m"])
    reconstructor = options.reconstructor_options
    reconstructor.default_device = api.Devices.CPU
    reconstructor.random_seed = 0
    if way == "positions":
        reconstructor.batch_size = 44
        reconstructor.rescale_probe_intensity_in_first_epoch = False  # it is scaled; an epoch less
        positions_move = options.probe_position_options
        positions_move.optimizable = True
        positions_move.step_size = 3.0
        positions_move.correction_options.update_magnitude_limit = 1.0
    task = PtychographyTask(
        options,
        diffraction_data=frames,
        object_data=torch.ones((1, *map(int, shape)), dtype=torch.complex64),
        probe_data=probe,
        probe_position_x_px=positions[:, 1].astype("float32"),
        probe_position_y_px=positions[:, 0].astype("float32"),
        valid_pixel_mask=scan["valid"],
    )
    return task, origin


def state_of(task, origin):
    data = {name: task.get_data_to_cpu(name, as_numpy=True).copy() for name in ("object", "probe", "probe_positions")}
    side = data["probe"].shape[-1]
    return ptycho_evaluate.State(
        object=data["object"][0], probe=data["probe"][0] * side, corners=data["probe_positions"].astype(float) + origin
    )


def main():
    parser = ptycho_run.arguments_of(__doc__)
    parser.add_argument("--way", choices=("positions", "defaults"), required=True)
    arguments = parser.parse_args()
    logging.disable(logging.WARNING)
    torch.set_num_threads(ptycho_run.cores())
    task, origin = task_of(ptycho_run.load_scan(arguments.scan), arguments.way)
    recorder = ptycho_run.recorder_of(arguments)
    recorder.run(lambda: task.run(1), lambda: state_of(task, origin))
    recorder.close()


if __name__ == "__main__":
    main()
