#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks tests/gpu/paper without a compiler: it has to complain where something grows."""
import copy
import importlib.machinery
import importlib.util
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("paper", str(pathlib.Path(__file__).with_name("paper")))
paper = importlib.util.module_from_spec(importlib.util.spec_from_loader("paper", loader))
loader.exec_module(paper)


class Paper(unittest.TestCase):
    table = {"kernels": {"80": {"forEach ExitWave": {"registers": 25, "spilled": 0, "stack": 0, "warps": 64}}},
             "instructions": {"80": {"forEach ExitWave": {"all": 119, "loads of 8 bytes": 4, "narrow loads": 2}}}}

    def worse(self, part, what, value):
        found = copy.deepcopy(self.table)
        found[part]["80"]["forEach ExitWave"][what] = value
        return list(paper.worse(found, self.table))

    def test_complains_where_something_grows(self):
        self.assertEqual(self.worse("kernels", "registers", 25), [])
        self.assertEqual(self.worse("kernels", "registers", 24), [])
        self.assertEqual(len(self.worse("kernels", "registers", 26)), 1)
        self.assertEqual(len(self.worse("kernels", "spilled", 4)), 1)
        self.assertEqual(len(self.worse("instructions", "all", 120)), 1)
        self.assertEqual(len(self.worse("instructions", "narrow loads", 3)), 1)
        self.assertEqual(self.worse("instructions", "loads of 8 bytes", 3), [])
        self.assertEqual(len(self.worse("kernels", "warps", 48)), 1)

    def test_complains_of_kernels_that_come_or_go(self):
        none = {"kernels": {"80": {}}, "instructions": {}}
        self.assertEqual(len(list(paper.worse(none, self.table))), 1)
        self.assertEqual(len(list(paper.worse(self.table, none))), 2)

    def test_a_stack_without_reason_is_refused(self):
        kernel = {"registers": 25, "spilled": 0, "stack": 8, "warps": 64}
        self.assertEqual(len(list(paper.always({"kernels": {"80": {"forEach ExitWave": kernel}}}))), 1)
        self.assertEqual(list(paper.always({"kernels": {"80": {"sumAcross": kernel}}})), [])

    def test_names(self):
        self.assertEqual(paper.short("void ewald::cuda::forEachKernel<ewald::kernels::ExitWave>(ewald::cuda::Grid, "
                                     "ewald::kernels::ExitWave)"), "forEach ExitWave")
        self.assertEqual(paper.short("ewald::cuda::(anonymous namespace)::sumAcrossKernel(ewald::cuda::(anonymous "
                                     "namespace)::Arrays, unsigned int)"), "sumAcross")
        self.assertEqual(paper.short("void ewald::cuda::(anonymous namespace)::blocksKernel<ewald::kernels::"
                                     "IntegrateBlocks<int, true> >(ewald::kernels::IntegrateBlocks<int, true>)"),
                         "blocks IntegrateBlocks<int, true>")

    def test_occupancy(self):
        # By hand, 65,536 registers: 64 a thread are 4 blocks of 8 warps; 65 are rounded up to 72, 3 blocks.
        self.assertEqual(paper.warps("90", "x", 256, 64, 0), 32)
        self.assertEqual(paper.warps("90", "x", 256, 65, 0), 24)
        self.assertEqual(paper.warps("90", "x", 256, 16, 0), 64)
        self.assertEqual(paper.warps("89", "x", 256, 16, 0), 48)
        # 40,976 bytes and 1 KiB of the driver: 5 blocks of 4 warps in 228 KiB.
        self.assertEqual(paper.warps("90", "blocks IntegrateBlocks<int, true>", 128, 40, 0), 20)


if __name__ == "__main__":
    unittest.main()
