// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/images/raw_file.h"

#include "base/error.h"
#include "base/phrase.h"

#include <algorithm>
#include <string>

namespace ewald::io {
namespace {

const char* const kHint = translatable("name a file, or several with * where names differ");

} // namespace

std::shared_ptr<const InputFile> DescriptorPool::acquire(const RawFile& file) {
    const std::lock_guard lock(m_mutex);
    const auto found =
        std::find_if(m_open.begin(), m_open.end(), [&](const auto& entry) { return entry.first == &file; });
    if (found != m_open.end()) {
        m_open.splice(m_open.begin(), m_open, found);
        return found->second;
    }
    auto opened = std::make_shared<const InputFile>(file.path(), kHint);
    if (opened->device() != file.m_device || opened->inode() != file.m_inode)
        throw DataError("the file was replaced by another one since it was opened", file.path().string(),
                        "open it again");
    m_open.emplace_front(&file, opened);
    if (m_open.size() > m_most) m_open.pop_back();
    return opened;
}

RawFile::RawFile(std::filesystem::path file, std::shared_ptr<DescriptorPool> pool)
    : m_path(std::move(file)), m_pool(std::move(pool)) {
    const InputFile opened(m_path, kHint);
    m_size = opened.size();
    m_device = opened.device();
    m_inode = opened.inode();
}

RawFile::~RawFile() {
    const std::lock_guard lock(m_pool->m_mutex);
    m_pool->m_open.remove_if([this](const auto& entry) { return entry.first == this; });
}

void RawFile::read(std::uint64_t offset, std::span<std::byte> out) const {
    const std::size_t count = m_pool->acquire(*this)->readAt(offset, out);
    if (count < out.size())
        throw DataError(phrase("the file ends %1 bytes too early", out.size() - count), m_path.string(),
                        "copy it again, or wait until its writer has finished");
}

} // namespace ewald::io
