# SPDX-License-Identifier: GPL-3.0-or-later
"""Made newer_v114.h5, newer_v200.h5, newer_virtual.h5 and newer_names.h5 with h5py 3.16.0 (HDF5 2.0.0): what libver="latest" means for
HDF5 1.14 and 2.0.
Needs an h5py of that age; run it only to make them anew."""
import h5py
import numpy as np

FRAME = np.arange(8 * 10, dtype="u2").reshape(8, 10)


def frames(count):
    return np.array([FRAME + 100 * i for i in range(count)], dtype="u2")


for version in ("v114", "v200"):
    with h5py.File(f"newer_{version}.h5", "w", libver=(version, version)) as file:
        group = file.create_group("entry/data")
        group.attrs["signal"] = "data"
        for i in range(12):  # so many that they are kept apart from the group
            group.attrs[f"number_{i}"] = i
        packed = {"compression": "gzip", "compression_opts": 1}
        group.create_dataset("data", data=frames(60), chunks=(1, 8, 10), maxshape=(None, 8, 10), **packed)
        group.create_dataset("fixed", data=frames(6), chunks=(1, 8, 10), **packed)
        group.create_dataset("paged", data=np.arange(1100, dtype="u2").reshape(1100, 1, 1), chunks=(1, 1, 1), shuffle=True)
        group.create_dataset("single", data=frames(6), chunks=(6, 8, 10), **packed)
        group.create_dataset("tree", data=frames(6), chunks=(1, 8, 10), maxshape=(None, None, 10), **packed)
        group.create_dataset("plain", data=frames(6), chunks=(1, 8, 10))
        group.create_dataset("together", data=frames(6))
        file["entry/title"] = "newer"
        file["entry/names"] = np.array(["a", "bc"], dtype=h5py.string_dtype())
        file["entry/energy"] = 8.5
        file["entry/energy"].attrs["units"] = "keV"
        file["entry/energy"].attrs["settled"] = True
        file["entry/wave"] = np.array([1 + 2j, 3 + 4j], dtype="c8")
        file["entry/flags"] = np.array([True, False])

# Virtual datasets whose lists have selections of version 3; all hold frames(6), but "growing"
# (two more) and "irregular" (in the order 0, 1, 3, 4, 2, 5).
with h5py.File("newer_virtual.h5", "w", libver=("v112", "v112")) as file:
    file["first"] = frames(3)
    file["second"] = frames(6)[3:]
    file["even"] = frames(6)[::2]
    file["odd"] = frames(6)[1::2]
    file["large"] = np.pad(frames(6), ((0, 0), (1, 1), (2, 2)))
    file.create_dataset("open", data=frames(8), chunks=(1, 8, 10), maxshape=(None, 8, 10))

    def source(name):
        return h5py.VirtualSource(".", name, file[name].shape, maxshape=file[name].maxshape)

    layout = h5py.VirtualLayout((6, 8, 10), "u2")
    layout[:3], layout[3:] = source("first"), source("second")
    file.create_virtual_dataset("entry/blocks", layout)
    layout = h5py.VirtualLayout((6, 8, 10), "u2")
    layout[::2], layout[1::2] = source("even"), source("odd")
    file.create_virtual_dataset("entry/steps", layout)
    layout = h5py.VirtualLayout((6, 8, 10), "u2")
    layout[:] = source("large")[:, 1:9, 2:12]
    file.create_virtual_dataset("entry/part", layout)
    layout = h5py.VirtualLayout((6, 8, 10), "u2")
    layout[[0, 2, 4]], layout[[1, 3, 5]] = source("even"), source("odd")
    file.create_virtual_dataset("entry/lists", layout)
    layout = h5py.VirtualLayout((6, 8, 10), "u2")
    layout[[0, 1, 4]] = source("first")
    layout[[2, 3, 5]] = source("second")
    file.create_virtual_dataset("entry/irregular", layout)
    layout = h5py.VirtualLayout((8, 8, 10), "u2", maxshape=(None, 8, 10))
    layout[: h5py.h5s.UNLIMITED] = source("open")[: h5py.h5s.UNLIMITED]
    file.create_virtual_dataset("entry/growing", layout)

# Virtual datasets of HDF5 2.0, whose lists name a file or a dataset only once; all hold frames(6).
with h5py.File("newer_names.h5", "w", libver=("v200", "v200")) as file:
    file["frames_of_the_first_half"] = frames(3)
    file["frames_of_the_second_half"] = frames(6)[3:]
    for name, path in (("here", "."), ("by_name", "newer_names.h5")):
        layout = h5py.VirtualLayout((6, 8, 10), "u2")
        first = h5py.VirtualSource(path, "frames_of_the_first_half", (3, 8, 10))
        second = h5py.VirtualSource(path, "frames_of_the_second_half", (3, 8, 10))
        layout[:1], layout[1:3] = first[:1], first[1:]
        layout[3:4], layout[4:] = second[:1], second[1:]
        file.create_virtual_dataset(f"entry/{name}", layout)
