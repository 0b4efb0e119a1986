// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/detector_arm.h"

#include "base/ascii_text.h"
#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "io/file_address.h"
#include "io/hdf5/hdf5.h"
#include "io/stack/file_patterns.h"
#include "job/integration/group_integrator.h"
#include "job/integration/integrate_runner.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;

constexpr const char* kKey = "arm_position";

std::vector<std::string> partsOfList(std::string_view text) {
    std::vector<std::string> parts;
    for (bool more = !trimmed(text).empty(); more;) {
        const std::size_t comma = text.find(',');
        parts.emplace_back(trimmed(text.substr(0, comma)));
        more = comma != std::string_view::npos;
        if (more) text.remove_prefix(comma + 1);
    }
    return parts;
}

std::optional<double> numberIn(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isOne = error == std::errc() && end == text.data() + text.size() && std::isfinite(number);
    return isOne ? std::optional(number) : std::nullopt;
}

/// Of all files of the frames, one behind the other.
std::vector<double> valuesInFiles(const JobDocument& job, const std::string& path) {
    constexpr std::size_t kMostValues = std::size_t{1} << 24U;
    std::vector<double> values;
    for (const fs::path& name : io::expandPatterns(job.files())) {
        const fs::path file = io::splitAddress(name).file;
        if (!io::isHdf5File(file))
            throw JobError(phrase("the position of the detector arm is to be read from %1, which is no HDF5 file",
                                  file.filename().string()),
                           kKey, "give it as a number");
        const io::h5::File open = io::h5::File::open(file);
        const io::h5::Dataset dataset = open.dataset(path);
        if (!dataset.info().type.isReal() || dataset.info().elements() == 0)
            throw DataError("the position of the detector arm is no number", dataset.where(),
                            "name a dataset of one number, or of one a frame");
        const std::vector<double> found = dataset.readAll<double>(kMostValues);
        values.insert(values.end(), found.begin(), found.end());
    }
    return values;
}

/// Values of a dataset, of the frames that the document chooses where there is one for each.
struct Values {
    std::vector<double> values;
    bool isOfFrames = false;
};

Values valuesOf(const JobDocument& job, const io::FrameStack& stack, const std::string& path) {
    Values found{valuesInFiles(job, path)};
    const bool isOneFile = job.files().size() == 1;
    const std::size_t frames = stack.frameCount();
    if (found.values.size() == frames || (isOneFile && found.values.size() > frames)) {
        const FrameChoice choice = chosenFrames(job, frames);
        std::vector<double> chosen;
        for (std::size_t i = 0; i < choice.count; ++i) chosen.push_back(found.values[choice.first + i * choice.step]);
        found = {std::move(chosen), true};
    }
    if (!std::ranges::all_of(found.values, [](double value) { return std::isfinite(value); }))
        throw DataError(phrase("the position of the detector arm in %1 is no number", path),
                        job.files().front().string(), "give it as a number");
    return found;
}

/// Whether nothing moves between two positions but what an encoder scatters by: a hundred thousandth of a degree at
/// 10°.
bool areOne(double position, double other) {
    return std::abs(position - other) <= 1e-6 * std::max(1.0, std::abs(position));
}

[[noreturn]] void refuseMove(const std::string& of, double from, double to) {
    throw JobError(phrase("the detector arm moves between the frames: %1 goes from %2 to %3", of, numberText(from, 7),
                          numberText(to, 7)),
                   kKey, "choose frames of one position (first_frame, max_frames, frame_step)");
}

/// For each position of a goniometer its value, or its values in the frames that the document chooses.
std::vector<Values> motorsOf(const JobDocument& job, const io::FrameStack& stack, const azint::Goniometer& goniometer) {
    std::string names;
    for (const std::string& name : goniometer.positionNames) names += (names.empty() ? "" : ", ") + name;
    const std::vector<std::string> parts = partsOfList(job.text(kKey));
    if (parts.empty())
        throw JobError(phrase("the geometry in %1 depends on where the detector arm is (%2), which is not given",
                              goniometer.file.filename().string(), names),
                       kKey, "give its position as a number, or the path of its dataset in the frames' file");
    std::vector<Values> motors;
    for (const std::string& part : parts) {
        const std::optional<double> number = numberIn(part);
        if (!number && !part.starts_with('/'))
            throw JobError(phrase("\"%1\" is no position of a detector arm", part.substr(0, 60)), kKey,
                           "give a number, or the path of a dataset that begins with /");
        Values found = number ? Values{{*number}} : valuesOf(job, stack, part);
        if (!found.isOfFrames) {
            const double first = found.values.front();
            for (const double other : found.values)
                if (!areOne(first, other)) refuseMove(part, first, other);
            found.values.resize(1);
        }
        motors.push_back(std::move(found));
    }
    return motors;
}

} // namespace

std::optional<GeometryFile> geometryFileOf(const JobDocument& job) {
    const std::string file = job.text("poni_file");
    return file.empty() ? std::nullopt : std::optional(readGeometryFile(file));
}

FileGeometry geometryAt(const GeometryFile& file, std::span<const double> place, const io::FrameStack& stack) {
    const auto fitted = [&](const azint::Poni& poni) {
        return azint::fittedToFrames(poni, stack.rows(), stack.cols());
    };
    if (file.poni) return {fitted(*file.poni), {}};
    return {fitted(azint::poniAt(*file.goniometer, place, poniFiles())), azint::positionsText(*file.goniometer, place)};
}

ArmPlaces armPlaces(const std::optional<GeometryFile>& file, const JobDocument& job, const io::FrameStack& stack) {
    if (!file || !file->goniometer) return {};
    const std::vector<Values> motors = motorsOf(job, stack, *file->goniometer);
    const auto moving = std::ranges::find_if(motors, &Values::isOfFrames);
    const std::size_t frames = moving == motors.end() ? 1 : moving->values.size();
    ArmPlaces found{.places = {}, .placeOfRow = {}};
    for (std::size_t frame = 0; frame < frames; ++frame) {
        ArmPlace here;
        for (const Values& motor : motors) here.push_back(motor.values[motor.isOfFrames ? frame : 0]);
        const auto isHere = [&](const ArmPlace& place) { return std::ranges::equal(place, here, areOne); };
        const auto known = std::ranges::find_if(found.places, isHere);
        found.placeOfRow.push_back(static_cast<std::size_t>(known - found.places.begin()));
        if (known == found.places.end()) found.places.push_back(std::move(here));
    }
    if (found.places.size() == 1) found.placeOfRow.clear();
    return found;
}

ArmPlace onlyPlaceOf(const GeometryFile& file, const JobDocument& job, const io::FrameStack& stack) {
    ArmPlaces found = armPlaces(file, job, stack);
    if (found.places.size() > 1) {
        const std::vector<std::string> parts = partsOfList(job.text(kKey));
        const ArmPlace &first = found.places[0], &second = found.places[1];
        for (std::size_t motor = 0; motor < first.size(); ++motor)
            if (!areOne(first[motor], second[motor])) refuseMove(parts[motor], first[motor], second[motor]);
    }
    return std::move(found.places.front());
}

ArmPlace armPlaceOf(std::string_view text) {
    ArmPlace place;
    for (const std::string& part : partsOfList(text)) {
        const std::optional<double> number = numberIn(part);
        if (!number)
            throw JobError(phrase("\"%1\" is no position of a detector arm", part.substr(0, 60)), kKey,
                           "give a number for each of the positions in the goniometer file");
        place.push_back(*number);
    }
    return place;
}

namespace {

class ArmWorker final : public GroupWorker {
public:
    ArmWorker(const io::FrameStack& stack, const ArmTables& tables, const RunControl& control)
        : m_stack(stack), m_tables(tables), m_control(control) {
        goTo(0);
    }

    [[nodiscard]] std::size_t preferredFrames() const noexcept override { return m_worker->preferredFrames(); }
    void integrate(std::span<const std::size_t> frames, std::span<azint::FrameResult> results,
                   std::span<std::string> failures) override {
        for (std::size_t begin = 0, end = 0; begin < frames.size(); begin = end) {
            const std::size_t place = m_tables.placeOf(frames[begin]);
            while (end < frames.size() && m_tables.placeOf(frames[end]) == place) ++end;
            // A place without a geometry, or whose pixels all lie outside the range, costs its own rows.
            try {
                if (place != m_place) goTo(place);
            } catch (const Error& error) {
                if (error.kind() == ErrorKind::stopped || error.kind() == ErrorKind::device) throw;
                std::ranges::fill(failures.subspan(begin, end - begin), std::string(error.what()));
                goTo(0);
                continue;
            }
            m_worker->integrate(frames.subspan(begin, end - begin), results.subspan(begin, end - begin),
                                failures.subspan(begin, end - begin));
        }
    }
    [[nodiscard]] WorkerTimes times() const noexcept override {
        WorkerTimes all = m_spent;
        return all += m_worker->times();
    }

private:
    void goTo(std::size_t place) {
        if (m_worker) m_spent += m_worker->times();
        m_worker.reset();
        m_table = m_tables.at(place);
        m_worker = std::make_unique<GroupIntegrator>(m_stack, *m_table, m_control);
        m_place = place;
    }

    const io::FrameStack& m_stack;
    const ArmTables& m_tables;
    const RunControl& m_control;
    std::size_t m_place = 0;
    ArmTables::Table m_table; // outlives the worker
    std::unique_ptr<GroupIntegrator> m_worker;
    WorkerTimes m_spent; ///< of workers at other places
};

} // namespace

ArmTables::ArmTables(const io::FrameStack& stack, std::vector<std::size_t> placeOfRow, std::size_t firstFrame,
                     std::size_t step, const azint::Integrator& first, GeometryOfPlace geometryOf, unsigned threads)
    : m_stack(stack), m_placeOfRow(std::move(placeOfRow)), m_first(firstFrame), m_step(step),
      m_places(1 + std::ranges::max(m_placeOfRow)), m_integrator(first), m_geometryOf(std::move(geometryOf)),
      m_threads(threads) {}

namespace {
constexpr std::size_t kKept = 4; ///< tables that wait for frames
} // namespace

std::size_t ArmTables::mostTables(std::size_t places, std::size_t workers) noexcept {
    return 1 + std::min(places - 1, kKept + workers);
}

ArmTables::Table ArmTables::at(std::size_t place) const {
    if (place == 0) return {Table(), &m_integrator}; // which is owned elsewhere
    const std::lock_guard lock(m_mutex);
    const auto known = std::ranges::find(m_kept, place, &std::pair<std::size_t, Table>::first);
    if (known != m_kept.end()) return known->second;
    if (m_kept.size() == kKept) m_kept.pop_front();
    m_kept.emplace_back(place, std::make_shared<const azint::Integrator>(m_geometryOf(place), m_integrator.settings(),
                                                                         m_integrator.corrections(), m_threads));
    return m_kept.back().second;
}

std::unique_ptr<GroupWorker> ArmTables::makeWorker(const RunControl& control) const {
    return std::make_unique<ArmWorker>(m_stack, *this, control);
}

} // namespace ewald::job
