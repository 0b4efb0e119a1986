// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/drawn_substances.h"

#include "base/error.h"
#include "model/calibrant_label.h"
#include "model/text.h"

#include <QFileInfo>
#include <QSettings>

#include <algorithm>
#include <utility>

namespace ewald::ui {

namespace {

const QString kKeptKey = QStringLiteral("integration/kept_substances");

QString labelOf(const QString& name, const azint::Calibrant& rings) {
    return QFileInfo(name).isAbsolute() ? QFileInfo(name).completeBaseName() : calibrantLabel(rings.label);
}

} // namespace

DrawnSubstances::DrawnSubstances(RingSubstance& chosen, QObject* parent, int interval_ms)
    : QObject(parent), m_chosen(chosen), m_settled(interval_ms, [this] { return m_worker.busy(); }) {
    connect(&m_settled, &SettledFiles::changed, this, [this](const QStringList& files) { read(files, false); });
    connect(&m_chosen, &RingSubstance::changed, this, &DrawnSubstances::followChosen);
    restore();
}

bool DrawnSubstances::isKept(const QString& name) const {
    return std::ranges::any_of(m_kept, [&](const Kept& kept) { return kept.source.name == name; });
}

DrawnSubstances::Kept* DrawnSubstances::find(const QString& name) {
    const auto found = std::ranges::find_if(m_kept, [&](const Kept& kept) { return kept.source.name == name; });
    return found == m_kept.end() ? nullptr : &*found;
}

bool DrawnSubstances::canKeep() const { return m_chosen.rings() && !isKept(m_chosen.name()) && !isFull(); }

void DrawnSubstances::keepChosen() {
    if (!canKeep()) return;
    Kept kept;
    kept.source = m_all.back();
    kept.conditions = m_chosen.conditions();
    kept.isFile = QFileInfo(kept.source.name).isAbsolute();
    m_kept.push_back(std::move(kept));
    store();
    update();
}

void DrawnSubstances::remove(const QString& name) {
    const std::size_t some = m_kept.size();
    std::erase_if(m_kept, [&](const Kept& kept) { return kept.source.name == name; });
    if (m_kept.size() != some) store();
    if (m_chosen.name() == name) return m_chosen.choose({}); // followChosen()
    update();
}

void DrawnSubstances::choose(const QString& name) {
    if (m_chosen.name() == name) return;
    keepChosen();
    if (QFileInfo(name).isAbsolute()) return m_chosen.open(name);
    m_chosen.choose(name);
}

void DrawnSubstances::restore() {
    QStringList files;
    for (const QString& name : QSettings().value(kKeptKey).toStringList()) {
        if (isFull() || isKept(name)) continue;
        Kept kept;
        kept.source.name = name;
        kept.source.colour = m_kept.size();
        kept.isFile = QFileInfo(name).isAbsolute();
        if (kept.isFile) {
            kept.source.label = QFileInfo(name).completeBaseName();
            files << name;
        } else {
            const azint::Calibrant* const known = azint::findCalibrant(name.toStdString());
            if (known == nullptr) continue;
            kept.source.rings = std::shared_ptr<const azint::Calibrant>(std::shared_ptr<void>(), known);
            kept.source.label = labelOf(name, *known);
        }
        m_kept.push_back(std::move(kept));
    }
    followChosen();
    if (!files.isEmpty()) read(files, true);
}

void DrawnSubstances::read(const QStringList& files, bool removesUnreadable) {
    m_worker.start<Read>(
        [this, files](TaskContext& context) {
            Read all;
            for (const QString& file : files) {
                try {
                    all.emplace_back(file, readSubstance(file));
                } catch (const Error& error) {
                    all.emplace_back(file, std::nullopt);
                    if (!QFileInfo::exists(file)) continue; // moved or deleted since the last start
                    context.post([this, message = toMessage(error)] { emit failed(message); });
                }
            }
            return all;
        },
        [this, removesUnreadable](Read all) {
            for (auto& [name, content] : all) {
                const QString& file = name;
                Kept* const kept = find(file);
                if (kept == nullptr) continue; // removed meanwhile
                m_settled.setRead(file, content ? content->version : std::string());
                if (!content) {
                    if (removesUnreadable)
                        std::erase_if(m_kept, [&](const Kept& one) { return one.source.name == file; });
                    continue;
                }
                kept->source.rings = std::make_shared<const azint::Calibrant>(std::move(content->calibrant));
                try {
                    kept->source.spacingRatio = crystal::lengthRatio(kept->source.rings->state, kept->conditions);
                } catch (const JobError&) { // the file no longer says how its cell follows them
                    kept->conditions = {};
                    kept->source.spacingRatio = 1;
                }
            }
            update();
        });
}

void DrawnSubstances::followChosen() {
    if (Kept* const kept = find(m_chosen.name()); kept != nullptr && m_chosen.rings()) {
        kept->source.rings = m_chosen.rings();
        kept->source.spacingRatio = m_chosen.spacingRatio();
        kept->conditions = m_chosen.conditions();
    }
    update();
}

void DrawnSubstances::update() {
    m_all.clear();
    for (const Kept& kept : m_kept)
        if (kept.source.rings) m_all.push_back(kept.source);
    if (m_chosen.rings() && !isKept(m_chosen.name()))
        m_all.push_back({m_chosen.name(), labelOf(m_chosen.name(), *m_chosen.rings()), m_chosen.rings(),
                         m_chosen.spacingRatio(), freeColour()});
    for (RingSource& source : m_all) source.moves = source.name == m_chosen.name() && m_chosen.takesConditions();
    QStringList files; // that of the choice is looked at there, and read again here once another one is chosen
    for (const Kept& kept : m_kept)
        if (kept.isFile && kept.source.name != m_chosen.name()) files << kept.source.name;
    m_settled.watch(files);
    emit changed();
}

void DrawnSubstances::store() const {
    QStringList names;
    for (const Kept& kept : m_kept) names << kept.source.name;
    QSettings().setValue(kKeptKey, names);
}

std::size_t DrawnSubstances::freeColour() const {
    std::size_t colour = 0;
    while (std::ranges::any_of(m_kept, [&](const Kept& kept) { return kept.source.colour == colour; })) ++colour;
    return colour;
}

} // namespace ewald::ui
