// SPDX-License-Identifier: GPL-3.0-or-later
//
// Of each result named: one line with hashes of the bits of its object, its probe and its errors, and of what else was
// fitted. For tests/bench/same_bits.
#include "base/error.h"
#include "io/result_file.h"

#include <cstdio>
#include <span>

namespace {

/// FNV-1a, 64 bits.
class Hash {
public:
    template <class T>
    Hash& add(std::span<const T> values) {
        for (const std::byte byte : std::as_bytes(values)) {
            m_hash ^= static_cast<std::uint64_t>(byte);
            m_hash *= 0x100000001b3;
        }
        return *this;
    }
    template <class T>
    Hash& add(const std::vector<T>& values) {
        return add(std::span<const T>(values));
    }
    template <class T, std::size_t N>
    Hash& add(const ewald::Array<T, N>& array) {
        return add(std::span<const std::size_t>(array.shape())).add(array.span());
    }
    Hash& add(double value) { return add(std::span<const double>(&value, 1)); }
    [[nodiscard]] unsigned long long value() const { return m_hash; }

private:
    std::uint64_t m_hash = 0xcbf29ce484222325;
};

void print(const char* file) {
    const ewald::io::PtychoResult result = ewald::io::readResult(file);
    Hash errors;
    for (const ewald::io::LossEntry& entry : result.loss)
        errors.add(entry.fourierError).add(entry.value).add(entry.llk).add(entry.running).add(entry.step);
    Hash fitted;
    for (const ewald::PixelPosition& position : result.pixelPositions) fitted.add(position.row).add(position.col);
    fitted.add(result.background).add(result.probeWeights).add(result.frameIntensities);
    std::printf("object %016llx probe %016llx errors %016llx fitted %016llx\n", Hash().add(result.object).value(),
                Hash().add(result.probe).value(), errors.value(), fitted.value());
}

} // namespace

int main(int argc, char** argv) {
    try {
        for (int i = 1; i < argc; ++i) print(argv[i]);
    } catch (const ewald::Error& error) {
        std::fprintf(stderr, "result_bits: %s\n", error.what());
        return 1;
    }
}
