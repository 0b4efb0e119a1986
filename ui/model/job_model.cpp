// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job_model.h"

#include "job/document/job_kind.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace ewald::ui {

using job::ParameterDef;
using job::ParameterSection;
using job::ParameterValue;

JobModel::JobModel(QObject* parent) : QObject(parent) {}

void JobModel::setDocument(const job::JobDocument& document) {
    m_document = document;
    const job::JobKind* kind = job::findJobKind(m_document.kind);
    if (m_document.pipeline.empty() && kind && kind->has(job::JobFeature::pipeline)) m_document.pipeline.emplace_back();
    for (job::ParameterMap* values : {&m_document.input, &m_document.compute, &m_document.output}) {
        std::erase_if(*values, [](const auto& entry) {
            const ParameterDef* def = job::findParameter(entry.first);
            return def == nullptr || entry.second == def->defaultValue;
        });
    }
    for (job::Stage& stage : m_document.pipeline) tidy(stage);
    emit documentReplaced();
    emit changed();
    closeStep();
}

const job::ParameterMap& JobModel::section(const ParameterDef& def, std::size_t stage) const {
    switch (def.section) {
    case ParameterSection::input: return m_document.input;
    case ParameterSection::compute: return m_document.compute;
    case ParameterSection::output: return m_document.output;
    case ParameterSection::stage: break;
    }
    return m_document.pipeline.at(stage).parameters;
}

job::ParameterMap& JobModel::section(const ParameterDef& def, std::size_t stage) {
    return const_cast<job::ParameterMap&>(std::as_const(*this).section(def, stage));
}

ParameterValue JobModel::value(const ParameterDef& def, std::size_t stage) const {
    const job::ParameterMap& values = section(def, stage);
    const auto found = values.find(def.key);
    return found == values.end() ? defaultValue(def, stage) : found->second;
}

const ParameterValue& JobModel::defaultValue(const ParameterDef& def, std::size_t stage) const {
    if (def.section != ParameterSection::stage) return def.defaultValue;
    return def.defaultFor(m_document.pipeline.at(stage).engine);
}

void JobModel::tidy(job::Stage& stage) {
    std::erase_if(stage.parameters, [&](const auto& entry) {
        const ParameterDef* def = job::findParameter(entry.first);
        return def == nullptr || !def->appliesTo(stage.engine) || entry.second == def->defaultFor(stage.engine);
    });
}

void JobModel::setValue(const ParameterDef& def, const ParameterValue& value, std::size_t stage) {
    if (store(def, value, stage)) emit changed();
}

void JobModel::setValues(const job::ParameterMap& values) {
    closeStep();
    bool any = false;
    for (const auto& [key, value] : values) any = store(*job::findParameter(key), value, 0) || any;
    if (any) emit changed();
    closeStep();
}

bool JobModel::store(const ParameterDef& def, const ParameterValue& value, std::size_t stage) {
    job::checkValue(def, value);
    if (this->value(def, stage) == value) return false;
    job::ParameterMap& values = section(def, stage);
    if (value == defaultValue(def, stage)) {
        values.erase(def.key);
    } else {
        values.insert_or_assign(def.key, value);
    }
    emit valueChanged(QString::fromStdString(def.key), stage);
    return true;
}

bool JobModel::isDefault(const ParameterDef& def, std::size_t stage) const {
    return value(def, stage) == defaultValue(def, stage);
}

void JobModel::reset(const ParameterDef& def, std::size_t stage) {
    closeStep();
    setValue(def, defaultValue(def, stage), stage);
    closeStep();
}

void JobModel::resetAll() {
    m_document.input.clear();
    m_document.compute.clear();
    m_document.output.clear();
    m_document.seed = 0;
    for (job::Stage& stage : m_document.pipeline) stage.parameters.clear();
    emit documentReplaced();
    emit changed();
    closeStep();
}

std::vector<std::string> JobModel::changedKeys() const {
    std::vector<std::string> keys;
    for (const ParameterDef& def : job::parameterTable()) {
        if (!def.isOfKind(m_document.kind)) continue;
        const std::size_t stages = def.section == ParameterSection::stage ? stageCount() : 1;
        for (std::size_t stage = 0; stage < stages; ++stage) {
            if (isDefault(def, stage)) continue;
            keys.push_back(def.key);
            break;
        }
    }
    return keys;
}

std::size_t JobModel::addStage(std::size_t index, const std::string& engine) {
    const std::size_t after = std::min(index, stageCount() - 1);
    job::Stage stage = m_document.pipeline[after];
    job::changeEngine(stage, engine);
    tidy(stage);
    m_document.pipeline.insert(m_document.pipeline.begin() + static_cast<std::ptrdiff_t>(after) + 1, std::move(stage));
    emit pipelineChanged();
    emit changed();
    return after + 1;
}

void JobModel::removeStage(std::size_t index) {
    if (stageCount() <= 1 || index >= stageCount()) return;
    m_document.pipeline.erase(m_document.pipeline.begin() + static_cast<std::ptrdiff_t>(index));
    emit pipelineChanged();
    emit changed();
}

void JobModel::moveStage(std::size_t from, std::size_t to) {
    if (from >= stageCount() || to >= stageCount() || from == to) return;
    auto& pipeline = m_document.pipeline;
    job::Stage stage = std::move(pipeline[from]);
    pipeline.erase(pipeline.begin() + static_cast<std::ptrdiff_t>(from));
    pipeline.insert(pipeline.begin() + static_cast<std::ptrdiff_t>(to), std::move(stage));
    emit pipelineChanged();
    emit changed();
}

void JobModel::setEngine(std::size_t index, const std::string& engine) {
    job::Stage& stage = m_document.pipeline.at(index);
    if (stage.engine == engine) return;
    job::changeEngine(stage, engine);
    tidy(stage);
    emit pipelineChanged();
    emit changed();
}

void JobModel::setIterations(std::size_t index, std::size_t iterations) {
    job::Stage& stage = m_document.pipeline.at(index);
    if (stage.iterations == iterations) return;
    stage.iterations = iterations;
    emit pipelineChanged();
    emit changed();
}

std::size_t JobModel::totalIterations() const {
    std::size_t total = 0;
    for (const job::Stage& stage : m_document.pipeline) total += stage.iterations;
    return total;
}

void JobModel::setTotalIterations(std::size_t total) {
    std::size_t before = totalIterations();
    if (total == before || total == 0) return;
    std::vector<job::Stage>& pipeline = m_document.pipeline;
    for (before -= pipeline.back().iterations; before >= total; before -= pipeline.back().iterations)
        pipeline.pop_back();
    pipeline.back().iterations = total - before;
    emit pipelineChanged();
    emit changed();
}

void JobModel::setPipeline(std::vector<job::Stage> pipeline) {
    if (pipeline.empty() || pipeline == m_document.pipeline) return;
    m_document.pipeline = std::move(pipeline);
    emit pipelineChanged();
    emit changed();
}

void JobModel::setInputFile(const std::filesystem::path& file) {
    m_document.inputFile = file;
    emit changed();
}

void JobModel::setInputFiles(const std::vector<std::filesystem::path>& files) {
    m_document.inputFile = files.size() == 1 ? files.front() : std::filesystem::path();
    m_document.inputFiles = files.size() == 1 ? std::vector<std::filesystem::path>() : files;
    emit changed();
}

void JobModel::setMapping(const std::optional<io::ImportMapping>& mapping) {
    m_document.mapping = mapping;
    emit changed();
}

void JobModel::setOutputFile(const std::filesystem::path& file) {
    m_document.outputFile = file;
    emit changed();
}

void JobModel::setSeed(unsigned long long seed) {
    m_document.seed = seed;
    emit changed();
}

QString engineTitle(const std::string& engine) {
    const ptycho::EngineKind* kind = ptycho::findEngineKind(engine);
    return kind ? QCoreApplication::translate("Engines", kind->title.c_str()) : QString::fromStdString(engine);
}

QString engineHelp(const std::string& engine) {
    const ptycho::EngineKind* kind = ptycho::findEngineKind(engine);
    if (!kind) return {};
    return QStringLiteral("%1 (%2)").arg(QCoreApplication::translate("Engines", kind->help.c_str()),
                                         QString::fromStdString(kind->paper));
}

} // namespace ewald::ui
