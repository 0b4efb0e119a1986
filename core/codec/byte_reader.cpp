// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/byte_reader.h"

namespace ewald::codec {

void throwDamaged(const std::string& codec, const std::string& problem) {
    throw DataError("damaged " + codec + " data: " + problem, {},
                    "the file was cut short or altered; copy it again from where it was written");
}

void ByteReader::throwShort(std::size_t wanted) const {
    throwDamaged(m_codec, std::to_string(wanted) + " bytes expected at byte " + std::to_string(m_position) + ", only " +
                              std::to_string(left()) + " left");
}

} // namespace ewald::codec
