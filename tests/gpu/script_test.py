# SPDX-License-Identifier: GPL-3.0-or-later
"""script_test.py RUN BUILD: the script for GPUs, on a machine that may have none."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

script, build = sys.argv[1:]
with tempfile.TemporaryDirectory() as folder:
    report = pathlib.Path(folder) / "report.json"

    def run(*options):
        done = subprocess.run([sys.executable, script, "--json", str(report), *options], capture_output=True, text=True,
                              check=False, env={**os.environ, "CUDA_VISIBLE_DEVICES": ""})
        print(done.stdout, done.stderr)
        return done.returncode, json.loads(report.read_text()) if report.exists() else None

    # A folder without programs is an error, whatever the machine has.
    code, written = run("--bin", folder)
    assert code == 1 and written["passed"] is False, (code, written)

    if not all(list(pathlib.Path(build).glob(f"**/{name}")) for name in ("ewald-cli", "compare-results", "nccl-ranks")):
        print("skipped: the programs are not built")
        sys.exit(77)

    # Without a GPU it says so, and that is no failure.
    code, written = run("--bin", build)
    assert code == 0, code
    assert "no usable GPU" in written["skipped"], written
    assert written["steps"] == []

    # The rehearsal goes through every step that the processor can do.
    code, written = run("--bin", build, "--devices", "cpu")
    steps = {step["name"]: step for step in written["steps"]}
    failed = [step for step in written["steps"] if not step["passed"]]
    assert code == 0 and not failed, failed
    assert list(steps)[1].startswith("bench: "), list(steps)  # figures first
    compared = steps["engines against the processor"]["figures"]
    assert len(compared) >= 12, compared  # three engines or more, four ways each
    assert all(figures["object"] <= 1e-4 for figures in compared.values()), compared
    assert "skipped" in steps["two NCCL ranks as two processes"]
    assert steps["check of the devices"]["figures"]["check"]["healthy"] is True
    assert steps["bench: 256x256 and 128x128, batches of 32"]["figures"]["ptycho"][0]["ratio"] > 0
