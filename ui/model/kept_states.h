// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLockFile>
#include <QString>

#include <memory>

namespace ewald::ui {

/// A folder in the cache for the states of a run that can be gone back to. It is locked as long as this exists, and
/// removed with it, which may take a moment; what a program that was killed has left is found by its lock. Any thread,
/// one at a time.
class KeptStates {
public:
    KeptStates();
    ~KeptStates();
    KeptStates(const KeptStates&) = delete;
    KeptStates& operator=(const KeptStates&) = delete;

    /// Empty where the folder could not be made.
    [[nodiscard]] QString path() const { return m_path; }

    /// Removes the folders of programs that do not run any more.
    static void removeOrphans();

private:
    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
};

} // namespace ewald::ui
