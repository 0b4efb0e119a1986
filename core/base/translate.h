// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The name that Qt's lupdate looks for: the window translates these texts, the core does not depend on Qt. For sources
// only, since Qt's headers define the same.
#define QT_TRANSLATE_NOOP(context, text) text
