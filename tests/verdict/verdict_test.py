#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""packaging/verdict on recorded logs, and packaging/test with stand-ins for cmake and ctest: nothing is built."""
import importlib.machinery
import importlib.util
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LOGS = HERE / "logs"
LAST_LINES = 40
PATIENCE_S = 300  # with a run of packaging/test that would not end
STEPS = ["packages", "format", "syntax", "dev/configure", "dev/structure", "dev/build", "dev/headers", "dev/tidy",
         "dev/test", "asan/build", "asan/test", "fuzz/build", "fuzz/test"]


def load_verdict():
    loader = importlib.machinery.SourceFileLoader("verdict", str(ROOT / "packaging" / "verdict"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("verdict", loader))
    sys.modules["verdict"] = module
    loader.exec_module(module)
    return module


verdict = load_verdict()


def log(name: str) -> str:
    return (LOGS / name).read_text()


class Logs(unittest.TestCase):
    def test_failed_cases_have_names_and_what_was_said_before(self):
        findings = {finding.name: finding.lines for finding in verdict.test_findings(log("tests.log"))}
        self.assertEqual(list(findings), [
            "RunTest.TheEventLoopIsNeverBlocked",
            "FramesTest.AlsoFails",
            "Crash.Signed (did not end: Failed)",
            "Crash.Signed / runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'",
            "Crash.Overflows (did not end: Failed)",
            "Crash.Overflows / ERROR: AddressSanitizer: heap-buffer-overflow",
            'Engines/P.Works/"b c" / Engines/P.Works/1',
            "test-ui-window / RunTest.TheEventLoopIsNeverBlocked",
            "test-ui-window / FramesTest.AlsoFails",
            "Crash.Hangs (did not end: Timeout)",
            "test-ui-queue / Crash.Hangs (did not end: Timeout)",
        ])
        case = findings["test-ui-window / RunTest.TheEventLoopIsNeverBlocked"]
        self.assertIn("Expected: (72) < (50), actual: 72 vs 50", case)
        self.assertEqual(case[-16:-1], [f"closing page {i}" for i in range(5, 20)])
        self.assertIn("waiting for the worker", findings["test-ui-queue / Crash.Hangs (did not end: Timeout)"])
        report = findings["Crash.Overflows / ERROR: AddressSanitizer: heap-buffer-overflow"]
        self.assertTrue(any("t.cpp:12" in line for line in report), report)

    def test_what_ran_at_the_end_of_the_time_is_named(self):
        self.assertEqual([finding.name for finding in verdict.test_findings(log("limit.log"))],
                         ["RunTest.IsFine (did not end)", "test-ui-queue (did not end)"])

    def test_errors_of_builds(self):
        names = [finding.name for finding in verdict.build_findings(log("compile_error.log"))]
        self.assertEqual(names[0], "/source/broken.cpp:1:18: error: ‘y’ was not declared in this scope")
        self.assertEqual(len(names), 3)
        [header] = verdict.build_findings(log("header.log"))
        self.assertTrue(header.name.startswith("base/array.h: /source/core/base/array.h:31:10: error: "), header.name)
        format_log = "CMake Error at format.cmake:3 (message):\n  2 places are not laid out\n\n    core/a.cpp\n"
        [layout] = verdict.build_findings(format_log)
        self.assertEqual(layout.name, "2 places are not laid out")
        self.assertIn("    core/a.cpp", layout.lines)

    def test_only_a_killed_compiler_counts_as_one(self):
        self.assertTrue(verdict.was_killed(log("killed.log")))
        for other in (log("compile_error.log"), log("killed.log") + log("compile_error.log"), ""):
            self.assertFalse(verdict.was_killed(other))

    def test_junit_counts_and_skipped_cases(self):
        counts = verdict.read_counts(LOGS / "tests.xml")
        self.assertEqual((counts.tests, counts.failed), (8, 2))
        self.assertEqual(counts.skipped, [("FramesTest.Skips", "lupdate is not installed")])
        self.assertIsNone(verdict.read_counts(LOGS / "none.xml"))

    def test_expected_skips_depend_on_the_preset(self):
        text = (ROOT / "tests" / "expected_skips.txt").read_text()
        self.assertIn("DevicesTest.Pictures", verdict.allowed_skips(text, "dev"))
        self.assertNotIn("Hdf5Isolation.TooMuchMemoryIsRefused", verdict.allowed_skips(text, "dev"))
        self.assertIn("Hdf5Isolation.TooMuchMemoryIsRefused", verdict.allowed_skips(text, "asan"))


class Run(unittest.TestCase):
    """packaging/test in a folder of its own. An answer is a piece of bash that cmake or ctest runs (see fake_tool)."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ewald-verdict-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.root = self.folder / "project"
        self.answers = self.folder / "answers"
        tools = self.folder / "tools"
        for folder in (self.root / "tests", self.root / ".ci", self.root / "resources", self.answers, tools):
            folder.mkdir(parents=True)
        shutil.copytree(ROOT / "packaging", self.root / "packaging")
        for name in ("expected_skips.txt", "long_seconds.txt"):
            shutil.copy(ROOT / "tests" / name, self.root / "tests")
        for name in ("cmake", "ctest"):
            (tools / name).symlink_to(HERE / "fake_tool")
        (self.root / "packaging" / "tidy").unlink()
        (self.root / "packaging" / "tidy").symlink_to(HERE / "fake_tool")
        for name, text in (("dpkg-query", "echo install ok installed"), ("apt-get", "exit 1")):
            (tools / name).write_text(f"#!/bin/bash\n{text}\n")
            (tools / name).chmod(0o755)
        # This project has no commit, whatever checkout the folder lies in.
        self.environment = {"PATH": f"{tools}:/usr/bin:/bin", "HOME": str(self.folder), "ANSWERS": str(self.answers),
                            "GIT_CEILING_DIRECTORIES": str(self.folder),
                            "LOGS": str(LOGS), "CUDA_HOME": "/nonexistent", "PIP_NO_INDEX": "1"}

    def start(self, answers: dict[str, str]) -> subprocess.Popen:
        for name, text in answers.items():
            (self.answers / name).write_text(text)
        return subprocess.Popen([self.root / "packaging" / "test"], env=self.environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def run_with(self, answers: dict[str, str]) -> tuple[int, list[str]]:
        process = self.start(answers)
        output, _ = process.communicate(timeout=PATIENCE_S)
        # Marked, so that a summary does not take them for lines of the ctest that runs this.
        self.output = "\n".join("| " + line for line in output.splitlines())
        self.states = {fields[1]: fields[2] for fields in
                       (line.split("\t") for line in (self.root / "build" / "steps.tsv").read_text().splitlines())
                       if fields[0] == "step"}
        return process.returncode, output.splitlines()[-LAST_LINES:]

    def check_failure(self, answers: dict[str, str], step: str, *names: str) -> list[str]:
        """One step fails, and the last lines name what failed in it; returns them."""
        code, last = self.run_with(answers)
        self.assertEqual(code, 1, self.output)
        for name in names:
            self.assertTrue(any(line.startswith(f"FAILED: {step} / {name}") for line in last), self.output)
        self.assertFalse(any(line.startswith("PASSED") for line in last), self.output)
        self.assertFalse((self.root / "build" / "passed").exists())
        return last

    def calls(self) -> list[str]:
        return (self.answers / "calls").read_text().split()

    def test_everything_passes(self):
        code, last = self.run_with({"build-asan-test-base": "mkdir $ANSWERS/once 2>/dev/null || exit 0\n"
                                                            "cat $LOGS/killed.log; exit 1",
                                    "test-fuzz": "env >$ANSWERS/env; cp $LOGS/tests.xml $junit"})
        self.assertEqual(code, 0, self.output)
        self.assertEqual(self.states, dict.fromkeys(STEPS, "passed"), self.output)
        self.assertEqual(last[-1], "PASSED: everything")
        self.assertIn("asan/test: 1 tests, 0 failed, 0 skipped", last)
        self.assertIn("tests 11", (self.root / "build" / "passed").read_text().splitlines())
        # A compiler that was killed had a second try, which is said; a skip is a remark only, without CI.
        self.assertEqual(self.calls().count("build-asan-test-base"), 2)
        self.assertTrue(any(line.startswith("passed") and line.endswith("with one job") for line in last), self.output)
        self.assertTrue(any("fuzz/test / FramesTest.Skips (lupdate is not" in line for line in last), self.output)
        environment = dict(line.partition("=")[::2] for line in (self.answers / "env").read_text().splitlines())
        build = self.root / "build"
        self.assertEqual(environment["HOME"], str(build / "home-of-tests"))
        self.assertIn("/ewald-test." if len(str(build / "tmp")) > 50 else str(build / "tmp"), environment["TMPDIR"])
        self.assertEqual(environment["XDG_RUNTIME_DIR"], environment["TMPDIR"] + "/runtime")
        if "CCACHE_DIR" in environment:
            self.assertEqual(environment["CCACHE_DIR"], str(self.folder / ".cache" / "ccache"))

    def test_long_tests_are_run_up_to_a_bound_of_work(self):
        # Without a commit it begins with the first, and takes those whose middle (25, 80, 115, 140, 164 s) is before 120 s.
        (self.root / "tests" / "long_seconds.txt").write_text("# a comment\n50 Long.A\n60 Long.B\n10 Long.C\n40 Long.D\n")
        listed = "".join(f"echo '  Test #1: Long.{letter}'\n" for letter in "ABCDE")
        code, _ = self.run_with({"list-dev": listed, "test-dev": "echo \"$*\" >$ANSWERS/arguments"})
        self.assertEqual(code, 0, self.output)
        self.assertIn("-E ^(Long.D|Long.E)$", (self.answers / "arguments").read_text(), self.output)

    def test_a_skip_fails_under_ci(self):
        self.environment["CI"] = "true"
        self.check_failure({"test-dev": "cp $LOGS/tests.xml $junit"}, "dev/test", "FramesTest.Skips (skipped)")

    def test_a_missing_program_fails_under_ci(self):
        self.environment["CI"] = "true"
        junit = ('<testsuite><testcase name="slurm" status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/>'
                 '<system-out>[ RUN      ] Slurm.ACrashIsNamed\nno Slurm can be started here: munged is not installed\n'
                 '[  SKIPPED ] Slurm.ACrashIsNamed (0 ms)\n[ RUN      ] Slurm.ARealTimeLimitIsSurvived\n'
                 'takes minutes\n[  SKIPPED ] Slurm.ARealTimeLimitIsSurvived (0 ms)\n</system-out></testcase>'
                 '</testsuite>')
        last = self.check_failure({"format": "echo 'SKIPPED: clang-format 14 is not installed'",
                                   "test-dev": f"echo '{junit}' >$junit"}, "dev/test", "Slurm.ACrashIsNamed (skipped)")
        self.assertIn("FAILED: format / all of it (skipped)", last)
        self.assertTrue(any("(no Slurm can be started here: munged is not installed)" in line for line in last), last)
        self.assertFalse(any("ARealTimeLimitIsSurvived" in line for line in last), last)
        self.assertEqual(self.states, dict.fromkeys(STEPS, "passed"), self.output)

    def test_failed_cases_of_programs_and_of_sanitizers_are_named_last(self):
        last = self.check_failure(
            {"test-dev": "cat $LOGS/tests.log; cp $LOGS/tests.xml $junit; exit 8",
             "test-asan": "cat $LOGS/tests.log; exit 8"},
            "dev/test", "test-ui-window / RunTest.TheEventLoopIsNeverBlocked", "test-ui-window / FramesTest.AlsoFails")
        self.assertIn("FAILED: asan/test / Crash.Overflows / ERROR: AddressSanitizer: heap-buffer-overflow", last)
        self.assertEqual(self.states["fuzz/test"], "passed")

    def test_a_failed_build_leaves_out_what_depends_on_it_and_is_not_tried_again(self):
        self.check_failure({"build-dev": "cat $LOGS/compile_error.log; exit 1"},
                           "dev/build", "/source/broken.cpp:1:18: error: ")
        self.assertEqual(self.calls().count("build-dev"), 1)
        for step in ("dev/headers", "dev/tidy", "dev/test"):
            self.assertEqual(self.states[step], "left out")
        self.assertEqual(self.states["asan/test"], "passed")

    def test_a_header_is_named(self):
        self.check_failure({"build-dev-all_verify_interface_header_sets": "cat $LOGS/header.log; exit 1"},
                           "dev/headers", "base/array.h: ")
        self.assertEqual(self.states["dev/test"], "passed")

    def test_findings_of_clang_tidy_are_named_and_tests_run_all_the_same(self):
        self.check_failure({"tidy": "echo '/source/core/a.cpp:3:5: error: it is bad [bugprone-x]'; exit 1"},
                           "dev/tidy", "/source/core/a.cpp:3:5: error: it is bad [bugprone-x]")
        self.assertEqual(self.states["dev/test"], "passed")

    def test_a_cheap_check_ends_the_run(self):
        self.check_failure({"structure-dev": "cat $LOGS/tests.log; exit 8"}, "dev/structure", "FramesTest.AlsoFails")
        self.assertEqual(list(self.states)[-1], "dev/structure")

    def test_a_script_with_an_error_ends_the_run(self):
        (self.root / ".ci" / "run").write_text("#!/bin/bash\nif true; then\n")
        self.check_failure({}, "syntax", "error: .ci/run is no valid script")
        self.assertNotIn("dev/configure", self.states)

    def test_a_limit_ends_a_step_with_all_its_processes(self):
        pid = self.answers / "pid"
        # The alarm is what ends the time of `timeout`, which leads the group of processes.
        self.check_failure({"test-dev": f"cat $LOGS/limit.log; (trap '' TERM; exec sleep 600) & echo $! >{pid}\n"
                                        "read -r _ _ _ _ group _ </proc/$$/stat; kill -ALRM $group; wait"},
                           "dev/test", "ended after its 35 minutes", "test-ui-queue (did not end)")
        self.assertEqual(self.states["asan/test"], "passed")
        status = pathlib.Path(f"/proc/{pid.read_text().strip()}/status")
        self.assertTrue(not status.exists() or "State:\tZ" in status.read_text(), self.output)

    def test_a_run_ended_from_outside_says_so(self):
        process = self.start({"build-dev": "touch $ANSWERS/begun; sleep 600"})
        while not (self.answers / "begun").exists():
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        output, _ = process.communicate(timeout=PATIENCE_S)
        self.assertEqual(process.returncode, 143)
        self.assertIn("FAILED: dev/build / ended from outside", output.splitlines())


if __name__ == "__main__":
    unittest.main(verbosity=2)
