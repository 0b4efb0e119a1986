// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/data_page.h"

#include "common/counted_text.h"
#include "common/icon.h"
#include "io/frame_stack.h"
#include "job/document/frame_list.h"
#include "model/session.h"
#include "model/shown_refinement.h"
#include "model/text.h"
#include "view/image_view.h"
#include "window/frame_chooser.h"
#include "window/image_limits.h"
#include "window/scan_maps.h"
#include "window/segment_button.h"

#include <QAction>
#include <QButtonGroup>
#include <QDataStream>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

namespace ewald::ui {

namespace {

QString faultText(io::FrameFault fault) {
    switch (fault) {
    case io::FrameFault::empty: return DataPage::tr("empty");
    case io::FrameFault::saturated: return DataPage::tr("mostly saturated or not finite");
    case io::FrameFault::faint: return DataPage::tr("less than a hundredth of the counts of others");
    case io::FrameFault::unreadable: break;
    }
    return DataPage::tr("cannot be read");
}

/// A list of frames of the job; empty where its text, of a file that was written by hand, makes no sense: then the scan
/// cannot be prepared, which is said.
std::vector<std::size_t> frameListOf(const job::JobDocument& job, const std::string& key) {
    try {
        return job::parseFrameList(job.text(key), key);
    } catch (const JobError&) {
        return {};
    }
}

} // namespace

std::vector<view::LeftOutFrame> framesLeftOut(const ScanData& data, const job::JobDocument& job,
                                              const std::vector<io::UnusableFrame>& ofRun) {
    const std::size_t frames = std::min(data.scan.frames->frameCount(), data.scan.positions.size());
    std::vector<bool> used(frames, false), byHand(frames, false), toReturn(frames, false), keptIn(frames, false);
    const auto mark = [&](const std::vector<std::size_t>& numbers, std::vector<bool>& marks) {
        for (const std::size_t frame : numbers)
            if (frame < frames) marks[frame] = true;
    };
    mark(data.layout.frameIndex, used);
    mark(data.preprocessing.leftOut, toReturn);
    mark(frameListOf(job, "excluded_frames"), byHand);
    mark(frameListOf(job, "included_frames"), keptIn);
    std::map<std::size_t, io::FrameFault> faults;
    for (const auto* list : {&data.statistics.unusable, &ofRun})
        for (const io::UnusableFrame& frame : *list) faults[frame.frame] = frame.fault;
    using Left = view::LeftOutFrame::Left;
    std::vector<view::LeftOutFrame> found;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        const ScanPosition& place = data.scan.positions[frame];
        if (!std::isfinite(place.x) || !std::isfinite(place.y)) continue;
        if (byHand[frame])
            found.push_back({place, frame, DataPage::tr("excluded by hand"), Left::byHand});
        else if (const auto fault = faults.find(frame); fault != faults.end()) {
            const bool unreadable = fault->second == io::FrameFault::unreadable;
            if (unreadable || !keptIn[frame])
                found.push_back({place, frame, faultText(fault->second), unreadable ? Left::forGood : Left::bySelf});
        } else if (!used[frame] && !toReturn[frame])
            found.push_back(
                {place, frame, DataPage::tr("not chosen (first frame, step, number of frames)"), Left::forGood});
    }
    return found;
}

DataPage::DataPage(Session& session, QWidget* parent) : QWidget(parent), m_session(session) {
    m_columns = new QSplitter(Qt::Horizontal, this);
    m_columns->setChildrenCollapsible(false);
    m_columns->addWidget(buildPattern());
    m_columns->addWidget(buildRight());
    m_columns->setSizes({560, 360});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->addWidget(m_columns);

    m_storeTimer.setSingleShot(true);
    m_storeTimer.setInterval(700);
    connect(&m_storeTimer, &QTimer::timeout, this, &DataPage::storeMask);
    auto* limits = new ImageLimits(
        this, [this] { return m_session.scan() ? toQString(m_session.scan()->job.inputFile) : QString(); });
    connect(&m_session, &Session::scanChanged, limits, &ImageLimits::follow);
    connect(&m_session, &Session::scanChanged, this, &DataPage::showScan);
    connect(&m_session.refinement(), &ShownRefinement::changed, this, &DataPage::showMoves);
    connect(&m_session.controller(), &JobController::statisticsFound, this, &DataPage::takeStatistics);
    showScan(false);
}

DataPage::~DataPage() = default;

QWidget* DataPage::buildPattern() {
    auto* panel = new QWidget(this);
    auto* group = new QButtonGroup(panel);
    m_meanButton = segmentButton(tr("Mean"), tr("The mean of the frames looked at"), group, panel);
    m_frameButton = segmentButton(tr("Frame"), tr("One frame after pre-processing"), group, panel);
    m_meanButton->setChecked(true);
    m_chooser = new FrameChooser(tr("Which frame is shown"), panel);
    auto* chooser = new QHBoxLayout;
    chooser->setSpacing(0);
    chooser->addWidget(m_meanButton);
    chooser->addWidget(m_frameButton);
    chooser->addSpacing(10);
    chooser->addWidget(m_chooser, 1);

    m_pattern = new view::ImageView(panel);
    m_pattern->setLogScale(true);
    m_pattern->setColourMap("inferno");
    m_pattern->setValueLabel(tr("Intensity"), tr("photons"));
    m_tools = new MaskTools(*m_pattern, *this);
    buildTools();
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(chooser);
    column->addWidget(m_pattern, 1);
    column->addWidget(m_tools);

    connect(m_meanButton, &QToolButton::clicked, this, &DataPage::showMean);
    connect(m_frameButton, &QToolButton::clicked, this, [this] { showFrame(m_chooser->index()); });
    connect(m_chooser, &FrameChooser::chosen, this, &DataPage::showFrame);
    connect(m_pattern, &view::ImageView::copied, this,
            [this] { emit message(tr("The figure is on the clipboard"), {}); });
    return panel;
}

void DataPage::buildTools() {
    const auto act = [&](const QString& name, const QString& text, const QString& tip, void (DataPage::*slot)()) {
        QAction* action = m_tools->addAction(icon(name), text);
        action->setToolTip(tip);
        connect(action, &QAction::triggered, this, slot);
        if (auto* button = qobject_cast<QToolButton*>(m_tools->widgetForAction(action)))
            button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    };
    m_tools->addSeparator();
    act(QStringLiteral("sparkle"), tr("Mask hot pixels"),
        tr("Mask hot pixels: pixels of the mean pattern that stand out from their neighbours"), &DataPage::findHot);
    act(QStringLiteral("remove"), tr("Clear mask"), tr("Clear the painted mask; the mask of the file stays"),
        &DataPage::clearMask);
    connect(m_tools, &MaskTools::drawn, this, [this](bool begins, const MaskTools::Draw& draw) {
        editMask([&](MaskEdit& mask) {
            if (begins) mask.begin();
            mask.draw(*m_session.scan(), draw, !m_tools->erases());
        });
    });
    m_tools->setHistory(m_session.history());
    connect(m_tools, &MaskTools::maskShownChanged, this, [this] {
        if (m_shown) showImage(m_shown, m_pattern->title());
    });
    connect(m_tools, &MaskTools::outlineChanged, this, &DataPage::showOutline);
    connect(m_tools, &MaskTools::centreChosen, this, &DataPage::setCentre);
}

QWidget* DataPage::buildRight() {
    m_right = new QSplitter(Qt::Vertical, this);
    m_right->setChildrenCollapsible(false);
    m_maps = new ScanMaps(m_session, m_right);
    m_positions = m_maps->positions();
    auto* panel = new QWidget(m_right);
    m_statistics = new QLabel(panel);
    m_statistics->setWordWrap(true);
    m_notes = new QTabWidget(panel);
    m_notes->setDocumentMode(true);
    m_remarks = new QListWidget(m_notes);
    m_remarks->setWordWrap(true);
    m_remarks->setSelectionMode(QAbstractItemView::NoSelection);
    m_remarks->setFocusPolicy(Qt::TabFocus);
    m_remarks->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_remarks->setIconSize(QSize(18, 18));
    m_remarks->setSpacing(2);
    m_remarks->setAccessibleName(tr("Checks of the scan"));
    m_origins = new QTreeWidget(m_notes);
    m_origins->setRootIsDecorated(false);
    m_origins->setHeaderLabels({tr("Quantity"), tr("Taken from")});
    m_origins->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_origins->setAlternatingRowColors(true);
    m_notes->addTab(m_remarks, tr("Checks"));
    m_notes->addTab(m_origins, tr("Sources"));
    m_notes->setTabToolTip(0, tr("What was understood, guessed or found odd"));
    m_notes->setTabToolTip(1, tr("The dataset that each quantity was read from"));
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_statistics);
    column->addWidget(m_notes, 1);
    m_right->addWidget(m_maps);
    m_right->addWidget(panel);
    m_right->setStretchFactor(0, 3);
    m_right->setStretchFactor(1, 2);
    connect(m_maps, &ScanMaps::frameSelected, this, &DataPage::showFrame);
    connect(m_maps, &ScanMaps::message, this, &DataPage::message);
    connect(m_positions, &view::ScanView::framesChosen, this, &DataPage::chooseFrames);
    connect(&m_session.job(), &JobModel::valueChanged, this, [this](const QString& key) {
        if (key == QStringLiteral("excluded_frames") || key == QStringLiteral("included_frames")) showLeftOut();
    });
    connect(&m_session.job(), &JobModel::documentReplaced, this, &DataPage::showLeftOut);
    connect(&m_session.job(), &JobModel::changed, this, &DataPage::dropOtherMask);
    // Also while the frames are gone through with the slider; the picture has a Del of its own.
    m_chooser->addAction(m_positions->leaveOutAction());
    return m_right;
}

void DataPage::showScan(bool again) {
    const ScanDataPtr& data = m_session.scan();
    m_tools->setEnabled(data != nullptr);
    for (QToolButton* button : {m_meanButton, m_frameButton}) button->setEnabled(data != nullptr);
    if (!data) return forgetScan();
    const std::vector<std::size_t>& numbers = data->layout.frameIndex;
    // The same frame of the file, whichever were left out meanwhile; the next one where it is that itself.
    std::optional<std::size_t> shown;
    if (m_frame && again && !numbers.empty())
        shown = std::min(static_cast<std::size_t>(std::ranges::lower_bound(numbers, m_chooser->numberOf(*m_frame)) -
                                                  numbers.begin()),
                         numbers.size() - 1);
    m_frame = shown;
    if (!again) showRemarks(); // problems of another scan must not stay behind the other tab
    m_chooser->setFrames(numbers);
    m_chooser->setIndex(m_frame.value_or(std::min(m_chooser->index(), std::max<std::size_t>(numbers.size(), 1) - 1)));
    // The mask belongs to the file that the job names now; the scan may still be prepared with an older one.
    const bool other = m_session.job().document().text("mask_file") != m_maskFile;
    if (!again || (other && !m_maskEdited)) forgetMask();
    m_pattern->setPixelSize(data->layout.pixelHeight_m, data->layout.pixelWidth_m);
    const std::size_t middle = data->layout.size / 2; // a pixel
    m_pattern->setOrigin(QPointF(static_cast<double>(middle) + 0.5, static_cast<double>(middle) + 0.5));
    m_positions->setPositions(data->positions);
    m_positions->setFrameNumbers(data->layout.frameIndex);
    io::Preprocessing reading = data->preprocessing; // what decides which frames are of use
    reading.leftOut.clear();
    reading.keptIn.clear();
    if (!again || reading != m_reading) m_unusable.clear();
    m_reading = std::move(reading);
    showLeftOut();
    showMoves();
    if (data->geometry)
        m_positions->setProbeSize(static_cast<double>(data->geometry->size) * data->geometry->objectPixelHeight_m);
    const bool everyFrame = data->statistics.frameCounts.size() == data->positions.size();
    m_positions->setCounts(everyFrame ? data->statistics.frameCounts : std::vector<double>());
    showPattern();
    showStatistics();
    showNotes();
    showOrigins();
}

/// Nothing is left of a scan that was closed, nor of what was to be read or stored for it.
void DataPage::forgetScan() {
    m_reader.cancel();
    forgetMask();
    m_frame.reset();
    m_shown.reset();
    m_unusable.clear();
    m_chooser->setFrames(0);
    m_pattern->setTitle({});
    m_pattern->clear(tr("No scan open"));
    m_statistics->clear();
    m_remarks->clear();
    m_notes->setTabText(0, tr("Checks"));
    m_origins->clear();
    showMoves();
}

void DataPage::showLeftOut() {
    if (m_session.scan())
        m_positions->setLeftOut(framesLeftOut(*m_session.scan(), m_session.job().document(), m_unusable));
}

void DataPage::showMoves() {
    const PositionMovesPtr& moves = m_session.refinement().moves();
    const ScanDataPtr& data = m_session.scan();
    if (!data) {
        m_positions->clear();
        if (!moves) return;
        std::vector<ScanPosition> places;
        std::vector<std::size_t> numbers;
        for (const PositionMove& move : moves->moves) {
            places.push_back(move.from);
            numbers.push_back(move.frame);
        }
        m_positions->setPositions(std::move(places));
        m_positions->setFrameNumbers(std::move(numbers));
    }
    const bool ofScan = !data || m_session.shown().scan == toQString(data->job.inputFile);
    if (moves && ofScan)
        m_positions->setMoves(moves->moves, moves->pixel_m);
    else
        m_positions->setMoves({}, 0);
}

void DataPage::takeStatistics(const io::FrameStatistics& found) {
    const auto& job = m_session.startedJob();
    if (m_session.startedMode() != Mode::ptychography || !m_session.scan() ||
        job->inputFile != m_session.scan()->job.inputFile)
        return;
    m_unusable.insert(m_unusable.end(), found.unusable.begin(), found.unusable.end());
    showLeftOut();
    showStatistics();
}

void DataPage::chooseFrames(const std::vector<std::size_t>& leaveOut, const std::vector<std::size_t>& putBack) {
    if (!m_session.scan()) return; // the positions are those of a result
    const job::JobDocument& job = m_session.job().document();
    const std::vector<std::size_t> excluded = frameListOf(job, "excluded_frames");
    const std::vector<std::size_t> included = frameListOf(job, "included_frames");
    std::vector<std::size_t> out, in;
    std::ranges::set_difference(excluded, putBack, std::back_inserter(out));
    std::ranges::set_difference(included, leaveOut, std::back_inserter(in));
    // What was excluded by hand is no longer; what is left out by itself is to be kept in, and the other way round.
    std::ranges::set_difference(leaveOut, included, std::back_inserter(out));
    std::ranges::set_difference(putBack, excluded, std::back_inserter(in));
    job::ParameterMap changed; // both at once: one step for undo
    const auto set = [&](const std::string& key, std::vector<std::size_t> frames) {
        const std::string text = job::frameListText(std::move(frames));
        if (text != job::frameListText(frameListOf(job, key))) changed[key] = text;
    };
    set("excluded_frames", std::move(out));
    set("included_frames", std::move(in));
    m_session.job().setValues(changed);
}

void DataPage::showMean() {
    m_frame.reset();
    showPattern();
}

void DataPage::showFrame(std::size_t frame) {
    const ScanDataPtr& data = m_session.scan();
    if (!data || frame >= data->layout.frameIndex.size()) return;
    m_frame = frame;
    showPattern();
}

void DataPage::showPattern() {
    const ScanDataPtr& data = m_session.scan();
    if (!data) return;
    m_meanButton->setChecked(!m_frame);
    m_frameButton->setChecked(m_frame.has_value());
    if (m_frame) {
        m_chooser->setIndex(*m_frame);
        m_maps->setCurrentFrame(*m_frame);
        readFrame();
        return;
    }
    m_reader.cancel();
    if (data->mean) {
        showImage(data->mean, data->complete ? tr("Mean pattern") : tr("Mean pattern (first look)"));
    } else {
        m_pattern->clear(tr("Reading…"));
    }
}

void DataPage::readFrame() {
    using Image = std::shared_ptr<const Array<float, 2>>;
    const std::size_t frame = *m_frame;
    m_reader.start<Image>(
        [data = m_session.scan(), frame](TaskContext&) -> Image {
            return std::make_shared<const Array<float, 2>>(
                io::readPreparedFrame(data->scan, data->preprocessing, data->layout, frame));
        },
        [this, number = m_chooser->numberOf(frame)](const Image& image) {
            showImage(image, tr("Frame %1").arg(number));
        },
        [this](const Error& error) { m_pattern->clear(coreText(error.what())); });
}

void DataPage::showImage(std::shared_ptr<const Array<float, 2>> image, const QString& title) {
    m_shown = image;
    m_pattern->setTitle(title);
    if (m_maskLoaded) {
        // Painted, but not part of the prepared frames yet.
        const Array<std::uint8_t, 2> painted = m_mask.prepared(*m_session.scan());
        if (m_tools->maskShownAction()->isChecked() && painted.shape() == image->shape()) {
            auto masked = std::make_shared<Array<float, 2>>(*image);
            for (std::size_t i = 0; i < painted.size(); ++i) {
                if (painted.data()[i] != 0) masked->data()[i] = std::numeric_limits<float>::quiet_NaN();
            }
            image = masked;
        }
    }
    m_pattern->setImage(std::move(image));
}

QString statisticsText(const ScanData& data) {
    const io::FrameStatistics& found = data.statistics;
    if (found.frames == 0) return {};
    QStringList parts;
    const std::size_t all = data.layout.frameIndex.size(), stored = data.scan.frames->frameCount();
    if (found.frames < all)
        parts << countedText(DataPage::tr("%1 of %2 frames looked at"), {found.frames, all});
    else if (all < stored)
        parts << countedText(DataPage::tr("%1 of %2 frames read, the others are left out"), {all, stored});
    else
        parts << countedText(DataPage::tr("{1:The frame|All %1 frames} read"), {all});
    if (data.otherMask) parts.front() += DataPage::tr(" (before the mask was changed)");
    parts << DataPage::tr("%1 empty").arg(countText(found.emptyFrames));
    parts << DataPage::tr("%1 with saturated pixels").arg(countText(found.framesWithSaturation));
    const auto photons = static_cast<std::size_t>(std::llround(found.meanCounts)); // of few a fraction counts
    parts
        << DataPage::tr("%1 photons per frame").arg(photons < 100 ? numberText(found.meanCounts) : countText(photons));
    parts << DataPage::tr("brightest pixel %1").arg(numberText(found.maxCount, 6));
    if (!data.layout.badPixels.empty()) {
        const auto bad = static_cast<std::size_t>(std::ranges::count(data.layout.badPixels, std::uint8_t{1}));
        parts << (bad == 0 ? DataPage::tr("no pixel masked")
                           : countedText(DataPage::tr("%1 {pixel|pixels} masked"), {bad}));
    }
    return parts.join(QStringLiteral(" · "));
}

void DataPage::showStatistics() {
    if (m_session.scan()) m_statistics->setText(statisticsText(*m_session.scan()));
}

void DataPage::showNotes() {
    m_remarks->clear();
    std::vector<io::Note> notes = m_session.scan()->notes;
    std::ranges::stable_sort(notes, std::greater<>(), &io::Note::severity);
    for (const io::Note& note : notes) {
        const QString name = note.severity == io::Severity::error     ? QStringLiteral("error")
                             : note.severity == io::Severity::warning ? QStringLiteral("warning")
                                                                      : QStringLiteral("info");
        m_remarks->addItem(new QListWidgetItem(icon(name), asSentence(coreText(note.text))));
    }
    if (notes.empty()) m_remarks->addItem(new QListWidgetItem(icon(QStringLiteral("ok")), tr("No remarks.")));
    m_notes->setTabText(0, notes.empty() ? tr("Checks") : tr("Checks (%1)").arg(notes.size()));
}

void DataPage::showOrigins() {
    m_origins->clear();
    const ScanDataPtr& data = m_session.scan();
    const auto add = [this](const QString& what, const std::string& where) {
        auto* item = new QTreeWidgetItem({what, coreText(where)});
        item->setToolTip(1, coreText(where));
        m_origins->addTopLevelItem(item);
    };
    add(tr("format"), data->scan.format);
    for (const auto& [what, where] : data->scan.origin) add(coreText(what), where);
}

void DataPage::showRemarks() { m_notes->setCurrentIndex(0); }

// ---- mask and centre ----

void DataPage::setCentre(QPointF pixel) {
    const ScanDataPtr& data = m_session.scan();
    if (!data) return;
    const auto [row, col] = storedPlace(*data, pixel.y(), pixel.x());
    job::ParameterMap centre; // both at once: one step for undo
    for (const auto& [key, value] : {std::pair{"centre_row", row}, std::pair{"centre_col", col}})
        centre[key] = std::clamp(value, 0.0, job::findParameter(key)->maximum);
    m_session.job().setValues(centre);
}

void DataPage::showOutline(const QPolygonF& outline) {
    std::vector<view::ImagePath> paths;
    if (outline.size() > 1) paths.push_back({{outline.begin(), outline.end()}, {}, true});
    m_pattern->setPaths(std::move(paths));
}

QByteArray DataPage::saveLayout() const {
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    stream << m_columns->saveState() << m_right->saveState();
    return state;
}

void DataPage::restoreLayout(const QByteArray& state) {
    QDataStream stream(state);
    QByteArray columns;
    QByteArray right;
    stream >> columns >> right;
    m_columns->restoreState(columns);
    m_right->restoreState(right);
}

} // namespace ewald::ui
