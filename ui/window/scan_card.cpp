// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/scan_card.h"

#include "base/units.h"
#include "common/counted_text.h"
#include "common/icon.h"
#include "form/by_hand_text.h"
#include "io/growing/unfinished.h"
#include "model/session.h"
#include "model/text.h"
#include "view/elided_label.h"

#include <QCheckBox>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ewald::ui {

namespace {

const QString kTimes = QStringLiteral(" × ");
const QString kLoad = QStringLiteral("load");
const QString kUseFile = QStringLiteral("file");

QString link(const QString& target, const QString& text) {
    return QStringLiteral("<a href=\"%1\">%2</a>")
        .arg(target, text.toHtmlEscaped().replace(u' ', QStringLiteral("&nbsp;")));
}

/// A line of the card with links in it.
QLabel* linkLine(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::RichText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse |
                                   Qt::LinksAccessibleByKeyboard);
    return label;
}

QString framesFact(const ScanData& data) {
    const io::FrameStack& frames = *data.scan.frames;
    // Those that turned out to be of no use are left out as those of the list are.
    const std::size_t chosen = data.layout.frameIndex.size();
    const std::size_t used = chosen - std::min(chosen, data.statistics.unusable.size());
    QString text = countedText(ScanCard::tr("%1 {frame|frames} of %2, %3"), {frames.frameCount()})
                       .arg(QString::number(frames.rows()) + kTimes + QString::number(frames.cols()),
                            QString::fromLatin1(nameOf(frames.pixelType())));
    if (used != frames.frameCount()) text += ScanCard::tr("; %1 used").arg(countText(used));
    if (data.layout.size != frames.rows() || data.layout.size != frames.cols()) {
        const QString size = QString::number(data.layout.size);
        text += ScanCard::tr("; window %1").arg(size + kTimes + size);
    }
    return text;
}

QString geometryFact(const ScanData& data) {
    QStringList parts;
    if (data.scan.wavelength_m && *data.scan.wavelength_m > 0) {
        parts << ScanCard::tr("%1 keV").arg(numberText(energyOf(data.scan.particle, *data.scan.wavelength_m), 4));
    }
    if (data.scan.distance_m) parts << ScanCard::tr("%1 to the detector").arg(lengthText(*data.scan.distance_m));
    if (data.scan.pixelHeight_m) parts << ScanCard::tr("%1 pixels").arg(lengthText(*data.scan.pixelHeight_m));
    return parts.join(QStringLiteral(", "));
}

QString objectFact(const ScanData& data) {
    const auto [height, width] = data.extent();
    QString text = ScanCard::tr("Scan %1").arg(lengthText(width) + kTimes + lengthText(height));
    if (data.geometry) {
        text += ScanCard::tr(", object pixel %1").arg(lengthText(data.geometry->objectPixelHeight_m));
        if (data.geometry->propagation == ptycho::Propagation::nearField) text += ScanCard::tr(" (near field)");
    }
    return text;
}

} // namespace

QStringList scanFacts(const ScanData& data) {
    QStringList lines{framesFact(data), geometryFact(data), objectFact(data)};
    lines.removeAll(QString());
    return lines;
}

QString remarksSummary(const ScanData& data) {
    const auto count = [&](io::Severity severity) {
        return static_cast<int>(std::ranges::count(data.notes, severity, &io::Note::severity));
    };
    const int errors = count(io::Severity::error);
    const int warnings = count(io::Severity::warning);
    QStringList parts;
    if (errors > 0) parts << ScanCard::tr("Problems: %1").arg(errors);
    if (warnings > 0) parts << ScanCard::tr("Warnings: %1").arg(warnings);
    if (parts.isEmpty() && data.complete) parts << ScanCard::tr("No problems found");
    return parts.join(QStringLiteral(", "));
}

void ScanCard::addFileActions(const QList<QAction*>& actions) {
    for (QAction* each : actions) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(each);
        button->setAutoRaise(true);
        button->setAccessibleName(each->toolTip());
        m_top->insertWidget(m_top->count() - 1, button);
    }
}

ScanCard::ScanCard(Session& session, QWidget* parent)
    : QFrame(parent), m_session(session), m_name(new view::ElidedLabel(this)), m_facts(new QLabel(this)),
      m_byHand(linkLine(this)), m_contradiction(linkLine(this)), m_problem(new QLabel(this)),
      m_shown(new view::ElidedLabel(this)), m_openInput(new QPushButton(this)), m_remarks(new QToolButton(this)),
      m_follow(new QCheckBox(tr("Follow the file"), this)),
      m_open(new QPushButton(icon(QStringLiteral("open")), tr("Open…"), this)), m_busyRow(new QWidget(this)),
      m_busyText(new view::ElidedLabel(m_busyRow)), m_progress(new QProgressBar(m_busyRow)) {
    QFont font = m_name->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.1);
    m_name->setFont(font);
    m_facts->setWordWrap(true);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_byHand->setObjectName(QStringLiteral("byHand"));
    m_contradiction->setObjectName(QStringLiteral("contradiction"));
    m_problem->setObjectName(QStringLiteral("problem"));
    m_problem->setTextFormat(Qt::RichText);
    m_problem->setWordWrap(true);
    m_remarks->setAutoRaise(true);
    m_remarks->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_remarks->setIcon(icon(QStringLiteral("ok")));
    m_remarks->setText(tr("No problems found"));
    // The form below must not move when remarks come, or go at the end of a file that was followed.
    QSizePolicy keepsPlace = m_remarks->sizePolicy();
    keepsPlace.setRetainSizeWhenHidden(true);
    m_remarks->setSizePolicy(keepsPlace);
    m_open->setToolTip(tr("A scan, a job document or a result (Ctrl+O)"));
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(8);
    auto* cancel = new QToolButton(m_busyRow);
    cancel->setIcon(icon(QStringLiteral("close")));
    cancel->setIconSize(QSize(12, 12));
    cancel->setAutoRaise(true);
    cancel->setToolTip(tr("Stop opening this file"));
    cancel->setAccessibleName(cancel->toolTip());

    auto* top = new QHBoxLayout;
    top->addWidget(m_name, 1);
    m_top = top;
    top->addWidget(m_open);
    auto* bottom = new QHBoxLayout;
    bottom->setContentsMargins(0, 0, 0, 0);
    bottom->addWidget(m_remarks);
    bottom->addStretch();
    bottom->addWidget(m_follow);
    auto* busy = new QHBoxLayout(m_busyRow);
    busy->setContentsMargins(0, 0, 0, 0);
    busy->addWidget(m_busyText);
    busy->addWidget(m_progress, 1);
    busy->addWidget(cancel);
    m_follow->setObjectName(QStringLiteral("follow"));
    m_follow->setToolTip(tr("The file is still being written: Start integrates frames as they come, until its writer "
                            "closes it"));
    m_openInput->setObjectName(QStringLiteral("openInput"));
    m_openInput->setToolTip(tr("Opens the file that Start runs, to look at its frames"));
    auto* facts = new QHBoxLayout;
    facts->addWidget(m_facts, 1);
    facts->addWidget(m_openInput);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(top);
    column->addLayout(facts);
    column->addWidget(m_byHand);
    column->addWidget(m_contradiction);
    column->addWidget(m_problem);
    column->addWidget(m_shown);
    column->addLayout(bottom);
    column->addWidget(m_busyRow);

    connect(m_follow, &QCheckBox::clicked, this, [this](bool follows) {
        m_session.integration().job().setValue(*job::findParameter("follow"), job::ParameterValue(follows));
    });
    connect(m_open, &QPushButton::clicked, this, &ScanCard::openWanted);
    connect(m_remarks, &QToolButton::clicked, this, &ScanCard::remarksWanted);
    connect(cancel, &QToolButton::clicked, &m_session, &Session::cancelOpening);
    connectSession();
    refresh();
    showBusy();
}

void ScanCard::connectSession() {
    connect(m_byHand, &QLabel::linkActivated, &m_session, &Session::useFileOnly);
    connect(m_contradiction, &QLabel::linkActivated, this, [this](const QString& target) {
        if (target == kUseFile)
            m_session.integration().loadPoni({});
        else
            emit geometryWanted();
    });
    for (const JobModel* job : {&m_session.job(), &m_session.integration().job()})
        for (const auto show : {&ScanCard::showByHand, &ScanCard::showProblem, &ScanCard::showFollow})
            connect(job, &JobModel::changed, this, show);
    for (const auto show : {&ScanCard::showByHand, &ScanCard::showContradiction, &ScanCard::showProblem})
        connect(&m_session.integration(), &IntegrationSession::geometryChanged, this, show);
    connect(m_openInput, &QPushButton::clicked, &m_session, &Session::openInput);
    connect(&m_session, &Session::scanChanged, this, &ScanCard::refresh);
    connect(&m_session, &Session::modeChanged, this, &ScanCard::refresh);
    connect(&m_session, &Session::shownChanged, this, &ScanCard::refresh);
    connect(&m_session, &Session::resultChanged, this, &ScanCard::refresh);
    connect(&m_session, &Session::integrationResultChanged, this, &ScanCard::refresh);
    connect(&m_session, &Session::outputChanged, this, &ScanCard::refresh); // when the form has another file as well
    connect(&m_session.integration(), &IntegrationSession::stackChanged, this, &ScanCard::refresh);
    connect(&m_session, &Session::busyChanged, this, &ScanCard::showBusy);
    connect(&m_session, &Session::progressed, this, [this](qulonglong done, qulonglong total) {
        m_progress->setRange(0, 1000);
        m_progress->setValue(total == 0 ? 0 : static_cast<int>(1000 * done / total));
    });
}

QStringList stackFacts(const io::FrameStack& stack) {
    QStringList lines;
    const QString shape = QString::number(stack.rows()) + kTimes + QString::number(stack.cols());
    const QString type = QString::fromLatin1(nameOf(stack.pixelType()));
    lines << countedText(ScanCard::tr("%1 {frame|frames} of %2, %3"), {stack.frameCount()}).arg(shape, type);
    QStringList second{QString::fromStdString(stack.format)};
    if (!stack.compression.empty() && stack.compression != "none") second << QString::fromStdString(stack.compression);
    if (stack.storedBytes > 0) second << bytesText(static_cast<double>(stack.storedBytes));
    lines << second.join(QStringLiteral(", "));
    QStringList geometry;
    if (stack.geometry.wavelength_m.value_or(0) > 0) {
        geometry << ScanCard::tr("%1 keV").arg(numberText(energyFromWavelength(*stack.geometry.wavelength_m), 4));
    }
    if (stack.geometry.distance_m)
        geometry << ScanCard::tr("%1 to the detector").arg(lengthText(*stack.geometry.distance_m));
    if (!stack.geometry.panels.empty()) geometry << ScanCard::tr("modules in several planes");
    if (stack.geometry.pixelHeight_m)
        geometry << ScanCard::tr("%1 pixels").arg(lengthText(*stack.geometry.pixelHeight_m));
    lines << geometry.join(QStringLiteral(", "));
    if (stack.scanShape.size() == 2) {
        lines << ScanCard::tr("Raster of %1")
                     .arg(QString::number(stack.scanShape[0]) + kTimes + QString::number(stack.scanShape[1]));
    }
    lines.removeAll(QString());
    return lines;
}

void ScanCard::showStack() {
    const StackPtr& stack = m_session.integration().stack();
    if (!stack) {
        showNotOpen(tr("No frames open"),
                    tr("Open frames to integrate, or drop files, a folder or a PONI file on the window."));
        return;
    }
    m_facts->setText(stackFacts(*stack).join(u'\n'));
    QStringList notes;
    io::Severity worst = io::Severity::info;
    for (const io::Note& note : stack->notes) {
        notes << coreText(note.text);
        worst = std::max(worst, note.severity);
    }
    m_remarks->setVisible(!notes.isEmpty());
    if (notes.isEmpty()) return;
    m_remarks->setText(tr("Remarks: %1").arg(notes.size()));
    m_remarks->setToolTip(notes.join(u'\n'));
    m_remarks->setIcon(icon(worst == io::Severity::error     ? QStringLiteral("error")
                            : worst == io::Severity::warning ? QStringLiteral("warning")
                                                             : QStringLiteral("info")));
}

/// What would otherwise slip from one file to the next unseen.
void ScanCard::showByHand() {
    constexpr qsizetype kMost = 4;
    const Mode mode = m_session.mode();
    const bool open =
        mode == Mode::integration ? m_session.integration().stack() != nullptr : m_session.scan() != nullptr;
    const bool edited = mode == Mode::integration && m_session.integration().geometryEdited();
    const QStringList all = open ? byHandTexts(m_session.notFromFile(mode), edited) : QStringList();
    m_byHand->setVisible(!all.isEmpty());
    if (all.isEmpty()) return;
    QStringList shown = all.first(std::min(all.size(), kMost));
    for (QString& text : shown) text = breakableHtml(withShortNames(text));
    const auto left = static_cast<std::size_t>(all.size() - shown.size());
    if (left > 0) shown << countedText(tr("%1 more"), {left});
    m_byHand->setText(tr("Not from the file: %1").arg(shown.join(QStringLiteral(", "))) + u' ' +
                      link(QStringLiteral("undo"), tr("Undo")));
    m_byHand->setToolTip(all.join(u'\n'));
}

void ScanCard::showContradiction() {
    const IntegrationSession& frames = m_session.integration();
    const bool shown = m_session.mode() == Mode::integration && !frames.contradiction().empty();
    m_contradiction->setVisible(shown);
    if (!shown) return;
    QString text = coreText(frames.contradiction());
    text.front() = text.front().toUpper();
    QStringList parts{QStringLiteral("<b>⚠&nbsp;%1.</b>").arg(text.toHtmlEscaped()), link(kLoad, tr("Load…"))};
    if (frames.fileHasGeometry()) parts << link(kUseFile, tr("Use the file's geometry"));
    m_contradiction->setText(parts.join(QStringLiteral(" &nbsp;")));
}

void ScanCard::showFollow() {
    const IntegrationSession& frames = m_session.integration();
    m_follow->setVisible(m_session.mode() == Mode::integration && frames.stack() && io::isUnfinished(*frames.stack()));
    m_follow->setChecked(frames.document().flag("follow"));
}

void ScanCard::showProblem() {
    const QString problem = m_session.startProblem();
    m_problem->setVisible(!problem.isEmpty());
    if (problem.isEmpty()) return;
    m_problem->setText(QStringLiteral("<b>%1</b> %2").arg(tr("Start is held back:"), breakableHtml(problem)));
}

/// The file that Start runs, in any case; frames and remarks of it where it is open.
void ScanCard::refresh() {
    const bool integrates = m_session.mode() == Mode::integration;
    const std::vector<std::filesystem::path> files = m_session.activeJob().document().files();
    QString name = files.empty() ? QString() : toQString(files.front().filename());
    if (files.size() > 1) name = tr("%1 and %2 more").arg(name).arg(files.size() - 1);
    m_name->setText(name);
    m_name->setDetails(QDir::toNativeSeparators(m_session.inputFile()));
    if (integrates)
        showStack();
    else
        showScan();
    showByHand();
    showContradiction();
    showProblem();
    showFollow();
    showShown();
}

void ScanCard::showNotOpen(const QString& nothing, const QString& invitation) {
    const bool none = m_session.inputFile().isEmpty();
    if (none) m_name->setText(nothing);
    const Mode mode = m_session.mode();
    const bool runs = m_session.controller().running() && m_session.shown(mode).what == Shown::What::run &&
                      !m_session.showsOtherScan(mode);
    m_facts->setText(none   ? invitation
                     : runs ? tr("Not open here; the run reads it.")
                            : tr("Not open yet; Start opens it."));
    m_remarks->hide();
}

/// What is shown, where that is more than the name of the card says.
void ScanCard::showShown() {
    const Mode mode = m_session.mode();
    const Shown& shown = m_session.shown(mode);
    QString text;
    if (shown.opened())
        text = tr("Shown: %1, %2")
                   .arg(QFileInfo(shown.result).fileName(), QLocale().toString(shown.date, QLocale::ShortFormat));
    else if (m_session.showsOtherScan(mode))
        text = (shown.what == Shown::What::run ? tr("Shown: the run of %1") : tr("Shown: the result of %1"))
                   .arg(QFileInfo(shown.scan).fileName());
    m_shown->setText(text);
    m_shown->setDetails(text.isEmpty() ? QString() : QDir::toNativeSeparators(shown.result));
    m_openInput->setText(mode == Mode::integration ? tr("Open its frames") : tr("Open its scan"));
    m_openInput->setVisible(!m_session.inputFile().isEmpty() && !m_session.inputIsOpen() && !m_session.busy());
    m_shown->setVisible(!text.isEmpty());
}

void ScanCard::showScan() {
    m_remarks->setToolTip(tr("What was guessed or looks odd: see Checks on the Data page"));
    const ScanDataPtr& data = m_session.scan();
    if (!data) {
        showNotOpen(tr("No scan open"), tr("Open a scan, or drop one on the window."));
        return;
    }
    m_name->setDetails(QDir::toNativeSeparators(m_session.inputFile()) + u'\n' +
                       QString::fromStdString(data->scan.format));
    QStringList facts = scanFacts(*data);
    if (!data->layoutName.empty()) facts << tr("Layout: %1").arg(QString::fromStdString(data->layoutName));
    m_facts->setText(facts.join(u'\n'));
    const QString summary = remarksSummary(*data);
    m_remarks->setVisible(!summary.isEmpty());
    if (summary.isEmpty()) return;
    m_remarks->setText(summary);
    const io::Severity worst = data->worstNote();
    m_remarks->setIcon(icon(worst == io::Severity::error     ? QStringLiteral("error")
                            : worst == io::Severity::warning ? QStringLiteral("warning")
                                                             : QStringLiteral("ok")));
}

void ScanCard::showBusy() {
    const bool busy = m_session.busy();
    m_busyRow->setVisible(busy);
    m_busyText->setText(m_session.busyText());
    if (busy) m_progress->setRange(0, 0);
    showShown();
}

} // namespace ewald::ui
