// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"

#include <QObject>

#include <optional>

namespace ewald::ui {

/// The job document that the window is working on, with signals. The only place where a document is changed.
///
/// Values that equal the default are taken out of the document, so that a saved job holds what was decided and
/// nothing else. `stage` is the index in the pipeline for stage parameters and is ignored for the others. UI thread.
class JobModel : public QObject {
    Q_OBJECT

public:
    explicit JobModel(QObject* parent = nullptr);

    [[nodiscard]] const job::JobDocument& document() const noexcept { return m_document; }
    /// Replaces everything. Values that a document writes out although they are the default are taken out.
    void setDocument(const job::JobDocument& document);

    [[nodiscard]] job::ParameterValue value(const job::ParameterDef& def, std::size_t stage = 0) const;
    /// \throws JobError when type or range do not fit; the document is unchanged then
    void setValue(const job::ParameterDef& def, const job::ParameterValue& value, std::size_t stage = 0);
    /// Several at once, of the first stage where they are stage parameters: one step for undo. \throws JobError as
    /// above; those before the one that does not fit are set then
    void setValues(const job::ParameterMap& values);
    /// The value that reset() gives; for stage parameters it depends on the stage's engine.
    [[nodiscard]] const job::ParameterValue& defaultValue(const job::ParameterDef& def, std::size_t stage = 0) const;
    [[nodiscard]] bool isDefault(const job::ParameterDef& def, std::size_t stage = 0) const;
    void reset(const job::ParameterDef& def, std::size_t stage = 0);
    /// Every parameter of the document to its default; the file names, the mapping and the pipeline's engines stay.
    void resetAll();
    /// Keys whose value differs from the default, in the table's order; stage parameters once.
    [[nodiscard]] std::vector<std::string> changedKeys() const;

    [[nodiscard]] std::size_t stageCount() const noexcept { return m_document.pipeline.size(); }
    /// Adds a stage after `index` that copies its parameters as far as they apply; returns the new stage's index.
    std::size_t addStage(std::size_t index, const std::string& engine);
    /// Removes a stage; the last one stays.
    void removeStage(std::size_t index);
    void moveStage(std::size_t from, std::size_t to);
    void setEngine(std::size_t stage, const std::string& engine);
    void setIterations(std::size_t stage, std::size_t iterations);
    [[nodiscard]] std::size_t totalIterations() const;
    /// The last stage does more or fewer, and stages that have nothing left to do go. At least 1.
    void setTotalIterations(std::size_t total);
    /// Not an empty one.
    void setPipeline(std::vector<job::Stage> pipeline);

    void setInputFile(const std::filesystem::path& file);
    /// The frames of an integration, one file or many, in their order.
    void setInputFiles(const std::vector<std::filesystem::path>& files);
    void setMapping(const std::optional<io::ImportMapping>& mapping);
    void setOutputFile(const std::filesystem::path& file);
    void setSeed(unsigned long long seed);

    /// What is changed from now on is another step for undo, whatever it changes. setValues(), reset(), resetAll() and
    /// setDocument() are steps of their own.
    void closeStep() { emit stepClosed(); }

signals:
    /// One parameter changed; `stage` as above.
    void valueChanged(const QString& key, std::size_t stage);
    /// Stages were added, removed, moved, or have another engine or number of iterations.
    void pipelineChanged();
    /// The document is another one.
    void documentReplaced();
    /// Follows each of the above: anything changed.
    void changed();
    void stepClosed();

private:
    [[nodiscard]] const job::ParameterMap& section(const job::ParameterDef& def, std::size_t stage) const;
    [[nodiscard]] job::ParameterMap& section(const job::ParameterDef& def, std::size_t stage);

    /// Sets one value and emits valueChanged(). \returns false where it is the same already
    bool store(const job::ParameterDef& def, const job::ParameterValue& value, std::size_t stage);
    /// Takes out of a stage what does not apply to its engine or has become the default.
    static void tidy(job::Stage& stage);

    job::JobDocument m_document;
};

/// What to call an engine in the window: "rPIE", and one line on when to take it, with its paper. Translated.
[[nodiscard]] QString engineTitle(const std::string& engine);
[[nodiscard]] QString engineHelp(const std::string& engine);

} // namespace ewald::ui
