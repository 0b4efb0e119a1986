// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job_history.h"

#include "model/job_model.h"
#include "model/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ewald::ui {

namespace {

constexpr std::size_t kMostSteps = 200;
constexpr std::chrono::seconds kOneStep(1);
/// Written by the tools of masks and geometry, which have steps of their own.
constexpr std::array kOwnedElsewhere{"mask_file", "mask_path", "poni_file"};

job::ParameterMap withoutOwned(job::ParameterMap values) {
    for (const char* key : kOwnedElsewhere) values.erase(key);
    return values;
}

} // namespace

JobHistory::JobHistory(JobModel& model, QObject* parent)
    : QObject(parent), m_model(model), m_now(current()), m_files(model.document().files()) {
    connect(&m_model, &JobModel::valueChanged, this, [this](const QString& key, std::size_t stage) {
        const job::ParameterDef* def = job::findParameter(key.toStdString());
        m_key = key + u'/' + QString::number(stage);
        m_text = def == nullptr ? key : tableText(def->label);
    });
    connect(&m_model, &JobModel::pipelineChanged, this, [this] {
        m_key.clear();
        m_text = tr("Pipeline");
    });
    connect(&m_model, &JobModel::documentReplaced, this, [this] {
        m_key.clear();
        m_text = tr("All parameters");
    });
    connect(&m_model, &JobModel::changed, this, &JobHistory::record);
    connect(&m_model, &JobModel::stepClosed, this, &JobHistory::closeStep);
}

QString JobHistory::undoText() const { return m_undo.empty() ? QString() : m_undo.back().text; }
QString JobHistory::redoText() const { return m_redo.empty() ? QString() : m_redo.back().text; }

JobHistory::State JobHistory::current() const {
    const job::JobDocument& document = m_model.document();
    return {withoutOwned(document.input), document.compute, document.output, document.pipeline, document.seed};
}

bool JobHistory::continues(const QString& key) const {
    return !key.isEmpty() && key == m_lastKey && !m_undo.empty() && m_redo.empty() && m_clock() - m_last < kOneStep;
}

void JobHistory::push(Step step) {
    m_undo.push_back(std::move(step));
    if (m_undo.size() > kMostSteps) m_undo.erase(m_undo.begin());
}

void JobHistory::record() {
    State state = current();
    const std::vector<std::filesystem::path> files = m_model.document().files();
    if (files != m_files) {
        m_files = files;
        m_undo.clear();
        m_redo.clear();
    } else if (state != m_now && m_quiet == 0) {
        const bool goesOn = continues(m_key);
        m_lastKey = m_key;
        if (!goesOn) {
            push({std::move(m_now), m_text.isEmpty() ? tr("Seed") : m_text});
        } else if (m_undo.back().state == state) { // as it was: nothing to take back
            m_undo.pop_back();
            m_lastKey.clear();
        }
        m_redo.clear();
        m_last = m_clock();
    }
    m_now = std::move(state);
    m_key.clear();
    m_text.clear();
    emit changed();
}

void JobHistory::add(Outside step) {
    if (m_quiet > 0) return;
    if (continues(step.key) && m_undo.back().outside) {
        m_undo.back().outside->redo = std::move(step.redo);
    } else {
        m_lastKey = step.key;
        const QString text = step.text;
        push({m_now, text, std::move(step)});
    }
    m_redo.clear();
    m_last = m_clock();
    emit changed();
}

void JobHistory::closeStep() {
    if (m_quiet == 0) m_lastKey.clear();
}

void JobHistory::forget() {
    m_undo.clear();
    m_redo.clear();
    m_now = current();
    m_lastKey.clear();
    emit changed();
}

void JobHistory::forget(const QString& group) {
    const auto isOfGroup = [&](const Step& step) { return step.outside && step.outside->group == group; };
    if (std::erase_if(m_undo, isOfGroup) + std::erase_if(m_redo, isOfGroup) == 0) return;
    m_lastKey.clear();
    emit changed();
}

void JobHistory::keepNewest(const QString& group, std::size_t steps) {
    const auto isOfGroup = [&](const Step& step) { return step.outside && step.outside->group == group; };
    auto known = static_cast<std::size_t>(std::ranges::count_if(m_undo, isOfGroup));
    if (known <= steps) return;
    std::erase_if(m_undo, [&](const Step& step) { return isOfGroup(step) && known-- > steps; });
    emit changed();
}

void JobHistory::undo() { restore(m_undo, m_redo); }
void JobHistory::redo() { restore(m_redo, m_undo); }

void JobHistory::restore(std::vector<Step>& from, std::vector<Step>& to) {
    if (from.empty()) return;
    Step step = std::move(from.back());
    from.pop_back();
    to.push_back({m_now, step.text, step.outside});
    {
        const Quiet quiet(*this);
        if (step.outside)
            (&from == &m_undo ? step.outside->undo : step.outside->redo)();
        else
            restore(step.state);
    }
    m_lastKey.clear();
    m_key.clear();
    m_text.clear();
    emit changed();
}

void JobHistory::restore(const State& state) {
    job::JobDocument document = m_model.document();
    const job::ParameterMap before = std::exchange(document.input, state.input);
    for (const char* key : kOwnedElsewhere) {
        const auto kept = before.find(key);
        if (kept != before.end()) document.input.insert(*kept);
    }
    document.compute = state.compute;
    document.output = state.output;
    document.pipeline = state.pipeline;
    document.seed = state.seed;
    m_model.setDocument(document);
}

} // namespace ewald::ui
