// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace ewald::ui::test {

/// Takes Qt's warnings, writes the last actions where the program crashes, and ends it, with the last actions, where
/// the event loop stands still for two minutes. One at a time.
class MonkeyKeeper {
public:
    MonkeyKeeper();
    ~MonkeyKeeper();
    MonkeyKeeper(const MonkeyKeeper&) = delete;
    MonkeyKeeper& operator=(const MonkeyKeeper&) = delete;
};

/// Keeps what is about to be done, for a crash. UI thread; also says that the event loop is alive.
void writeDown(const QString& action);
/// Writes to the standard error stream.
void report(const QString& text);
/// Warnings that Qt has given since the last call. Any thread gives them.
[[nodiscard]] QStringList takeWarnings();

} // namespace ewald::ui::test
