#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws and tabulates what tests/bench/peers/ptycho --json has measured.

usage: ptycho_plot.py FIGURES.json PLOT.png   (prints the table as Markdown)
"""
import json
import sys

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402  (after the choice of what draws)

COLOURS = {"Ewald, auto": "#0b5fa5", "CDTools, Adam": "#c1440e", "Pty-Chi, LSQML, positions": "#3a7d44",
           "Pty-Chi, LSQML, defaults": "#8c8c8c"}


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


def main():
    figures, plot = sys.argv[1:]
    with open(figures) as file:
        measured = json.load(file)
    scans = measured["scans"].values()
    drawing, axes = pyplot.subplots(1, len(scans), figsize=(4.3 * len(scans), 3.6))
    print("| scan | program | s | error | FRC at 0.2, 0.35, 0.5 of Nyquist | error of the object | positions, px |")
    print("|---|---|---|---|---|---|---|")
    for axis, scan in zip(axes, scans):
        programs = list(dict.fromkeys(point["program"] for point in scan["points"]))
        for program in programs:
            points = [point for point in scan["points"] if point["program"] == program]
            axis.loglog(*curve(points), "o-", markersize=3, label=program, color=COLOURS.get(program))
            end = max((point for point in points if point["frc"]), key=lambda point: point["seconds"])
            known = end["object_error"] is not None
            print(f"| {scan['title']} | {program} | {end['seconds']:.1f} | {end['error']:.5f} | "
                  f"{', '.join(f'{value:.3f}' for value in end['frc'])} | "
                  f"{end['object_error']:.4f} | {end['positions_px']:.3f} |" if known else
                  f"| {scan['title']} | {program} | {end['seconds']:.1f} | {end['error']:.5f} | "
                  f"{', '.join(f'{value:.3f}' for value in end['frc'])} | – | – |")
        axis.set_title(scan["title"].split(",")[0] + f", {scan['frames']} × {scan['side']}²", fontsize=9)
        axis.set_xlabel("seconds")
        axis.set_ylabel("error of the object" if known else "error of the frames")
        axis.grid(True, which="both", alpha=0.2)
    axes[0].legend(fontsize=7)
    drawing.tight_layout()
    drawing.savefig(plot, dpi=110)


if __name__ == "__main__":
    main()
