# SPDX-License-Identifier: GPL-3.0-or-later
"""What the runs of the peers share: their arguments, the clock, and the states that they leave behind."""
import argparse
import json
import os
import pathlib
import time

import numpy


def arguments_of(description):
    """The parser of a peer's script."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scan", help="what ptycho_scan.save_npz() wrote")
    parser.add_argument("folder", type=pathlib.Path, help="for the states and states.json")
    limit = parser.add_mutually_exclusive_group(required=True)
    limit.add_argument("--seconds", type=float, help="of the computation; the epoch that has begun is finished")
    limit.add_argument("--like", type=pathlib.Path, help="states.json of another run: the same epochs")
    return parser


def moments(seconds):
    """Times at which a state is kept: 0.5, 1, 2, 4 … and the end."""
    return [*(2.0**k for k in range(-1, 12) if 2.0**k < 0.9 * seconds), seconds]


class Recorder:
    """Runs epochs on a clock that stands still otherwise, and keeps states: at moments() of the clock, or after the
    epochs at which an earlier run has kept some."""

    def __init__(self, folder, seconds, like):
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        earlier = json.loads(like.read_text()) if like else None
        self._seconds = seconds
        self._moments = [] if earlier else moments(seconds)
        self._epochs = [kept["epochs"] for kept in earlier["states"]] if earlier else []
        self._parts = earlier["parts"] if earlier else None
        self._report = {"states": [], "parts": []}
        self.spent = 0.0
        self.epochs = 0

    @property
    def finished(self):
        return self.spent >= self._seconds if self._parts is None else self.epochs >= self._epochs[-1]

    def run(self, epoch, state_of, share=1.0):
        """A part of the recipe: epoch() again and again, for this share of the time."""
        number = len(self._report["parts"])
        while not self.finished:
            began = time.perf_counter()
            epoch()
            self.spent += time.perf_counter() - began
            self.epochs += 1
            self._keep(state_of)
            if self.spent >= share * self._seconds if self._parts is None else self.epochs >= self._parts[number]:
                break
        self._report["parts"].append(self.epochs)

    def _keep(self, state_of):
        if self._parts is not None:
            due = self.epochs in self._epochs
        else:
            due = self.spent >= self._moments[0]
            self._moments = [moment for moment in self._moments if moment > self.spent]
        if due:
            path = self._folder / f"state_{len(self._report['states'])}.npz"
            state_of().save(path)
            self._report["states"].append({"state": str(path), "seconds": round(self.spent, 3), "epochs": self.epochs})

    def close(self):
        (self._folder / "states.json").write_text(json.dumps(self._report, indent=1))


def recorder_of(arguments):
    return Recorder(arguments.folder, arguments.seconds, arguments.like)


def load_scan(path):
    with numpy.load(path) as file:
        return {name: file[name] for name in file}


def cores():
    return len(os.sched_getaffinity(0))
