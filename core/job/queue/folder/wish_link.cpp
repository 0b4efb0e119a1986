// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/folder/wish_link.h"

#include <utility>

namespace ewald::job::queue {
namespace {

Wish wishOf(const RunControl& control) {
    switch (control.stopRequest()) {
    case StopRequest::graceful: return Wish::stop;
    case StopRequest::abort: return Wish::abort;
    case StopRequest::none: break;
    }
    return control.paused() ? Wish::pause : Wish::none;
}

void obey(Wish wish, RunControl& control) {
    if (wish == Wish::stop) control.requestStop(StopRequest::graceful);
    if (wish == Wish::abort) control.requestStop(StopRequest::abort);
    if (!control.stopRequested()) control.setPaused(wish == Wish::pause);
}

} // namespace

WishLink::WishLink(JobFolder folder, RunControl& control)
    : m_folder(std::move(folder)), m_control(control), m_known(Wish::none) {}

void WishLink::step() {
    const Wish inFolder = m_folder.readWish();
    Wish wish = wishOf(m_control);
    // Where both have changed, that of the window counts, but nothing takes a request to end back.
    const bool stronger = inFolder >= Wish::stop && inFolder > wish;
    if (inFolder != m_known && (wish == m_known || stronger)) {
        obey(inFolder, m_control);
        wish = wishOf(m_control);
    }
    if (wish != inFolder) m_folder.writeWish(wish);
    m_known = wish;
}

} // namespace ewald::job::queue
