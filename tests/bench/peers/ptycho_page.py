#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes docs/peers.md and its plot, entirely of what tests/bench/peers/ptycho --json has measured.

usage: ptycho_page.py FIGURES.json PAGE.md   (the plot goes to images/peers_ptycho.png beside the page)
"""
import json
import pathlib
import sys
import textwrap

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402  (after the choice of what draws)

COLOURS = {"Ewald, auto": "#0b5fa5", "CDTools, Adam": "#c1440e", "Pty-Chi, LSQML, positions": "#3a7d44",
           "Pty-Chi, LSQML, defaults": "#8c8c8c"}
PLOT = "images/peers_ptycho.png"
WHAT = {"error": "error", "object_error": "error of the object"}


def merit(point):
    """Of the object where the truth is known, else of the frames."""
    return point["error"] if point["object_error"] is None else point["object_error"]


def curve(points):
    """The best that a program has reached until each time."""
    best, seconds, values = None, [], []
    for point in sorted(points, key=lambda point: point["seconds"]):
        value = merit(point)
        best = value if best is None else min(best, value)
        seconds.append(point["seconds"])
        values.append(best)
    return seconds, values


def by_program(scan):
    programs = dict.fromkeys(point["program"] for point in scan["points"])
    return {program: [p for p in scan["points"] if p["program"] == program] for program in programs}


def draw(scans, path):
    drawing, axes = pyplot.subplots(1, len(scans), figsize=(4.3 * len(scans), 3.6), squeeze=False)
    for axis, scan in zip(axes[0], scans):
        for program, points in by_program(scan).items():
            axis.loglog(*curve(points), "o-", markersize=3, label=program, color=COLOURS.get(program))
        known = scan["points"][0]["object_error"] is not None
        axis.set_title(scan["title"].split(",")[0] + f", {scan['frames']} × {scan['side']}²", fontsize=9)
        axis.set_xlabel("seconds")
        axis.set_ylabel("error of the object" if known else "error of the frames")
        axis.grid(True, which="both", alpha=0.2)
    axes[0][0].legend(fontsize=7)
    drawing.tight_layout()
    drawing.savefig(path, dpi=110)


def number(value, form):
    return "–" if value is None else format(value, form)


def table_of_ends(scans):
    lines = ["| scan | program | s | error | FRC at 0.2, 0.35, 0.5 of Nyquist | error of the object | positions, px |",
             "|---|---|---|---|---|---|---|"]
    for scan in scans:
        for program, points in by_program(scan).items():
            judged = [point for point in points if point["frc"]] or points  # others were made between two
            end = max(judged, key=lambda point: point["seconds"])
            frc = ", ".join(f"{value:.3f}" for value in end["frc"] or []) or "–"
            lines.append(f"| {scan['title']} | {program} | {end['seconds']:.1f} | {end['error']:.5f} | {frc} | "
                         f"{number(end['object_error'], '.4f')} | {number(end['positions_px'], '.3f')} |")
    return lines


def sooner(faster):
    parts = []
    for name, found in faster.items():
        times = "not reached" if found["ewald_s"] is None else f"{found['times']:.1f} ×"
        parts.append(times if name == "error" else f"object {times}")
    return ", ".join(parts)


def table_of_times(scans):
    peers = list(dict.fromkeys(one["peer"] for scan in scans for one in scan["summary"]))
    lines = [f"| scan | {' | '.join(peers)} |", "|---" * (len(peers) + 1) + "|"]
    for scan in scans:
        found = {one["peer"]: sooner(one["faster"]) for one in scan["summary"]}
        lines.append(f"| {scan['title'].split(',')[0]} | {' | '.join(found.get(peer, '–') for peer in peers)} |")
    return lines


def shortcomings(scans, factor):
    lines = []
    for scan in scans:
        name = scan["title"].split(",")[0]
        for one in scan["summary"]:
            for what, found in one["faster"].items():
                if found["ewald_s"] is None:
                    lines.append(f"* **{name}**: the {WHAT[what]} that {one['peer']} ends with, {found['goal']:.4g}, is "
                                 "not reached.")
                elif found["times"] < factor:
                    lines.append(f"* **{name}**: the {WHAT[what]} that {one['peer']} ends with, {found['goal']:.4g}, is "
                                 f"reached {found['times']:.1f} × sooner ({found['ewald_s']:.1f} s, {one['peer']} "
                                 f"{found['peer_s']:.1f} s).")
            if one["behind_at"]:
                lines.append(f"* **{name}**: {one['peer']} is ahead at "
                             f"{', '.join(f'{seconds:.1f}' for seconds in one['behind_at'])} s.")
            if one["frc_behind"]:
                lines.append(f"* **{name}**: {one['peer']} has the higher FRC at "
                             f"{', '.join(map(str, one['frc_behind']))} of Nyquist.")
    return lines


def page(measured):
    scans = list(measured["scans"].values())
    run, factor = measured["run"], measured["factor"]
    wrapped = textwrap.fill(
        f"Measured on {run['date']} by `tests/bench/peers/ptycho --seconds {measured['seconds']:g}` (what it does: "
        f"[tests/bench/README.md](../tests/bench/README.md)), which wrote this page: {measured['cores']} cores, "
        f"{run['processor']}, no GPU, load {run['load']} as it began; Ewald {run['ewald']} with `--engine auto`, "
        f"{run['peers']}. Every program starts from the same probe and an object of ones; of Ewald the whole command "
        "counts, of the others the epochs alone. One evaluator in numpy judges what each has saved.",
        width=120, break_long_words=False, break_on_hyphens=False)
    missing = shortcomings(scans, factor)
    lines = ["# Beside other programs for ptychography", "", wrapped, "", f"![error against seconds]({PLOT})", "",
             f"What each program had reached at its end, or after {measured['seconds']:g} s:", "",
             *table_of_ends(scans), "",
             "How much sooner Ewald has the error, or the error of the object, that the others end with:", "",
             *table_of_times(scans), "",
             f"The aims are: ahead at every time from 1 s on, {factor} times sooner to each end, no FRC behind."]
    lines += [" ".join([lines.pop(), "All are met."])] if not missing else ["What falls short of them:", "", *missing]
    return "\n".join(lines) + "\n"


def main():
    figures, path = sys.argv[1:]
    measured = json.loads(pathlib.Path(figures).read_text())
    target = pathlib.Path(path)
    (target.parent / PLOT).parent.mkdir(parents=True, exist_ok=True)
    draw(list(measured["scans"].values()), target.parent / PLOT)
    target.write_text(page(measured))


if __name__ == "__main__":
    main()
