// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/orientation_dialog.h"

#include "base/stop_scope.h"
#include "common/quantity_text.h"
#include "io/result_file.h"
#include "job/ptychography/results/find_orientation.h"
#include "model/session.h"
#include "model/text.h"
#include "view/picture.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>
#include <cmath>

namespace ewald::ui {

namespace {

constexpr std::size_t kLargestPicture = 256; ///< pixels a side
constexpr double kLit = 0.1;                 ///< of the brightest row or column

std::size_t indexOf(ptycho::Orientation orientation) {
    const auto all = ptycho::allOrientations();
    return static_cast<std::size_t>(std::ranges::find(all, orientation) - all.begin());
}

/// First and last + 1 of the entries that are more than a tenth of the largest one.
std::pair<std::size_t, std::size_t> litRange(const std::vector<double>& sums) {
    const double limit = kLit * *std::ranges::max_element(sums);
    std::size_t first = 0;
    std::size_t last = sums.size();
    while (first + 1 < last && !(sums[first] > limit)) ++first;
    while (last > first + 1 && !(sums[last - 1] > limit)) --last;
    return {first, last};
}

/// The part that the frames have changed: a trial begins with an object of ones.
Array<Complex, 2> litPart(const Array<Complex, 2>& object) {
    std::vector<double> rows(object.extent(0)), cols(object.extent(1));
    for (std::size_t r = 0; r < rows.size(); ++r) {
        for (std::size_t c = 0; c < cols.size(); ++c) {
            const double change = static_cast<double>(std::abs(object(r, c) - Complex(1, 0)));
            if (!std::isfinite(change)) continue;
            rows[r] += change;
            cols[c] += change;
        }
    }
    const auto [top, bottom] = litRange(rows);
    const auto [left, right] = litRange(cols);
    Array<Complex, 2> part({bottom - top, right - left});
    for (std::size_t r = top; r < bottom; ++r) {
        for (std::size_t c = left; c < right; ++c) part(r - top, c - left) = object(r, c);
    }
    return part;
}

view::ImageData imageOf(const std::shared_ptr<const Array<Complex, 2>>& object, view::Quantity quantity) {
    view::ImageData data;
    data.complex = object;
    data.quantity = quantity;
    return data;
}

std::array<QString, 8> names() {
    std::array<QString, 8> all;
    std::ranges::transform(ptycho::allOrientations(), all.begin(), orientationText);
    return all;
}

} // namespace

OrientationDialog::OrientationDialog(Session& session, QWidget* parent)
    : EightWaysDialog(
          {.title = tr("Find the orientation of the positions"),
           .intro = tr("The axes of stage and detector may be swapped or reversed. Each picture is the object "
                       "after a few iterations on frames from the middle of the scan; the right one is sharp "
                       "and has the smallest error. A click sets it."),
           .applyTip = tr("Sets the parameters of the orientation with the smallest error and closes"),
           .manual = QStringLiteral("positions#the-object-is-scrambled-find-the-orientation"),
           .manualTip = tr("What swapped and flipped axes are"),
           .names = names()},
          parent),
      m_session(session), m_shown(new QComboBox(m_progress->parentWidget())) {
    m_shown->addItems({tr("Phase"), tr("Amplitude")});
    m_shown->setToolTip(tr("What of the object the pictures show"));
    m_shown->setAccessibleName(m_shown->toolTip());
    m_buttons->insertWidget(0, m_shown);
    connect(m_shown, &QComboBox::currentIndexChanged, this, &OrientationDialog::showPictures);
    connect(m_find, &QPushButton::clicked, this, [this] { busy() ? stop() : find(); });
    connect(&m_session, &Session::scanChanged, this, [this](bool again) {
        if (!again) close(); // the pictures are of another scan
    });
    connect(&m_session.job(), &JobModel::changed, this, &OrientationDialog::parametersChanged);
    connect(&m_session.controller(), &JobController::runningChanged, this, [this](bool running) {
        if (running && busy()) {
            m_finder.cancel();
            m_verdict->setText(tr("Stopped: a run was started, which needs the devices."));
        }
        updateButtons();
    });
    showCurrent();
    OrientationDialog::updateButtons();
}

OrientationDialog::Pictures OrientationDialog::picturesOf(const Array<Complex, 2>& object) {
    auto part = std::make_shared<Array<Complex, 2>>(litPart(object));
    io::removePhaseRamp(*part);
    const auto picture = [&](view::Quantity quantity) {
        return view::pictureOf(imageOf(part, quantity), std::min(part->extent(1), kLargestPicture),
                               std::min(part->extent(0), kLargestPicture), "gray");
    };
    return {picture(view::Quantity::phase), picture(view::Quantity::amplitude)};
}

void OrientationDialog::find() {
    if (m_session.controller().running()) {
        m_verdict->setText(tr("A job is running and uses the devices. Stop it, or wait until it has ended."));
        return;
    }
    forget(tr("Reading frames from the middle of the scan…"));
    m_job = m_session.job().document();
    m_progress->setValue(0);
    m_finder.start<ptycho::OrientationAnswer>(
        [this, job = m_job](TaskContext& context) {
            const StopScope whileFilesAreOpened(context.control);
            const auto trial = [&](std::span<const ptycho::OrientationTrial> trials, std::size_t count) {
                const ptycho::OrientationTrial& last = trials.back();
                context.post([this, orientation = last.orientation, error = last.error,
                              pictures = picturesOf(last.object)] { addTrial(orientation, error, pictures); });
                context.progress(trials.size(), count);
            };
            return job::findOrientation(job, {}, context.control, trial);
        },
        [this](ptycho::OrientationAnswer answer) { showAnswer(std::move(answer)); },
        [this](const Error& error) { fail(error); });
    updateButtons();
}

void OrientationDialog::stop() {
    if (!busy()) return;
    m_finder.cancel();
    m_verdict->setText(tr("Stopped after %1 of 8. A click on a picture still sets it.").arg(tried()));
    updateButtons();
}

void OrientationDialog::addTrial(ptycho::Orientation orientation, double error, const Pictures& pictures) {
    const std::size_t i = indexOf(orientation);
    m_pictures[i] = pictures;
    m_tiles[i]->setTrial(m_shown->currentIndex() == 0 ? pictures.phase : pictures.amplitude, error,
                         tr("error %1").arg(numberText(error, 3)));
    // The best so far is framed while the others are tried.
    const OrientationTile* best = nullptr;
    for (OrientationTile* tile : m_tiles) {
        tile->setMark(OrientationTile::Mark::none);
        if (tile->hasPicture() && (best == nullptr || tile->error() < best->error())) best = tile;
    }
    for (OrientationTile* tile : m_tiles) {
        if (tile == best) tile->setMark(OrientationTile::Mark::best);
    }
    m_verdict->setText(tried() < m_tiles.size() ? tr("Trying the eight orientations…")
                                                : tr("Comparing the best one with its twin…"));
}

void OrientationDialog::showAnswer(ptycho::OrientationAnswer answer) {
    m_answer = std::move(answer);
    const ptycho::OrientationTrial& best = m_answer->trials.front();
    const QString margin = numberText(m_answer->margin, 3);
    for (std::size_t i = 0; i < m_tiles.size(); ++i) {
        const ptycho::Orientation its = ptycho::allOrientations()[i];
        const bool isTwin = m_answer->clear && m_answer->twin == its;
        m_tiles[i]->setMark(isTwin                                       ? OrientationTile::Mark::twin
                            : m_answer->clear && its == best.orientation ? OrientationTile::Mark::best
                                                                         : OrientationTile::Mark::none);
    }
    QString text;
    if (!m_answer->clear) {
        text =
            tr("Not clear: the next best error is only %1 times the best. Check energy, distance and the unit of the "
               "positions, or choose the sharpest picture.")
                .arg(margin);
    } else if (m_answer->twin) {
        text = tr("Cannot tell these two apart: %1, and %2. The object of one is that of the other, turned by 180° and "
                  "conjugated. Choose the one in which phases have the expected sign. All others have at least %3 "
                  "times the error.")
                   .arg(orientationText(best.orientation), orientationText(*m_answer->twin), margin);
    } else {
        text = tr("Found: %1. The next way has %2 times the error.").arg(orientationText(best.orientation), margin);
        // The trials of both had the same error; frames of the near field tell the two apart themselves.
        const ptycho::Orientation twin = ptycho::turned(best.orientation);
        if (m_tiles[indexOf(twin)]->error() < m_answer->margin * best.error)
            text = tr("Found: %1. The probe in the file rules out its twin, %2; all others have at least %3 times the "
                      "error.")
                       .arg(orientationText(best.orientation), orientationText(twin), margin);
    }
    if (m_answer->clear && (best.orientation == current() || m_answer->twin == current()))
        text += u' ' + tr("The parameters say so already.");
    m_verdict->setText(text);
    updateButtons();
}

void OrientationDialog::showPictures() {
    for (std::size_t i = 0; i < m_tiles.size(); ++i) {
        if (m_tiles[i]->hasPicture())
            m_tiles[i]->setPicture(m_shown->currentIndex() == 0 ? m_pictures[i].phase : m_pictures[i].amplitude);
    }
}

ptycho::Orientation OrientationDialog::current() const {
    const job::JobDocument& job = m_session.job().document();
    return {job.flag("swap_positions"), job.flag("flip_position_y"), job.flag("flip_position_x")};
}

void OrientationDialog::showCurrent() { markCurrent(indexOf(current())); }

void OrientationDialog::applyBest() {
    if (m_answer) apply(indexOf(m_answer->trials.front().orientation));
}

void OrientationDialog::apply(std::size_t index) {
    const ptycho::Orientation orientation = ptycho::allOrientations()[index];
    m_finder.cancel();
    job::ParameterMap values;
    for (const auto& [key, value] : job::settingsOf(orientation))
        values.insert_or_assign(key, job::ParameterValue(value == "true"));
    m_session.job().setValues(values);
    emit applied(orientationText(orientation));
    close();
}

void OrientationDialog::forget(const QString& why) {
    m_answer.reset();
    m_pictures = {};
    clearTiles(why);
}

void OrientationDialog::parametersChanged() {
    showCurrent();
    // Of what is tried, the orientation that is set does not matter.
    const auto rest = [](job::ParameterMap input) {
        for (const auto& setting : job::settingsOf({})) input.erase(setting.first);
        return input;
    };
    const job::JobDocument& now = m_session.job().document();
    const bool same = rest(now.input) == rest(m_job.input) && now.mapping == m_job.mapping;
    if (same || (!busy() && tried() == 0)) return;
    m_finder.cancel();
    forget(tr("The parameters were changed. Try again with the new ones."));
    updateButtons();
}

std::size_t OrientationDialog::tried() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(m_tiles, [](const OrientationTile* tile) { return tile->hasPicture(); }));
}

void OrientationDialog::updateButtons() {
    m_find->setText(busy() ? tr("Stop") : tr("Try again"));
    m_find->setToolTip(busy() ? tr("Stop trying; the pictures so far stay")
                              : tr("Try the eight orientations with the parameters as they are now"));
    m_find->setEnabled(busy() || !m_session.controller().running());
    m_progress->setVisible(busy());
    m_apply->setEnabled(!busy() && m_answer.has_value() && m_answer->clear);
}

} // namespace ewald::ui
