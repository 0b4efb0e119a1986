# SPDX-License-Identifier: GPL-3.0-or-later
"""HDF5 files with one structure made wrong on purpose, after the known faults of the HDF5 library: loops in the
continuations of object headers, trees that contain themselves, symbol tables that lead back to the root, chunks and
attributes of absurd sizes, heaps with negative sizes, filter pipelines without or with too many filters, types inside
of types, fractal heaps whose blocks double for ever. Checksums are right, so that the fault is met.

Structures and offsets: "HDF5 File Format Specification", version 3.0."""
import struct

NO_ADDRESS = (1 << 64) - 1
HUGE = {1: [0, 0xFF], 2: [0, 33, 0xFFFF], 4: [0, 0x7FFFFFFF, 0xFFFFFFFF],
        8: [0, 1 << 40, (1 << 63) - 8, NO_ADDRESS - 8, NO_ADDRESS]}


def number(data, at, width):
    return int.from_bytes(data[at:at + width], "little")


def checksum(data):
    """lookup3 by Bob Jenkins with the initial value 0."""
    mask = 0xFFFFFFFF

    def rotated(x, k):
        return (x << k | x >> 32 - k) & mask

    a = b = c = (0xDEADBEEF + len(data)) & mask
    at = 0
    while len(data) - at > 12:
        x, y, z = struct.unpack_from("<III", data, at)
        a, b, c = (a + x) & mask, (b + y) & mask, (c + z) & mask
        for k in (4, 6, 8, 16, 19, 4):
            a = (a - c) & mask ^ rotated(c, k)
            c = (c + b) & mask
            a, b, c = b, c, a
        at += 12
    if at == len(data):
        return c
    x, y, z = struct.unpack("<III", data[at:].ljust(12, b"\0"))
    a, b, c = (a + x) & mask, (b + y) & mask, (c + z) & mask
    for k in (14, 11, 25, 16, 4, 14, 24):
        c = ((c ^ b) - rotated(b, k)) & mask
        a, b, c = b, c, a
    return b


class Messages:
    """Messages of the object headers of version 1: (type, offset of the content, size, header)."""

    def __init__(self, data):
        self.data = data
        self.found = []
        self.headers = []
        if data[8] < 2:  # the root's entry of the superblock
            self.walk(number(data, 64 if data[8] == 0 else 68, 8))

    def walk(self, address):
        if address in self.headers or address + 16 > len(self.data) or self.data[address] != 1:
            return
        self.headers.append(address)
        blocks = [(address + 16, number(self.data, address + 8, 4))]
        for start, size in blocks:
            at = start
            while at + 8 <= min(start + size, len(self.data)):
                kind, length = number(self.data, at, 2), number(self.data, at + 2, 2)
                self.found.append((kind, at + 8, length, address))
                if kind == 0x10 and len(blocks) < 50:
                    blocks.append((number(self.data, at + 8, 8), number(self.data, at + 16, 8)))
                if kind == 0x11:
                    self.walk_tree(number(self.data, at + 8, 8))
                if kind == 0x06:
                    self.walk_link(at + 8)
                at += 8 + length

    def walk_link(self, at):
        flags = self.data[at + 1]
        kind = self.data[at + 2] if flags & 8 else 0
        name = at + 2 + (1 if flags & 8 else 0) + (8 if flags & 4 else 0) + (1 if flags & 16 else 0)
        width = 1 << (flags & 3)
        if kind == 0:  # a hard link
            self.walk(number(self.data, name + width + number(self.data, name, width), 8))

    def walk_tree(self, address):
        if self.data[address:address + 4] == b"SNOD":
            for i in range(number(self.data, address + 6, 2)):
                self.walk(number(self.data, address + 8 + 40 * i + 8, 8))
        elif self.data[address:address + 4] == b"TREE":
            for i in range(number(self.data, address + 6, 2)):
                self.walk_tree(number(self.data, address + 32 + 16 * i, 8))

    def of(self, kind):
        return [(at, size, header) for found, at, size, header in self.found if found == kind]


def patched(data, *changes):
    """A copy with (offset, width, value) changed."""
    copy = bytearray(data)
    for at, width, value in changes:
        copy[at:at + width] = (value & (1 << 8 * width) - 1).to_bytes(width, "little")
    return bytes(copy)


def places(data, signature, most=3):
    at, found = data.find(signature), []
    while at >= 0 and len(found) < most:
        found.append(at)
        at = data.find(signature, at + 1)
    return found


# Of structures without checksum: name, signature, [(field, offset, width)].
PLAIN = [
    ("group-or-chunk-tree", b"TREE", [("level", 5, 1), ("entries", 6, 2), ("left", 8, 8), ("right", 16, 8), ("child", 32, 8)]),
    ("symbol-node", b"SNOD", [("symbols", 6, 2), ("name", 8, 8), ("header", 16, 8), ("cache", 24, 4)]),
    ("local-heap", b"HEAP", [("size", 8, 8), ("free", 16, 8), ("data", 24, 8)]),
    ("global-heap", b"GCOL", [("size", 8, 8), ("object", 16, 2), ("object-size", 24, 8)]),
]
# Of structures with a checksum over this many bytes before it: name, signature, bytes, [(field, offset, width)].
SEALED = [
    ("fractal-heap", b"FRHP", 142, [("id-length", 5, 2), ("filters", 7, 2), ("largest", 10, 4), ("width", 110, 2),
                                    ("first-block", 112, 8), ("largest-block", 120, 8), ("heap-bits", 128, 2),
                                    ("first-rows", 130, 2), ("root", 132, 8), ("rows", 140, 2)]),
    ("tree-2", b"BTHD", 34, [("type", 5, 1), ("node", 6, 4), ("record", 10, 2), ("depth", 12, 2), ("root", 16, 8),
                             ("records", 24, 2), ("total", 26, 8)]),
    ("fixed-array", b"FAHD", 24, [("element", 6, 1), ("page-bits", 7, 1), ("elements", 8, 8), ("block", 16, 8)]),
    ("extensible-array", b"EAHD", 68, [("element", 6, 1), ("bits", 7, 1), ("index-elements", 8, 1), ("least", 9, 1),
                                       ("pointers", 10, 1), ("page-bits", 11, 1), ("index", 60, 8)]),
]
# Of messages in headers of version 1: name, type, [(field, offset, width)].
MESSAGES = [
    ("dataspace", 0x01, [("version", 0, 1), ("axes", 1, 1), ("extent", 8, 8)]),
    ("datatype", 0x03, [("class", 0, 1), ("bits", 1, 2), ("size", 4, 4)]),
    ("fill", 0x05, [("version", 0, 1), ("size", 4, 4)]),
    ("layout", 0x08, [("version", 0, 1), ("class", 1, 1), ("axes", 2, 1), ("address", 3, 8), ("chunk", 11, 4), ("chunk-2", 15, 4)]),
    ("filters", 0x0B, [("version", 0, 1), ("number", 1, 1), ("id", 8, 2), ("name", 10, 2), ("values", 14, 2)]),
    ("attribute", 0x0C, [("version", 0, 1), ("name", 2, 2), ("type", 4, 2), ("space", 6, 2)]),
    ("symbol-table", 0x11, [("tree", 0, 8), ("heap", 8, 8)]),
]


def loops(data, messages):
    """Structures that lead back to themselves."""
    root = messages.headers[0] if messages.headers else 0
    for kind in (0x10, 0x00):  # a continuation, or a message without content that becomes one
        for at, size, header in [entry for entry in messages.of(kind) if entry[1] >= 16][:3]:
            yield f"continuation-{at}-of-its-header", patched(data, (at - 8, 2, 0x10), (at, 8, header + 16),
                                                              (at + 8, 8, number(data, header + 8, 4)))
            yield f"continuation-{at}-of-itself", patched(data, (at - 8, 2, 0x10), (at, 8, at - 8), (at + 8, 8, size + 8))
    for at in places(data, b"TREE"):
        yield f"tree-{at}-in-itself", patched(data, (at + 5, 1, 1), (at + 32, 8, at))
        yield f"tree-{at}-beside-itself", patched(data, (at + 8, 8, at), (at + 16, 8, at))
    for at in places(data, b"SNOD"):
        yield f"symbol-{at}-is-the-root", patched(data, (at + 16, 8, root))
    for at, _, _ in messages.of(0x11)[:3]:
        yield f"group-{at}-is-the-root", patched(data, (at, 16, number(data, messages.of(0x11)[0][0], 16)))
    for at in places(data, b"HEAP"):
        yield f"free-list-{at}-in-itself", patched(data, (at + 16, 8, 0), (number(data, at + 24, 8), 8, 0))
    for at, size, _ in messages.of(0x03)[:4]:
        # Arrays of arrays (variable length of variable length), as deep as the message allows.
        for name, kind in (("variable-length", 0x19), ("array", 0x2A), ("compound", 0x16), ("enumeration", 0x18)):
            yield f"{name}-{at}-in-itself", patched(data, *((at + 8 * i, 4, kind | 0xFFFF00) for i in range(size // 8)))


def hostile_shapes(data):
    """Yields (name, bytes) for everything that the file has."""
    messages = Messages(data)
    yield from loops(data, messages)
    for name, signature, fields in PLAIN:
        for place in places(data, signature):
            for field, offset, width in fields:
                for value in HUGE[width] + ([place] if width == 8 else []):
                    yield f"{name}-{place}-{field}-{value:x}", patched(data, (place + offset, width, value))
    for name, signature, length, fields in SEALED:
        for place in places(data, signature):
            if place + length + 4 > len(data) or checksum(data[place:place + length]) != number(data, place + length, 4):
                continue
            for field, offset, width in fields:
                for value in HUGE[width] + ([place] if width == 8 else []):
                    copy = patched(data, (place + offset, width, value))
                    copy = patched(copy, (place + length, 4, checksum(copy[place:place + length])))
                    yield f"{name}-{place}-{field}-{value:x}", copy
    for name, kind, fields in MESSAGES:
        for at, size, _ in messages.of(kind)[:3]:
            for field, offset, width in fields:
                if offset + width <= size:
                    for value in HUGE[width]:
                        yield f"{name}-{at}-{field}-{value:x}", patched(data, (at + offset, width, value))
