#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""packaging/tidy: which sources it looks at, with which commands, and what it makes of findings."""
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
_loader = importlib.machinery.SourceFileLoader("tidy", str(ROOT / "packaging" / "tidy"))
tidy = importlib.util.module_from_spec(importlib.util.spec_from_loader("tidy", _loader))
_loader.exec_module(tidy)

# Finds "BAD" in a source, and says which sources it was shown.
FAKE = """#!/bin/sh
for source; do :; done
echo "$source" >> "$SEEN"
! grep -n BAD "$source" || { echo "$source:1:1: error: bad [check]"; exit 1; }
"""
DAY = 86400
NOW = 1_800_000_000


class Tidy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        self.build = self.root / "build" / "dev"
        (self.build / "joined" / "ewald-base").mkdir(parents=True)
        self.put(".clang-tidy", "Checks: x\n")
        self.put(".gitignore", "build\nbin\nseen\n")
        for name in ("core/base/a.cpp", "core/base/b.cpp", "ui/w.cpp", "tests/t.cpp"):
            self.put(name, "int x;\n")
        self.put("core/base/only.h", "")
        self.put("core/base/a.cpp", '#include "base/a.h"\n#include "base/only.h"\n')
        self.put("core/base/a.h", "")
        joined = self.build / "joined" / "ewald-base" / "a.cpp"
        joined.write_text('#include "../../../../core/base/a.cpp"\n#include "../../../../core/base/b.cpp"\n')
        command = "/usr/bin/c++ -I{0}/core -Wno-subobject-linkage -O1 -o x.o -c {1}"
        entries = [joined] + [self.root / name for name in ("ui/w.cpp", "tests/t.cpp")]
        (self.build / "compile_commands.json").write_text(json.dumps(
            [{"directory": str(self.build), "command": command.format(self.root, file), "file": str(file)}
             for file in entries] +
            [{"directory": str(self.build), "command": f"/cuda/bin/nvcc -c {self.root}/gpu/k.cpp",
              "file": f"{self.root}/gpu/k.cpp"}]))
        self.put("bin/clang-tidy-14", FAKE).chmod(0o755)
        self.seen = self.root / "seen"
        for patch in (unittest.mock.patch.object(tidy, "ROOT", self.root),
                      unittest.mock.patch.dict(os.environ, {"PATH": f"{self.root}/bin:{os.environ['PATH']}",
                                                            "SEEN": str(self.seen),
                                                            # in no checkout, whatever folder holds it
                                                            "GIT_CEILING_DIRECTORIES": str(self.root.parent)})):
            patch.start()
            self.addCleanup(patch.stop)

    def put(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def commit(self, seconds):
        date = f"@{NOW + seconds} +0000"
        environment = {**os.environ, "GIT_COMMITTER_DATE": date, "GIT_AUTHOR_DATE": date, "GIT_CONFIG_GLOBAL": "/dev/null"}
        for words in (["add", "-A"], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "x"]):
            subprocess.run(["git", "-C", str(self.root), *words], check=True, env=environment, capture_output=True)

    def run_tidy(self, *arguments):
        """Exit code, output, and names of the sources that clang-tidy was shown."""
        self.seen.write_text("")
        output = io.StringIO()
        with unittest.mock.patch.object(sys, "argv", ["tidy", str(self.build), *arguments]), \
                contextlib.redirect_stdout(output):
            code = tidy.main()
        shown = [str(pathlib.Path(line).relative_to(self.root)) for line in self.seen.read_text().splitlines()]
        return code, output.getvalue(), sorted(shown)

    def test_joined_sources_have_commands_of_their_own(self):
        commands = tidy.commands_of(self.build)
        self.assertEqual(sorted(map(str, commands)), ["core/base/a.cpp", "core/base/b.cpp", "ui/w.cpp"])
        folder, words = commands[pathlib.Path("core/base/b.cpp")]
        self.assertEqual(folder, str(self.build))
        self.assertEqual(words, ["/usr/bin/c++", f"-I{self.root}/core", "-O1", "-o", "x.o", "-c",
                                 f"{self.root}/core/base/b.cpp"])

    def test_findings_are_errors_and_clean_sources_are_not_shown_again(self):
        self.put("ui/w.cpp", "BAD\n")
        code, output, shown = self.run_tidy("--all")
        self.assertEqual((code, shown), (1, ["core/base/a.cpp", "core/base/b.cpp", "ui/w.cpp"]))
        self.assertIn("error: bad [check]", output)
        self.assertIn("3 sources, 1 with findings", output)
        self.put("ui/w.cpp", "good\n")
        self.put("core/base/b.cpp", "changed\n")
        self.assertEqual(self.run_tidy("--all")[::2], (0, ["core/base/b.cpp", "ui/w.cpp"]))
        self.assertEqual(self.run_tidy("--all")[::2], (0, []))
        self.put(".clang-tidy", "Checks: y\n")
        self.assertEqual(len(self.run_tidy("--all")[2]), 3)
        self.put("core/base/only.h", "int in_a_header;\n")
        self.assertEqual(len(self.run_tidy("--all")[2]), 3)
        with self.assertRaises(SystemExit):
            self.run_tidy("core/none.cpp")

    @unittest.skipUnless(shutil.which("git"), "no git")
    def test_what_changed_within_a_day_is_looked_at(self):
        self.assertIn("No history", self.run_tidy()[1])
        subprocess.run(["git", "-C", str(self.root), "init", "-q"], check=True, capture_output=True)
        self.commit(-3 * DAY)
        self.assertEqual(self.run_tidy()[::2], (0, []))  # a first commit changes nothing
        self.put("core/base/b.cpp", "int long_ago;\n")
        self.commit(-2 * DAY)
        self.put("ui/w.cpp", "int yesterday;\n")
        self.commit(-DAY // 2)
        self.put("tests/t.cpp", "int now;\n")
        self.commit(0)
        self.assertEqual(self.run_tidy()[::2], (0, ["ui/w.cpp"]))
        self.put("core/base/a.h", "int changed;\n")  # not committed
        self.assertEqual(self.run_tidy()[2], ["core/base/a.cpp", "ui/w.cpp"])  # the second may include it
        self.put("core/base/a.h", "")
        self.put("core/base/a.cpp", '#include "base/a.h"\n#include "base/only.h"\nint y;\n')
        self.commit(1)
        self.run_tidy()
        self.put("core/base/only.h", "int changed;\n")  # no source of its name, which is what it changes
        self.assertEqual(tidy.source_of(pathlib.Path("core/base/only.h"), tidy.commands_of(self.build)),
                         pathlib.Path("core/base/a.cpp"))


if __name__ == "__main__":
    unittest.main()
