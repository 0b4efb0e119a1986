// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/communication/communicator.h"

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

// What the first process has goes to all; called by every process at the same place.
namespace ewald::job {

/// Copies the array of the first process to all, whatever length it has there.
template <class T>
void broadcastAll(std::vector<T>& values, compute::Communicator& everyProcess) {
    double length = static_cast<double>(values.size());
    everyProcess.broadcast(std::span<double>(&length, 1), 0);
    values.resize(static_cast<std::size_t>(length));
    everyProcess.broadcast(values, 0);
}

/// The same for a list of arrays with names.
template <class T>
void shareByName(std::map<std::string, std::vector<T>>& parts, compute::Communicator& everyProcess) {
    std::vector<std::pair<std::string, std::vector<T>>> list(parts.begin(), parts.end());
    double count = static_cast<double>(list.size());
    everyProcess.broadcast(std::span<double>(&count, 1), 0);
    list.resize(static_cast<std::size_t>(count));
    for (auto& [name, values] : list) {
        std::vector<char> letters(name.begin(), name.end());
        broadcastAll(letters, everyProcess);
        name.assign(letters.begin(), letters.end());
        broadcastAll(values, everyProcess);
    }
    parts = {list.begin(), list.end()};
}

} // namespace ewald::job
