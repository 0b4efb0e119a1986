// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document/document.h"

namespace ewald {
namespace {

/// Tests that are about something else want an engine that takes the iterations that it is given.
const job::OtherDefaultEngine kPlain("rpie");

} // namespace
} // namespace ewald
