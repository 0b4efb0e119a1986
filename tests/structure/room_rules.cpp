// SPDX-License-Identifier: GPL-3.0-or-later
#include "rooms.h"

#include <algorithm>

namespace ewald::structure {
namespace {

const Room* findRoom(std::string_view folder) {
    const auto found = std::ranges::find(rooms(), folder, &Room::folder);
    return found == rooms().end() ? nullptr : &*found;
}

/// "core/job/queue" for core/job/queue/a.h.
std::string folderOf(std::string_view path) { return std::string(path.substr(0, path.rfind('/'))); }

/// "core/job" for core/job/queue.
std::string_view layerOf(std::string_view folder) {
    return folder.substr(0, std::min(folder.size(), folder.find('/', folder.find('/') + 1)));
}

std::vector<Room> makeRooms() {
    const std::string compute = "core/compute", ptycho = "core/ptycho", job = "core/job", queue = "core/job/queue";
    std::vector<Room> all;
    const auto add = [&](const std::string& layer, const char* name, const std::vector<std::string>& below) {
        const auto path = [&](const std::string& room) { return room.empty() ? layer : layer + "/" + room; };
        all.push_back({path(name), {}});
        for (const std::string& room : below) all.back().below.insert(path(room));
    };
    add(compute, "devices", {});
    add(compute, "communication", {"devices"});
    add(compute, "operations", {"devices", "communication"});
    add(compute, "cpu", {"devices", "operations"});
    add(compute, "mpi", {"devices", "communication"});
    add(compute, "", {"devices", "cpu"}); // the table of backends

    add(ptycho, "model", {});
    add(ptycho, "iteration", {"model"});
    add(ptycho, "engines/descent", {"model", "iteration"});
    add(ptycho, "engines/plan", {"model", "iteration"});
    add(ptycho, "engines", {"model", "iteration", "engines/descent", "engines/plan"});
    add(ptycho, "constraints", {"model", "iteration"});
    add(ptycho, "", {"model", "iteration", "constraints"}); // the solver
    add(ptycho, "analysis", {"model", "engines", ""});

    add(job, "devices", {});
    add(job, "events", {});
    add(job, "document", {"events"});
    add(job, "run", {"events", "document"});
    add(job, "ptychography/setup", {"devices", "events", "document", "run"});
    add(job, "ptychography/results", {"events", "document", "ptychography/setup"});
    add(job, "ptychography/run", {"events", "document", "run", "ptychography/setup", "ptychography/results"});
    add(job, "ptychography", {"document", "ptychography/setup", "ptychography/run"});
    add(job, "absolute", {"document"});
    add(job, "integration/remarks", {});
    add(job, "integration", {"events", "document", "run", "absolute", "integration/remarks"});
    add(job, "calibration", {"document", "integration"});
    add(job, "peaks", {"document", "integration"});
    add(job, "maps", {"document", "integration"});
    add(job, "masks", {"document", "integration"});
    add(job, "bench", {"document", "run", "ptychography/run", "integration"});
    add(job, "report", {"devices", "document", "ptychography/setup", "integration"});
    add(job, "queue/folder", {"events", "document", "run", "report"});
    add(job, "queue/store", {"document", "queue/folder"});
    add(job, "queue/batch", {"document", "queue/folder", "queue/store"});
    add(job, "queue/local", {"queue/folder", "queue/store"});
    add(job, "queue/slurm", {"document", "queue/folder", "queue/store"});
    add(job, "queue/watch", {"document", "queue/folder", "queue/store", "queue/batch", "queue/local", "queue/slurm"});
    add(job, "queue", {"events", "document", "queue/folder", "queue/store", "queue/local", "queue/slurm"});
    add(job, "", {"document", "ptychography", "integration"}); // the table of kinds
    return all;
}

} // namespace

const std::vector<Room>& rooms() {
    static const std::vector<Room> all = makeRooms();
    return all;
}

std::string refusalOfRoom(std::string_view from, std::string_view target) {
    const std::string own = folderOf(from), other = folderOf(target);
    const bool divided = std::ranges::any_of(rooms(), [&](const Room& r) { return layerOf(r.folder) == layerOf(own); });
    if (own == other || !divided) return {};
    const Room* const room = findRoom(own);
    if (room == nullptr) return own + " is not a room of the table";
    return room->below.contains(other) ? std::string() : own + " may not include " + other;
}

} // namespace ewald::structure
