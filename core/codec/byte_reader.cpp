// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/byte_reader.h"

#include "base/phrase.h"

namespace ewald::codec {

void throwDamaged(const std::string& codec, const std::string& problem) {
    throw DataError(phrase("damaged %1 data: %2", codec, problem), {},
                    "the file was cut short or altered; copy it again from where it was written");
}

void ByteReader::throwShort(std::size_t wanted) const {
    throwDamaged(m_codec, phrase("%1 bytes expected at byte %2, only %3 left", wanted, m_position, left()));
}

} // namespace ewald::codec
