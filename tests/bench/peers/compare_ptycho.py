#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs ptychography programs on the same scans and judges what they saved. Started by tests/bench/peers/ptycho.

Exit code 0: Ewald is ahead at every time from 1 s on and reaches each peer's end FASTER times sooner; 1: not.
"""
import argparse
import bisect
import dataclasses
import datetime
import importlib.metadata
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import h5py
import numpy

import ptycho_evaluate
import ptycho_run
import ptycho_scan

HERE = pathlib.Path(__file__).parent
FASTER = 10
EWALD_STOPPED = 5  # exit code: stopped by a signal, the result is saved
FRC_SLACK = 0.02  # differences below this say nothing
SCANS = {
    "star": "Siemens star, measured",
    "positions": f"simulated, positions wrong by {ptycho_scan.POSITION_ERROR_PX} px r.m.s. on each axis",
    "gold": "gold balls, simulated from a real reconstruction, two modes",
}
PEERS = {
    "cdtools": ("CDTools, Adam", ["reconstruct_with_cdtools.py"], (0.25, 1)),
    "ptychi": ("Pty-Chi, LSQML, positions", ["reconstruct_with_ptychi.py", "--way", "positions"], (1,)),
    "ptychi-defaults": ("Pty-Chi, LSQML, defaults", ["reconstruct_with_ptychi.py", "--way", "defaults"], (1,)),
}  # and the shares of the time for which each is run anew: CDTools' recipe depends on how long it may take


class Failed(Exception):
    pass


@dataclasses.dataclass
class Point:
    """A saved state of a program and what the judge says about it; halves have made as many iterations."""

    program: str
    seconds: float
    iterations: int
    error: float
    frc: list | None = None
    object_error: float | None = None
    positions_px: float | None = None

    @property
    def merit(self):
        """What programs are ranked by: the object where the truth is known, as an error may fall into the noise."""
        return self.error if self.object_error is None else self.object_error


@dataclasses.dataclass
class Files:
    """A scan and its two halves, in memory and as the programs read them."""

    scans: dict  # "whole", "first", "second"
    folder: pathlib.Path

    def path(self, part, kind):
        return self.folder / f"{part}.{kind}"


def prepare(name, arguments):
    folder = arguments.folder / name
    folder.mkdir(parents=True, exist_ok=True)
    if name == "star":
        scan = ptycho_scan.siemens_star(arguments.data)
    elif name == "gold":
        scan = ptycho_scan.gold_balls(arguments.data)
    else:
        simulated = folder / "simulated.cxi"
        call([arguments.ewald_cli, "simulate", "ptycho", "-o", simulated, "--frames", "400", "--size", "128",
              "--overwrite"], folder / "simulate.log")
        scan = ptycho_scan.wrong_positions(simulated)
    scans = {"whole": scan}
    if not arguments.no_halves:
        scans["first"], scans["second"] = ptycho_scan.halves(scan)
    files = Files(scans, folder)
    for part, some in scans.items():
        ptycho_scan.save_npz(some, files.path(part, "npz"))
        ptycho_scan.write_cxi(some, files.path(part, "cxi"))
    return files


def call(command, log, limit=None):
    """Runs a command, interrupted after `limit` seconds; returns the seconds that it took."""
    cores = str(ptycho_run.cores())
    environment = {**os.environ, "OMP_NUM_THREADS": cores, "MKL_NUM_THREADS": cores, "MPLBACKEND": "Agg",
                   "CUDA_VISIBLE_DEVICES": ""}
    interrupted = False
    began = time.perf_counter()
    with open(log, "w") as output:
        process = subprocess.Popen([str(word) for word in command], stdout=output, stderr=subprocess.STDOUT,
                                   env=environment)
        try:
            process.wait(limit)
        except subprocess.TimeoutExpired:
            interrupted = True
            process.send_signal(signal.SIGINT)
            process.wait()
    seconds = time.perf_counter() - began
    if process.returncode != 0 and not (interrupted and process.returncode == EWALD_STOPPED):
        said = pathlib.Path(log).read_text().strip().splitlines()
        raise Failed(f"{pathlib.Path(str(command[0])).name} ended with {process.returncode}: "
                     f"{said[-1] if said else 'it said nothing'} ({log})")
    return seconds


def judge(program, seconds, iterations, files, states):
    """`states`: of the whole scan and, unless halves are left out, of the two halves."""
    scan = files.scans["whole"]
    state = states["whole"]
    point = Point(program, round(seconds, 2), iterations, ptycho_evaluate.model_error(state, scan))
    if "second" in states:
        curve = ptycho_evaluate.half_correlation(
            states["first"], states["second"], files.scans["first"], files.scans["second"]
        )
        point.frc = ptycho_evaluate.frc_at(curve)
    point.object_error = ptycho_evaluate.object_error(state, scan)
    point.positions_px = ptycho_evaluate.position_error(state, scan)
    show(point)
    return point


def peer_points(key, files, seconds):
    title, script, shares = PEERS[key]
    points = []
    for share in shares:
        reports = {}
        example = files.folder / f"{key}-{share}-whole" / "states.json"  # what the halves do likewise
        for part in files.scans:
            folder = files.folder / f"{key}-{share}-{part}"
            limit = ["--seconds", share * seconds] if part == "whole" else ["--like", example]
            call([sys.executable, HERE / script[0], files.path(part, "npz"), folder, *limit, *script[1:]],
                 files.folder / f"{folder.name}.log")
            reports[part] = json.loads((folder / "states.json").read_text())["states"]
        for number, kept in enumerate(reports["whole"]):
            states = {part: ptycho_evaluate.State.load(found[number]["state"]) for part, found in reports.items()}
            points.append(judge(title, kept["seconds"], kept["epochs"], files, states))
    return sorted(points, key=lambda point: point.seconds)


class Ewald:
    """Runs of `ewald-cli ptycho --engine auto`, each stopped after a number of iterations; the whole command counts."""

    title = "Ewald, auto"

    def __init__(self, cli, files, seconds):
        self._cli, self._files, self._limit = cli, files, seconds
        self._points = {}

    def _run(self, part, iterations, limit=None):
        out = self._files.folder / f"ewald-{iterations}-{part}.h5"
        seconds = call(
            [self._cli, "ptycho", self._files.path(part, "cxi"), "-o", out, "--engine", "auto", "--iterations",
             iterations, "--devices", "cpu", "--overwrite", "--restart"], out.with_suffix(".log"), limit)
        return seconds, out

    def explore(self):
        """The whole run, to the end of the plan or of the time; then how far it is at each of moments()."""
        seconds, out = self._run("whole", 1000, self._limit)
        with h5py.File(out) as file:
            times = file["entry/loss/time_s"][()]
        self._points[len(times)] = self._judged(len(times), seconds, out)
        for moment in ptycho_run.moments(seconds)[:-1]:
            # what comes before the first iteration and after the last one counts, too
            fitting = bisect.bisect_right(times + (seconds - times[-1]), moment)
            if fitting > 0:
                self.point(fitting)

    def point(self, iterations, halves=True):
        if iterations not in self._points:
            seconds, out = self._run("whole", iterations)
            self._points[iterations] = self._judged(iterations, seconds, out, halves)
        return self._points[iterations]

    def _judged(self, iterations, seconds, out, halves=True):
        states = {"whole": state_of_result(out)}
        for part in self._files.scans:
            if halves and part != "whole":
                states[part] = state_of_result(self._run(part, iterations)[1])
        return judge(self.title, seconds, iterations, self._files, states)

    def points(self):
        return [self._points[iterations] for iterations in sorted(self._points)]

    def first_with(self, value, goal):
        """The earliest run found whose value(point) is at most the goal, or None. Makes more runs between two."""
        known = sorted(self._points)
        reached = [n for n in known if value(self._points[n]) <= goal]
        if not reached:
            return None
        high = reached[0]
        low = max((n for n in known if n < high), default=0)
        while high - low > max(1, high // 10):
            middle = (low + high) // 2
            if value(self.point(middle, halves=False)) <= goal:
                high = middle
            else:
                low = middle
        return self._points[high]


def state_of_result(path):
    with h5py.File(path) as file:
        entry = file["entry"]
        corners = numpy.stack([entry["positions/row"][()], entry["positions/col"][()]], axis=1)
        state = ptycho_evaluate.State(entry["object/data"][()], entry["probe/data"][()].reshape(
            -1, *entry["probe/data"].shape[-2:]), corners)
        if "background/data" in entry:
            state.background = entry["background/data"][()]
        if "frame_intensities/data" in entry:
            state.weights = numpy.sqrt(entry["frame_intensities/data"][()])
    return state


HEAD = f"{'':27}  {'s':>7}  {'its':>5}  {'error':>8}  {'FRC at 0.20  0.35  0.50':>23}  {'object':>7}  {'positions':>9}"


def show(point):
    frc = "  ".join(f"{value:5.3f}" for value in point.frc) if point.frc else ""
    found = "" if point.object_error is None else f"{point.object_error:7.4f}"
    places = "" if point.positions_px is None else f"{point.positions_px:6.3f} px"
    figures = f"{point.seconds:7.2f}  {point.iterations:5d}  {point.error:8.5f}  {frc:>23}  {found:>7}  {places:>9}"
    print(f"{point.program:27}  {figures}".rstrip(), flush=True)


def best_until(points, seconds):
    """The latest point of a program that was there at this time."""
    there = [point for point in points if point.seconds <= seconds]
    return max(there, key=lambda point: point.seconds) if there else None


def compare(ewald, title, points):
    """What the summary says about one peer."""
    end = points[-1]
    found = {"peer": title, "seconds": end.seconds, "faster": {}, "behind_at": [], "frc_behind": []}
    for name in ("error", "object_error"):
        goal = getattr(end, name)
        if goal is None:
            continue
        there = ewald.first_with(lambda point: getattr(point, name), goal)  # noqa: B023
        took = min(p.seconds for p in points if getattr(p, name) <= goal)
        found["faster"][name] = {"goal": goal, "peer_s": took, "ewald_s": there and there.seconds,
                                 "times": took / there.seconds if there else 0.0}
    for point in points:
        if point.seconds < 1:
            continue
        ours = best_until(ewald.points(), point.seconds)
        if ours is None or ours.merit > point.merit:
            found["behind_at"].append(point.seconds)
    last = ewald.points()[-1]
    if end.frc:
        found["frc_behind"] = [at for at, ours, theirs in zip(ptycho_evaluate.FRC_AT, last.frc, end.frc)
                               if ours < theirs - FRC_SLACK]
    return found


def said(found):
    lines = []
    for name, faster in found["faster"].items():
        what = "error" if name == "error" else "error of the object"
        if faster["ewald_s"] is None:
            lines.append(f"{found['peer']}: {what} {faster['goal']:.4g} after {faster['peer_s']:.1f} s; Ewald does not "
                         "reach that")
        else:
            lines.append(f"{found['peer']}: {what} {faster['goal']:.4g} after {faster['peer_s']:.1f} s; Ewald after "
                         f"{faster['ewald_s']:.2f} s: {faster['times']:.1f} times faster")
    if found["behind_at"]:
        lines.append(f"{found['peer']} is ahead at {', '.join(f'{t:.1f}' for t in found['behind_at'])} s")
    if found["frc_behind"]:
        lines.append(f"{found['peer']} has the higher FRC at {', '.join(map(str, found['frc_behind']))} of Nyquist")
    return lines


def passes(found):
    merit = found["faster"].get("object_error", found["faster"]["error"])
    return merit["times"] >= FASTER and not found["behind_at"] and not found["frc_behind"]


def one_scan(name, arguments):
    files = prepare(name, arguments)
    scan = files.scans["whole"]
    print(f"\n{SCANS[name]}: {len(scan.frames)} frames of {scan.side} x {scan.side}\n{HEAD}", flush=True)
    ewald = Ewald(arguments.ewald_cli, files, arguments.seconds)
    ewald.explore()
    peers = {key: peer_points(key, files, arguments.seconds) for key in arguments.peers}
    found = [compare(ewald, PEERS[key][0], points) for key, points in peers.items()]
    for one in found:
        print("\n".join(said(one)))
    points = [dataclasses.asdict(p) for p in (*ewald.points(), *(p for some in peers.values() for p in some))]
    return {"title": SCANS[name], "frames": len(scan.frames), "side": scan.side, "points": points, "summary": found,
            "passes": all(passes(one) for one in found)}


def circumstances(cli, load):
    """When, where and with what: for the page about the figures."""
    names = {"CDTools": "cdtools-py", "Pty-Chi": "ptychi", "torch": "torch", "numpy": "numpy"}
    described = pathlib.Path("/proc/cpuinfo").read_text()
    lines = dict(line.split(":", 1) for line in described.splitlines() if ":" in line)
    lines = {key.strip(): value.strip() for key, value in lines.items()}
    flags = lines.get("flags", "").split()
    best = next((name for flag, name in (("avx512f", "AVX-512"), ("avx2", "AVX2")) if flag in flags), "no AVX2")
    version = subprocess.run([cli, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    commit = subprocess.run(["git", "-C", HERE, "describe", "--always", "--dirty", "--abbrev=7"], capture_output=True,
                            text=True, check=False).stdout.strip()
    return {"date": f"{datetime.date.today():%-d %B %Y}", "load": f"{load:.1f}",
            "processor": f"{lines.get('model name', 'unknown processor')} ({best})",
            "ewald": f"{version} ({commit})" if commit else version,
            "peers": ", ".join(f"{name} {importlib.metadata.version(package)}" for name, package in names.items())}


def words_of(text, known):
    words = text.split(",")
    if any(word not in known for word in words):
        raise argparse.ArgumentTypeError(f"choose from {', '.join(known)}")
    return words


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ewald-cli", type=pathlib.Path, required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--scans", type=lambda text: words_of(text, SCANS), default=list(SCANS))
    parser.add_argument("--peers", type=lambda text: words_of(text, PEERS), default=list(PEERS))
    parser.add_argument("--no-halves", action="store_true")
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args()
    began = time.perf_counter()
    run = circumstances(arguments.ewald_cli, os.getloadavg()[0])
    try:
        scans = {name: one_scan(name, arguments) for name in arguments.scans}
    except Failed as failure:
        print(f"peers: {failure}", file=sys.stderr)
        return 3
    minutes = (time.perf_counter() - began) / 60
    good = all(scan["passes"] for scan in scans.values())
    print(f"\n{ptycho_run.cores()} cores, {arguments.seconds:g} s for each program and scan, {minutes:.0f} minutes in "
          f"all: Ewald is {'' if good else 'NOT '}ahead everywhere and {FASTER} times faster to each peer's end")
    if arguments.json:
        arguments.json.write_text(json.dumps({"run": run, "cores": ptycho_run.cores(),
                                              "seconds": arguments.seconds, "factor": FASTER, "scans": scans},
                                             indent=1))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
