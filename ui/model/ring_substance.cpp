// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/ring_substance.h"

#include "base/error.h"
#include "common/quantity_text.h"
#include "io/scan_progress.h"
#include "model/calibrant_label.h"
#include "model/text.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

#include <algorithm>
#include <utility>

namespace ewald::ui {

namespace {

constexpr qsizetype kMostFiles = 8;

const QString kChoiceKey = QStringLiteral("integration/calibrant");
const QString kFilesKey = QStringLiteral("integration/phase_files");

} // namespace

SubstanceFile readSubstance(const QString& file) {
    std::string version = io::fileVersion(toPath(file)); // first: what changes while it is read is seen later
    return {std::move(version), azint::readCalibrant(toPath(file))};
}

RingSubstance::RingSubstance(QObject* parent, int interval_ms)
    : QObject(parent), m_settled(interval_ms, [this] { return m_worker.busy() || m_againWorker.busy(); }) {
    connect(&m_settled, &SettledFiles::changed, this, &RingSubstance::readAgain);
    m_files = QSettings().value(kFilesKey).toStringList();
    const QString last = QSettings().value(kChoiceKey).toString();
    if (m_files.contains(last) && !QFileInfo::exists(last)) { // moved or deleted since
        m_files.removeAll(last);
        return;
    }
    choose(last);
}

std::vector<RingSubstance::Choice> RingSubstance::choices() const {
    std::vector<Choice> choices;
    for (const azint::CalibrantName& calibrant : azint::calibrantNames())
        choices.push_back({QString::fromStdString(calibrant.name), calibrantLabel(calibrant.label)});
    for (const QString& file : m_files) choices.push_back({file, QFileInfo(file).fileName()});
    return choices;
}

void RingSubstance::choose(const QString& name) {
    if (m_files.contains(name)) return open(name);
    m_worker.cancel();
    endLooking();
    const azint::Calibrant* const known = name.isEmpty() ? nullptr : azint::findCalibrant(name.toStdString());
    m_name = known != nullptr ? name : QString();
    m_rings = std::shared_ptr<const azint::Calibrant>(std::shared_ptr<void>(), known); // built in: nobody's to delete
    keepChoice();
    recallConditions();
    emit changed();
}

bool RingSubstance::takesScale() const { return m_rings && isFile() && !takesPressure() && !takesTemperature(); }

bool RingSubstance::setConditions(const crystal::Conditions& conditions) {
    if (!m_rings) return false;
    try {
        m_ratio = crystal::lengthRatio(m_rings->state, conditions);
    } catch (const JobError& error) {
        endRefusal();
        m_refusal = toMessage(JobError(error.problem(), m_rings->source, error.hint()));
        emit failed(*m_refusal);
        emit changed(); // fields that were ahead go back
        return false;
    }
    endRefusal();
    m_conditions = conditions;
    m_allConditions.insert_or_assign(m_name, conditions);
    emit changed();
    return true;
}

void RingSubstance::endRefusal() {
    if (const auto said = std::exchange(m_refusal, {})) emit refusalOver(*said);
}

void RingSubstance::recallConditions() {
    endRefusal();
    const crystal::Conditions before = m_conditions;
    const auto known = m_allConditions.find(m_name);
    m_conditions = known != m_allConditions.end() ? known->second : crystal::Conditions();
    m_ratio = 1;
    const auto forget = [&] {
        m_conditions = {};
        m_allConditions.erase(m_name);
    };
    // A file may have been changed since they were set.
    if (m_conditions.cellScale != 1 && m_rings && !takesScale()) forget();
    try {
        if (m_rings) m_ratio = crystal::lengthRatio(m_rings->state, m_conditions);
    } catch (const JobError&) {
        forget();
    }
    if (std::exchange(m_conditionsOf, m_name) != m_name || m_conditions != before) emit conditionsReplaced();
}

void RingSubstance::open(const QStringList& files) {
    if (files.isEmpty()) return;
    QStringList paths;
    for (const QString& file : files) paths << QFileInfo(file).absoluteFilePath();
    m_worker.start<SubstanceFile>([path = paths.first()](TaskContext&) { return readSubstance(path); },
                                  [this, paths](SubstanceFile read) {
                                      addChoices(paths.mid(1));
                                      take(paths.first(), std::move(read));
                                      if (paths.size() > 1) sayChosen(paths);
                                  },
                                  [this, paths](const Error& error) {
                                      addChoices(paths.mid(1));
                                      emit failed(toMessage(error));
                                      emit changed(); // a list that was ahead of the choice goes back
                                  });
}

void RingSubstance::addChoices(const QStringList& files) {
    if (files.isEmpty()) return;
    for (const QString& file : files) m_files.removeAll(file);
    m_files = files + m_files;
    if (m_files.removeAll(m_name) > 0) m_files.prepend(m_name); // the choice stays one
    m_files = m_files.first(std::min(m_files.size(), kMostFiles));
    QSettings().setValue(kFilesKey, m_files);
}

void RingSubstance::sayChosen(const QStringList& files) {
    const auto names = [](const QStringList& of) {
        QStringList names;
        for (const QString& file : of) names << QFileInfo(file).fileName();
        return names.join(QStringLiteral(", "));
    };
    const QStringList left = files.mid(kMostFiles);
    emit remarked({io::Severity::info,
                   tr("%1 substances are given: the rings of %2 are drawn")
                       .arg(files.size())
                       .arg(QFileInfo(files.first()).fileName()),
                   left.isEmpty() ? QString() : tr("Not in the list: %1").arg(names(left)),
                   tr("choose another one in the list of calibrants"),
                   {}});
}

void RingSubstance::take(const QString& file, SubstanceFile read) {
    endLooking();
    m_name = file;
    m_files.removeAll(file);
    m_files.prepend(file);
    while (m_files.size() > kMostFiles) m_files.removeLast();
    QSettings().setValue(kFilesKey, m_files);
    keepChoice();
    m_settled.watch({file});
    show(file, std::move(read));
}

void RingSubstance::show(const QString& file, SubstanceFile read) {
    m_settled.setRead(file, read.version);
    const std::vector<std::string> remarks = std::move(read.calibrant.remarks);
    m_rings = std::make_shared<const azint::Calibrant>(std::move(read.calibrant));
    recallConditions();
    emit changed();
    for (const std::string& remark : remarks) emit remarked({io::Severity::warning, coreText(remark), file, {}, {}});
}

void RingSubstance::readAgain() {
    m_againWorker.start<SubstanceFile>([file = m_name](TaskContext&) { return readSubstance(file); },
                                       [this](SubstanceFile read) { show(m_name, std::move(read)); },
                                       [this](const Error& error) {
                                           m_settled.setRead(m_name, {});
                                           emit failed(toMessage(error));
                                       });
}

void RingSubstance::endLooking() {
    m_settled.watch({});
    m_againWorker.cancel();
}

void RingSubstance::keepChoice() { QSettings().setValue(kChoiceKey, m_name); }

} // namespace ewald::ui
