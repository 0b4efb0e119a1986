// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QObject;

namespace ewald::ui {

/// Letters that are typed in an open list, a choice or a table look for an entry there: they are not shortcuts of what
/// lies around it. The shortcuts of the table itself stay. Holds for the whole program; once is enough.
/// \param owner ends it. UI thread.
void keepTypedLetters(QObject* owner);

} // namespace ewald::ui
