#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reconstructs a scan with CDTools: FancyPtycho with background, weights and positions, by Adam.

The recipe is that of CDTools' example fancy_ptycho.py: a learning rate of 0.02 with batches of 10 frames, then 0.005
with batches of 50. The first part gets half of the time. Probe and object start as everywhere; further modes and all
else start as FancyPtycho.from_dataset() makes them.
"""
import torch
from cdtools.datasets import Ptycho2DDataset
from cdtools.models import FancyPtycho
from cdtools.reconstructors import AdamReconstructor
from cdtools.tools import interactions

import ptycho_evaluate
import ptycho_run


def model_of(scan):
    side = scan["frames"].shape[-1]
    pixel_m = float(scan["wavelength_m"] * scan["distance_m"] / (side * scan["pixel_m"]))
    basis = torch.tensor([[0, -pixel_m], [-pixel_m, 0], [0, 0]], dtype=torch.float32)
    geometry = {"distance": float(scan["distance_m"]), "basis": basis, "corner": None}
    object_basis = basis / pixel_m * float(scan["pixel_m"])
    corners = torch.tensor(scan["corners"], dtype=torch.float32)
    dataset = Ptycho2DDataset(
        interactions.pixel_to_translations(object_basis, corners).numpy(),
        torch.tensor(scan["frames"]),
        wavelength=torch.tensor(float(scan["wavelength_m"])),
        detector_geometry=geometry,
        mask=torch.tensor(scan["valid"]),
    )
    # Little room around the object: it costs time in each step.
    model = FancyPtycho.from_dataset(dataset, n_modes=int(scan["modes"]), obj_padding=16)
    probe = torch.tensor(scan["probe"], dtype=torch.complex64)
    scale = probe.abs().max()
    with torch.no_grad():
        model.probe.data[0] = probe / scale  # the other modes are already in parts of the largest value
        model.probe_norm.copy_(scale)
    return dataset, model, object_basis


def state_of(model, dataset, object_basis):
    with torch.no_grad():
        corners = interactions.translations_to_pixel(object_basis, model.corrected_translations(dataset))
        corners = corners - model.min_translation
        return ptycho_evaluate.State(
            object=model.obj.detach().numpy().copy(),
            probe=(model.probe * model.probe_norm).detach().numpy().copy(),
            corners=corners.double().numpy(),
            background=(model.background**2).detach().numpy().copy(),
            weights=model.weights.detach().numpy().copy(),
            whole="floor",
        )


def main():
    arguments = ptycho_run.arguments_of(__doc__).parse_args()
    torch.set_num_threads(ptycho_run.cores())
    torch.manual_seed(0)
    dataset, model, object_basis = model_of(ptycho_run.load_scan(arguments.scan))
    adam = AdamReconstructor(model, dataset)
    recorder = ptycho_run.recorder_of(arguments)
    for share, lr, batch in ((0.5, 0.02, 10), (1, 0.005, 50)):
        epochs = adam.optimize(1_000_000, lr=lr, batch_size=batch, thread=False)
        recorder.run(lambda: next(epochs), lambda: state_of(model, dataset, object_basis), share)  # noqa: B023
    recorder.close()


if __name__ == "__main__":
    main()
