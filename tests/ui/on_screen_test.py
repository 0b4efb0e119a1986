#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks tests/ui/on_screen with X servers that are made up."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
SCRIPT = pathlib.Path(__file__).resolve().with_name("on_screen")
ALIVE = "exec sleep 60\n"


class OnScreen(unittest.TestCase):
    def run_with(self, server, more="/nowhere"):
        """Runs a program that writes its display. \\param server: what Xvfb is, the number in $1 \\param more: a folder of
        programs"""
        with tempfile.TemporaryDirectory() as folder:
            xvfb = pathlib.Path(folder, "Xvfb")
            xvfb.write_text("#!/usr/bin/env bash\nnumber=${1#:}\n" + server)
            xvfb.chmod(0o755)
            environment = {**os.environ, "PATH": f"{folder}:{more}:{os.environ['PATH']}", "TMPDIR": folder,
                           "COUNT": f"{folder}/count"}
            return subprocess.run([SCRIPT, "640x480", "sh", "-c", "echo on $DISPLAY"], env=environment,
                                  capture_output=True, text=True, timeout=60)

    def test_the_number_is_waited_for_up_to_the_end_of_its_line(self):
        done = self.run_with("printf %s ${number%?} >&3\nsleep 0.3\nprintf %s ${number#\"${number%?}\"} >&3\nsleep 0.3\n"
                             "echo >&3\n" + ALIVE)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"^on :\d{2,3}\n$")

    def test_another_number_is_tried_when_a_server_leaves(self):
        done = self.run_with("echo >>$COUNT\n[ $(wc -l <$COUNT) -ge 3 ] || { printf %s $number >&3; exit 1; }\n"
                             "echo $number >&3\n" + ALIVE)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"^on :\d{2,3}\n$")

    def test_no_server_is_said(self):
        done = self.run_with("echo it cannot start >&2\nexit 1\n")
        self.assertEqual(done.returncode, 1)
        self.assertIn("it cannot start", done.stderr)
        self.assertIn("no X server can be started", done.stderr)

    def test_no_lock_is_left(self):
        with tempfile.TemporaryDirectory() as folder:
            tried = pathlib.Path(folder, "tried")
            for server in ("[ $(wc -l <$COUNT) -ge 3 ] || exit 1\necho $number >&3\n" + ALIVE, "exit 1\n"):
                self.run_with(f"echo >>$COUNT\necho $number >>{tried}\n" + server)
            numbers = tried.read_text().split()
            self.assertGreater(len(numbers), 3)
            self.assertEqual([number for number in numbers if os.path.exists(f"/tmp/.ewald-screen-{number}")], [])

    def test_a_lock_of_a_removed_file_does_not_count(self):
        with tempfile.TemporaryDirectory() as folder:
            flock = pathlib.Path(folder, "flock")
            flock.write_text(f"#!/usr/bin/env bash\n[ ! -e {folder}/removed ] || exit 0\n"
                             f"readlink /proc/self/fd/4 | tee {folder}/removed | xargs rm -f\n")
            flock.chmod(0o755)
            done = self.run_with("echo $number >&3\n" + ALIVE, more=folder)
            removed = pathlib.Path(folder, "removed").read_text().strip().rpartition("-")[2]
            self.assertEqual(done.stdout, f"on :{int(removed) + 1}\n")

    def test_the_exit_code_is_that_of_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(subprocess.run([SCRIPT, "640x480", "sh", "-c", "exit 7"], timeout=60,
                                            env={**os.environ, "TMPDIR": folder}).returncode, 7)


if __name__ == "__main__":
    unittest.main()
