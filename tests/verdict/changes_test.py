#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The notes of docs/changes, and packaging/changes on notes that are wrong."""
import importlib.machinery
import importlib.util
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
_loader = importlib.machinery.SourceFileLoader("changes", str(ROOT / "packaging" / "changes"))
changes = importlib.util.module_from_spec(importlib.util.spec_from_loader("changes", _loader))
_loader.exec_module(changes)


class Notes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.notes = self.root / "docs" / "changes"
        self.notes.mkdir(parents=True)
        (self.notes / "README.md").write_text("no note\n")

    def put(self, name, text):
        (self.notes / name).write_text(text)

    def test_those_of_the_project_are_right(self):
        self.assertEqual(changes.check(ROOT / "docs" / "changes"), 0)

    def test_a_wrong_one_is_named(self):
        for text in ("", "Added: a.", "Added: a\n", "Added a.\n", "Removed: a.\n", "Added: a.\nAdded: b.\n",
                     "Added:  a.\n", "Added: .\n", "Added: " + "a" * 240 + ".\n"):
            self.put("note.txt", text)
            self.assertEqual(changes.check(self.notes), 1, text)
        self.put("note.txt", "Added: a.\n")
        self.assertEqual(changes.check(self.notes), 0)
        self.put("Note.md", "Added: a.\n")
        self.assertEqual(changes.check(self.notes), 1)

    def test_a_release_moves_them_into_the_log_newest_first(self):
        self.put("b.txt", "Mended: x is y.\n")
        self.put("a.txt", "Added: z.\n")
        self.assertEqual(changes.release("1.0", self.root), 0)
        self.put("c.txt", "Added: w.\n")
        self.assertEqual(changes.release("1.1", self.root), 0)
        self.assertEqual(changes.release("1.2", self.root), 1)  # nothing is left
        lines = [line for line in (self.root / "CHANGELOG.md").read_text().splitlines() if line]
        self.assertEqual([line.split(" (")[0] for line in lines],
                         ["# Changes", "## 1.1", "### Added", "* w.", "## 1.0", "### Added", "* z.", "### Mended",
                          "* x is y."])
        self.assertEqual([path.name for path in self.notes.iterdir()], ["README.md"])


if __name__ == "__main__":
    unittest.main()
