# SPDX-License-Identifier: GPL-3.0-or-later
"""Made newer_v114.h5 and newer_v200.h5 with h5py 3.16.0 (HDF5 2.0.0): what libver="latest" means for HDF5 1.14 and 2.0.
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
