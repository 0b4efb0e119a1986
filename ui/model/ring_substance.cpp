// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/ring_substance.h"

#include "common/quantity_text.h"
#include "model/text.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

#include <utility>

namespace ewald::ui {

namespace {

constexpr qsizetype kMostFiles = 8;

const QString kChoiceKey = QStringLiteral("integration/calibrant");
const QString kFilesKey = QStringLiteral("integration/phase_files");

} // namespace

RingSubstance::RingSubstance(QObject* parent) : QObject(parent) {
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
        choices.push_back({QString::fromStdString(calibrant.name), QString::fromStdString(calibrant.label)});
    for (const QString& file : m_files) choices.push_back({file, QFileInfo(file).fileName()});
    return choices;
}

void RingSubstance::choose(const QString& name) {
    if (m_files.contains(name)) return open(name);
    m_worker.cancel();
    const azint::Calibrant* const known = name.isEmpty() ? nullptr : azint::findCalibrant(name.toStdString());
    m_name = known != nullptr ? name : QString();
    m_rings = std::shared_ptr<const azint::Calibrant>(std::shared_ptr<void>(), known); // built in: nobody's to delete
    keepChoice();
    emit changed();
}

void RingSubstance::open(const QString& file) {
    const QString path = QFileInfo(file).absoluteFilePath();
    m_worker.start<azint::Calibrant>([path](TaskContext&) { return azint::readCalibrant(toPath(path)); },
                                     [this, path](azint::Calibrant read) { take(path, std::move(read)); },
                                     [this](const Error& error) {
                                         emit failed(toMessage(error));
                                         emit changed(); // a list that was ahead of the choice goes back
                                     });
}

void RingSubstance::take(const QString& file, azint::Calibrant read) {
    const std::vector<std::string> remarks = std::move(read.remarks);
    m_rings = std::make_shared<const azint::Calibrant>(std::move(read));
    m_name = file;
    m_files.removeAll(file);
    m_files.prepend(file);
    while (m_files.size() > kMostFiles) m_files.removeLast();
    QSettings().setValue(kFilesKey, m_files);
    keepChoice();
    emit choicesChanged();
    emit changed();
    for (const std::string& remark : remarks) emit remarked({io::Severity::warning, coreText(remark), file, {}, {}});
}

void RingSubstance::keepChoice() { QSettings().setValue(kChoiceKey, m_name); }

} // namespace ewald::ui
